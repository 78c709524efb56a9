// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "study/make_plan.hpp"
#include "study/session.hpp"
#include "study/workload_set.hpp"
#include "workload/digest.hpp"
#include "workload/expected_digest.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

/// A machine, subjects and a measuring room that exist in memory alone.
namespace steelyard::study {

inline machine_facts machine_of(std::uint32_t cores, std::uint32_t threads_per_core) {
  machine_facts machine;
  for (std::uint32_t cpu = 0; cpu < cores * threads_per_core; ++cpu) {
    machine.cpus.push_back({cpu, cpu % cores});
  }
  machine.kernel = "6.1 #1";
  return machine;
}

inline offered_implementation offered(const std::string& id,
                                      bool parallel,
                                      const std::string& cost = "native",
                                      const std::string& language = "C++20") {
  offered_implementation result;
  result.row.id = id;
  result.row.subject = "fake";
  result.row.language = language;
  result.row.parallel = parallel;
  result.row.cost = cost;
  result.kinds = {"dense", "csr"};
  return result;
}

inline offer offer_of(std::vector<offered_implementation> rows) {
  offer result;
  result.subjects = {{"fake", {"fake-subject"}}};
  result.subjects_json = nlohmann::ordered_json::array(
      {{{"name", "fake"},
        {"command", {"fake-subject"}},
        {"files", {{{"path", "fake-subject"}, {"sha256", "sha256:1"}}}},
        {"describe", {{"version", "1"}, {"build", {{"compiler", "c"}}}}}}});
  result.implementations = std::move(rows);
  return result;
}

/// The sixteen of the study, as their subjects describe them.
inline std::vector<offered_implementation> the_sixteen() {
  std::vector<offered_implementation> rows;
  for (const auto& [id, parallel] :
       std::vector<std::pair<std::string, bool>>{{"cpp-serial", false},
                                                 {"cpp-std-thread", true},
                                                 {"cpp-openmp-static", true},
                                                 {"cpp-openmp-dynamic", true},
                                                 {"cpp-onetbb", true},
                                                 {"rust-serial", false},
                                                 {"rust-scoped-threads", true},
                                                 {"rust-rayon", true}}) {
    rows.push_back(offered(id, parallel));
  }
  for (const auto& [id, parallel] :
       std::vector<std::pair<std::string, bool>>{{"python-serial", false},
                                                 {"python-thread-pool", true},
                                                 {"python-process-copy", true},
                                                 {"python-process-shared", true}}) {
    rows.push_back(offered(id, parallel, "interpreted", "Python 3"));
  }
  rows.push_back(offered("numpy-serial", false, "native", "Python 3"));
  rows.push_back(offered("numpy-threads", true, "native", "Python 3"));
  rows.push_back(offered("numba-serial", false, "jit", "Python 3"));
  rows.push_back(offered("numba-prange", true, "jit", "Python 3"));
  return rows;
}

/// How a cell behaves in the synthetic measuring room.
struct behaviour {
  double warm_ns = 1e6;
  double process_s = 0.1;  ///< advances the clock
  record::status status = record::status::ok;
  bool is_wrong = false;
};

/// A measuring room with a clock of its own: every process takes the time its cell is given.
class synthetic_room {
 public:
  std::function<behaviour(const record::cell&, std::uint32_t)> behave =
      [](const record::cell&, std::uint32_t) { return behaviour{}; };
  std::int64_t now_ns = 0;
  std::size_t launched = 0;
  std::vector<measure::cell_launch> launches;
  std::vector<measure::cpu_list> probed;  ///< by probe_handovers
  std::function<void()> before_each = [] {};
  std::map<std::string, std::uint32_t> rounds_of_cell;

  [[nodiscard]] instruments with(const plan& value) {
    instruments result;
    result.measure_cell = [this, &value](const measure::cell_launch& launch,
                                         const measure::pulse& pulse) {
      return measure(value, launch, pulse);
    };
    result.environment = [](const protocol::open_request&, const std::vector<std::string>&) {
      return std::vector<std::string>{"PATH=/bin"};
    };
    result.probe_handovers = [this](const measure::cpu_list& cpus) {
      probed.push_back(cpus);
      return std::vector<measure::handover>{{0, 1, 260}};
    };
    result.monotonic_ns = [this] { return now_ns; };
    result.utc_now = [] { return std::string("2026-01-02T03:04:05Z"); };
    return result;
  }

 private:
  record::process measure(const plan& value,
                          const measure::cell_launch& launch,
                          const measure::pulse& pulse) {
    before_each();
    ++launched;
    launches.push_back(launch);
    const record::cell cell = cell_of(value, launch);
    const behaviour how = behave(cell, ++rounds_of_cell[record::to_string(cell)]);
    record::process result;
    const bool goes_on = pulse(1, launch.limits.timeout_ns, measure::drawing::allowed);
    const auto wanted_ns = static_cast<std::int64_t>(how.process_s * 1e9);
    now_ns += std::min(wanted_ns, launch.limits.timeout_ns);
    result.status = !goes_on                               ? record::status::interrupted
                    : wanted_ns > launch.limits.timeout_ns ? record::status::timeout
                                                           : how.status;
    if (result.status != record::status::ok) {
      result.detail = "made to fail";
      return result;
    }
    fill(value, launch, how, result);
    return result;
  }

  static record::cell cell_of(const plan& value, const measure::cell_launch& launch) {
    for (const planned_cell& cell : value.cells) {
      const bool same_size = cell.cell.workload == launch.open.workload.name + "-" +
                                                       std::to_string(launch.open.workload.rows);
      if (same_size && cell.cell.implementation == launch.open.implementation &&
          cell.cell.workers == launch.open.workers) {
        return cell.cell;
      }
    }
    throw std::logic_error("launch of an unplanned cell");
  }

  static void fill(const plan& value,
                   const measure::cell_launch& launch,
                   const behaviour& how,
                   record::process& result) {
    (void)value;
    const auto kind = workload::formula_kind_named(launch.open.workload.name);
    const workload::digest right =
        workload::expected_digest({*kind, launch.open.workload.rows, launch.open.workload.cols});
    result.setup_ns = 1000;
    result.first_ns = static_cast<std::int64_t>(how.warm_ns * 2);
    result.process_ns = static_cast<std::int64_t>(how.process_s * 1e9);
    const std::size_t warm = launch.calls.loop_seconds ? 4 : launch.calls.warm_calls;
    result.warm_ns.assign(warm, static_cast<std::int64_t>(how.warm_ns));
    if (launch.calls.validate == protocol::validation::none) {
      return;
    }
    const std::size_t digests = launch.calls.loop_seconds ? 3 : 1 + warm;
    for (std::size_t call = 0; call < digests; ++call) {
      const std::uint64_t hash = right.hash + (how.is_wrong && call + 1 == digests ? 1 : 0);
      result.digests.push_back({call, right.sum, workload::hash_text(hash)});
    }
  }
};

inline std::vector<std::string> names_of(const std::vector<planned_cell>& cells) {
  std::vector<std::string> names;
  for (const planned_cell& cell : cells) {
    names.push_back(record::to_string(cell.cell));
  }
  return names;
}

/// Watches without ever asking to stop.
inline bool watch_on(const progress& report) {
  (void)report;
  return true;
}

}  // namespace steelyard::study

// SPDX-License-Identifier: Apache-2.0
#include "measure/cell_process.hpp"

#include "measure/cell_exchange.hpp"
#include "measure/clock.hpp"
#include "measure/core_probe.hpp"
#include "measure/cpu_set.hpp"
#include "measure/disturbance.hpp"
#include "measure/perf_counter.hpp"
#include "measure/sentinel.hpp"
#include "protocol/answer_json.hpp"
#include "protocol/message_error.hpp"

#include <fmt/core.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <numeric>
#include <span>
#include <utility>

namespace steelyard::measure {
namespace {

/// What a clock may be off between the subject's reading and the engine's.
constexpr std::int64_t clock_slack_ns = 1'000'000;

std::string utc_now() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  tm parts{};
  gmtime_r(&now.tv_sec, &parts);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z",
                     parts.tm_year + 1900,
                     parts.tm_mon + 1,
                     parts.tm_mday,
                     parts.tm_hour,
                     parts.tm_min,
                     parts.tm_sec,
                     now.tv_nsec / 1'000'000);
}

program program_of(const cell_launch& launch) {
  program what{launch.subject.argv, launch.environment, launch.open.cpus};
  what.argv.emplace_back("--steelyard-subject");
  // Where the stack begins depends on the size of the environment block, and code speed on that: it
  // is drawn at random for each process (Mytkowicz et al., ASPLOS 2009).
  what.environment.push_back("STEELYARD_PAD=" + std::string(launch.environment_pad, 'x'));
  return what;
}

/// The requests of one cell in their order, and the record they fill.
class cell_sequence {
 public:
  cell_sequence(const cell_launch& launch, cell_exchange& exchange, record::process& record)
      : plan_(launch.calls), launch_(launch), exchange_(exchange), record_(record) {}

  void run() {
    // Each step gives false after a fault, which the exchange keeps.
    static_cast<void>(open() && first_call() && output(plan_.output_first) && more_calls() &&
                      output(plan_.output_last) && exchange_.hold(plan_.hold_ns) && close());
  }

 private:
  [[nodiscard]] bool open() {
    auto answer = exchange_.ask<protocol::open_answer>(launch_.open, window::timed);
    if (!answer) {
      return false;
    }
    record_.setup_ns = exchange_.answered_ns() - exchange_.launch_ns();
    record_.setup_inner_ns = answer->setup_inner_ns;
    record_.input_ns = answer->input_ns;
    record_.payload_bytes = static_cast<std::int64_t>(answer->payload_bytes);
    record_.workers_started = answer->workers_started;
    record_.versions = std::move(answer->versions);
    return true;
  }

  [[nodiscard]] bool first_call() {
    const std::optional<std::int64_t> ns = call(1);
    record_.first_ns = ns;
    return ns.has_value();
  }

  [[nodiscard]] bool more_calls() {
    return plan_.loop_seconds ? sustained(*plan_.loop_seconds) : warm_calls();
  }

  [[nodiscard]] bool warm_calls() {
    std::int64_t predicted_ns = *record_.first_ns;
    while (record_.warm_ns.size() < plan_.warm_calls) {
      const std::uint64_t missing = plan_.warm_calls - record_.warm_ns.size();
      // A first call may hold compiling: it speaks for one more call, and that one for the others.
      const std::uint64_t sure = record_.warm_ns.empty() ? 1 : missing;
      if (!may_go_on(predicted_ns, sure)) {
        return false;
      }
      const bool at_once = predicted_ns <= plan_.long_call_ns && is_time_for(predicted_ns, missing);
      const std::size_t before = record_.warm_ns.size();
      const std::optional<std::int64_t> last_ns = call(at_once ? missing : 1);
      if (!last_ns || record_.warm_ns.size() == before) {
        return false;
      }
      predicted_ns = *last_ns;
    }
    return true;
  }

  [[nodiscard]] bool is_time_for(std::int64_t predicted_ns, std::uint64_t calls) const {
    return static_cast<double>(predicted_ns) * static_cast<double>(calls) <=
           static_cast<double>(exchange_.left_ns());
  }

  /// A call that would be too long is not made: waiting for the guard would cost more than it
  /// tells.
  [[nodiscard]] bool may_go_on(std::int64_t predicted_ns, std::uint64_t calls) {
    if (predicted_ns > plan_.longest_call_ns) {
      exchange_.fail(record::status::skipped,
                     fmt::format("predicted {:.3f} s a call, more than {:.3f} s",
                                 seconds(predicted_ns),
                                 seconds(plan_.longest_call_ns)));
    } else if (!is_time_for(predicted_ns, calls)) {
      exchange_.fail(record::status::skipped,
                     fmt::format("predicted {:.1f} s for {} more calls, {:.1f} s are left",
                                 seconds(predicted_ns) * static_cast<double>(calls),
                                 calls,
                                 seconds(exchange_.left_ns())));
    }
    return !exchange_.fault();
  }

  /// Makes `count` calls. The first of the process becomes `first_ns`, the others warm ones.
  /// \return the time of the last.
  [[nodiscard]] std::optional<std::int64_t> call(std::uint64_t count) {
    const protocol::call_request request{count, plan_.validate};
    const auto answer = exchange_.ask<protocol::call_answer>(request, window::timed);
    if (!answer || !is_complete(request, *answer) || !is_plausible(answer->ns)) {
      return std::nullopt;
    }
    const std::uint64_t before = calls_made_;
    for (const protocol::digest& digest : answer->digests) {
      record_.digests.push_back({before + digest.call.value_or(0), digest.sum, digest.hash});
    }
    if (before > 0) {
      record_.warm_ns.insert(record_.warm_ns.end(), answer->ns.begin(), answer->ns.end());
    }
    record_.cpu_ns.insert(record_.cpu_ns.end(), answer->cpu_ns.begin(), answer->cpu_ns.end());
    calls_made_ += answer->ns.size();
    return answer->ns.back();
  }

  [[nodiscard]] bool sustained(double loop_seconds) {
    if (!may_go_on(*record_.first_ns, 1)) {  // as for warm calls
      return false;
    }
    const protocol::run_for_request request{.seconds = loop_seconds,
                                            .min_calls = plan_.loop_min_calls};
    const auto answer = exchange_.ask<protocol::run_for_answer>(request, window::timed);
    if (!answer || !is_complete(request, *answer) || !is_plausible(answer->ns)) {
      return false;
    }
    record_.warm_ns = answer->ns;
    record_.loop_wall_ns = answer->wall_ns;
    record_.digests.push_back({1, answer->first_digest.sum, answer->first_digest.hash});
    record_.digests.push_back(
        {1 + answer->ns.size(), answer->last_digest.sum, answer->last_digest.hash});
    return true;
  }

  [[nodiscard]] bool output(const std::filesystem::path& path) {
    return path.empty() || exchange_.ask<protocol::output_answer>(
                               protocol::output_request{path.string()}, window::untimed);
  }

  [[nodiscard]] bool close() {
    const auto answer =
        exchange_.ask<protocol::close_answer>(protocol::close_request{}, window::untimed);
    if (!answer) {
      return false;
    }
    for (const protocol::worker& worker : answer->workers) {
      record_.workers.push_back({worker.pid, worker.tid, worker.cpus, worker.entries});
    }
    return true;
  }

  template <class Request, class Answer>
  [[nodiscard]] bool is_complete(const Request& request, const Answer& answer) {
    try {
      protocol::require_complete(request, answer);
      return true;
    } catch (const protocol::message_error& error) {
      exchange_.fail(record::status::protocol_fault, error.what());
      return false;
    }
  }

  /// Calls cannot have taken longer than the engine waited for their answer.
  [[nodiscard]] bool is_plausible(std::span<const std::int64_t> ns) {
    const std::int64_t waited_ns = exchange_.answered_ns() - exchange_.asked_ns();
    double claimed_ns = 0;  // a sum of int64 could overflow on hostile times
    for (const std::int64_t one : ns) {
      claimed_ns += static_cast<double>(one);
    }
    if (claimed_ns > static_cast<double>(waited_ns + clock_slack_ns)) {
      exchange_.fail(record::status::protocol_fault,
                     fmt::format("claims {:.3f} s of calls in an answer that took {:.3f} s",
                                 claimed_ns / 1e9,
                                 seconds(waited_ns)));
    }
    return !exchange_.fault();
  }

  const call_plan& plan_;
  const cell_launch& launch_;
  cell_exchange& exchange_;
  record::process& record_;
  std::uint64_t calls_made_ = 0;
};

void drop_times(record::process& record) {
  record.setup_ns.reset();
  record.setup_inner_ns.reset();
  record.input_ns.reset();
  record.first_ns.reset();
  record.warm_ns.clear();
  record.cpu_ns.clear();
  record.loop_wall_ns.reset();
  record.process_ns.reset();
}

void probe_before(const cell_launch& launch, const cpu_list& cores, record::noise& evidence) {
  const cpu_list& cpus = launch.open.cpus;
  if (launch.noise.sentinel_steps > 0) {
    const disturbance_counts begin = read_disturbance(cpus);
    evidence.sentinel_ns = time_sentinel(cpus, launch.noise.sentinel_steps);
    evidence.pressure_before_share = pressure_share(begin, read_disturbance(cpus));
  }
  if (launch.noise.shared_core_burst) {
    evidence.shared_core_before = shared_core_ratio(cores);
  }
}

bool is_pinned(const record::process& record) {
  const auto one_cpu = [](const record::worker& worker) { return worker.cpus.size() == 1; };
  return record.cpus.size() == 1 ||
         (!record.workers.empty() && std::ranges::all_of(record.workers, one_cpu));
}

/// Everything between launch and the last descendant's end.
void run_process(const cell_launch& launch, const pulse& on_pulse, record::process& record) {
  cell_exchange exchange{launch, program_of(launch), on_pulse};
  cell_sequence{launch, exchange, record}.run();
  const exit_report end = exchange.finish();
  record.usage = end.usage;
  record.process_ns = end.exit_ns - end.launch_ns;
  const supervised& ended = exchange.talk().process();
  record.noise.migrations = count_of(ended.migrations);
  record.noise.cycles = count_of(ended.cycles);
  record.noise.instructions = count_of(ended.instructions);
  record.noise.cache_misses = count_of(ended.cache_misses);
  if (exchange.sampling()) {
    record.memory = exchange.sampling()->result();
  }
  if (const std::optional<cell_fault>& fault = exchange.fault()) {
    record.status = fault->status;
    record.detail = fault->reason;
    record.stderr_tail = exchange.talk().stderr_tail();
  }
}

}  // namespace

record::process measure_cell(const cell_launch& launch, const pulse& on_pulse) {
  const cpu_list& cpus = launch.open.cpus;
  record::process record;
  record.purpose = launch.purpose;
  record.environment_pad = launch.environment_pad;
  record.cpus = cpus;
  const bool probes = !cpus.empty() && launch.purpose != record::purpose::memory;
  const cpu_list cores = probes ? one_per_core(cpus) : cpu_list{};
  const standing_aside aside{cpus};
  if (probes) {
    probe_before(launch, cores, record.noise);
  }
  record.started_utc = utc_now();
  const disturbance_counts begin = read_disturbance(cpus);
  try {
    run_process(launch, on_pulse, record);
  } catch (const subject_error& error) {
    record.status = record::status::unavailable;
    record.detail = error.what();
  }
  const disturbance_counts end = read_disturbance(cpus);
  put_differences(begin, end, record.noise);
  if (probes && launch.noise.shared_core_burst) {
    record.noise.shared_core_after = shared_core_ratio(cores);
  }
  set_flags({.process_ns = end.read_ns - begin.read_ns,
             .cpu_count = std::max<std::size_t>(cpus.size(), 1),
             .ticks_per_s = sysconf(_SC_CLK_TCK),
             .pinned = is_pinned(record),
             .workers = launch.open.workers},
            record.noise);
  if (record.status != record::status::ok) {
    drop_times(record);
  }
  return record;
}

}  // namespace steelyard::measure

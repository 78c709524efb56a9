// SPDX-License-Identifier: Apache-2.0
#include "analysis/self_check.hpp"

#include "analysis/quantile.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace steelyard::analysis {
namespace {

using record::process;

void add_once(std::vector<std::string>& cells, const record::cell& cell) {
  const std::string name = record::to_string(cell);
  if (std::ranges::find(cells, name) == cells.end()) {
    cells.push_back(name);
  }
}

check results_check(const record::run& run) {
  std::uint64_t validated = 0;
  std::uint64_t wrong = 0;
  std::vector<std::string> cells;
  for (const process& value : run.processes) {
    if (value.status == record::status::ok) {
      ++validated;
    } else if (value.status == record::status::wrong_result) {
      ++wrong;
      add_once(cells, value.cell);
    }
  }
  if (wrong > 0) {
    return {check_result::fail,
            {"check.wrong_results", {number_argument("wrong", static_cast<double>(wrong))}, cells}};
  }
  if (validated == 0) {
    return {check_result::not_judged, {"check.nothing_validated", {}, {}}};
  }
  return {check_result::pass,
          {"check.results_accepted",
           {number_argument("processes", static_cast<double>(validated))},
           {}}};
}

bool stays_inside(const process& value) {
  return std::ranges::all_of(value.workers, [&](const record::worker& worker) {
    return std::ranges::all_of(worker.cpus, [&](std::uint32_t cpu) {
      return std::ranges::find(value.cpus, cpu) != value.cpus.end();
    });
  });
}

check affinity_check(const record::run& run) {
  std::uint64_t read = 0;
  std::vector<std::string> outside;
  for (const process& value : run.processes) {
    if (value.status != record::status::ok || value.workers.empty() || value.cpus.empty()) {
      continue;
    }
    ++read;
    if (!stays_inside(value)) {
      add_once(outside, value.cell);
    }
  }
  if (!outside.empty()) {
    return {check_result::fail,
            {"check.affinity_outside",
             {number_argument("cells", static_cast<double>(outside.size()))},
             outside}};
  }
  if (read == 0) {
    return {check_result::not_judged, {"check.affinity_not_read", {}, {}}};
  }
  return {check_result::pass,
          {"check.affinity_inside", {number_argument("processes", static_cast<double>(read))}, {}}};
}

check guard_check(const record::run& run) {
  std::uint64_t stopped = 0;
  std::vector<std::string> cells;
  for (const process& value : run.processes) {
    if (value.status == record::status::guard_stop || value.status == record::status::timeout) {
      ++stopped;
      add_once(cells, value.cell);
    }
  }
  if (stopped == 0) {
    return {check_result::pass, {"check.no_guard_stops", {}, {}}};
  }
  return {check_result::warn,
          {"check.guard_stops", {number_argument("stopped", static_cast<double>(stopped))}, cells}};
}

/// The sentinel kernel is the same before every process: its drift is the machine's.
check drift_check(const record::run& run) {
  std::vector<double> sentinels;
  for (const process& value : run.processes) {
    if (value.noise.sentinel_ns && *value.noise.sentinel_ns > 0) {
      sentinels.push_back(static_cast<double>(*value.noise.sentinel_ns));
    }
  }
  constexpr std::size_t fewest = 20;
  if (sentinels.size() < fewest) {
    return {check_result::not_judged,
            {"check.drift_not_judged",
             {number_argument("have", static_cast<double>(sentinels.size())),
              number_argument("needed", fewest)},
             {}}};
  }
  const std::size_t half = sentinels.size() / 2;
  const std::span<const double> in_order = sentinels;
  const double drift = median(in_order.subspan(half)) / median(in_order.first(half));
  const bool is_large = drift > 1 + run.manifest.margin || drift < 1 - run.manifest.margin;
  return {is_large ? check_result::warn : check_result::pass,
          {is_large ? "check.drift" : "check.no_drift",
           {number_argument("drift", drift, unit::ratio)},
           {}}};
}

check record_check(const record::run& run) {
  // A damaged record does not get here: reading it is an error that names the line.
  if (run.notices.empty()) {
    return {check_result::pass,
            {"check.records_intact",
             {number_argument("records", static_cast<double>(run.processes.size()))},
             {}}};
  }
  return {check_result::warn,
          {"check.record_notice", {text_argument("notice", run.notices.front())}, {}}};
}

}  // namespace

std::string_view to_string(check_result result) noexcept {
  constexpr std::array<std::string_view, 4> words = {"pass", "warn", "fail", "not-judged"};
  return words[static_cast<std::size_t>(result)];
}

std::vector<check> self_check(const record::run& run) {
  return {results_check(run),
          record_check(run),
          affinity_check(run),
          guard_check(run),
          drift_check(run)};
}

}  // namespace steelyard::analysis

// SPDX-License-Identifier: Apache-2.0
#include "analysis/warnings.hpp"

#include <cmath>
#include <cstdint>
#include <map>
#include <string>

namespace steelyard::analysis {
namespace {

// docs/method.md, "A against B".
constexpr double lag1_limit = 0.2;

// docs/method.md, "Memory".
constexpr double sampling_limit = 3;

template <typename Take>
void for_each_cell(const run_summary& summary, Take take) {
  for (const workload_summary& workload : summary.workloads) {
    for (const cell_summary& cell : workload.cells) {
      take(cell);
    }
  }
}

template <typename Holds>
void warn_about_cells(const run_summary& summary,
                      std::string key,
                      Holds holds,
                      std::vector<remark>& warnings) {
  std::vector<std::string> cells;
  for_each_cell(summary, [&](const cell_summary& cell) {
    if (holds(cell)) {
      cells.push_back(record::to_string(cell.cell));
    }
  });
  if (!cells.empty()) {
    const auto count = static_cast<double>(cells.size());
    warnings.push_back({std::move(key), {number_argument("cells", count)}, std::move(cells)});
  }
}

void warn_about_noise(const run_summary& summary, std::vector<remark>& warnings) {
  std::map<std::string, std::uint32_t> flags;
  for_each_cell(summary, [&](const cell_summary& cell) {
    for (const flag_count& flag : cell.noise_flags) {
      flags[flag.flag] += flag.processes;
    }
  });
  for (const auto& [flag, processes] : flags) {
    warnings.push_back({"warning.noise",
                        {text_argument("flag", flag),
                         number_argument("processes", processes),
                         number_argument("all", static_cast<double>(summary.processes))},
                        {}});
  }
}

/// The published band says the opposite of what the interval says.
bool band_disagrees(const verdict& value) {
  if (!value.band || !value.ratio.value || !value.ratio.value->interval.value) {
    return false;
  }
  const bool band_decides = std::abs(value.ratio.value->median - 1) > *value.band;
  const bool interval_decides = value.word == verdict_word::faster ||
                                value.word == verdict_word::slower ||
                                value.word == verdict_word::faster_under_margin ||
                                value.word == verdict_word::slower_under_margin;
  return band_decides != interval_decides;
}

void warn_about_verdict(const workload_summary& workload, std::vector<remark>& warnings) {
  if (workload.verdicts.empty() || !workload.runner_up) {
    return;
  }
  const verdict& first = workload.verdicts.front();
  const std::vector<std::string> cells = {record::to_string(first.cell_a),
                                          record::to_string(first.cell_b)};
  if (first.lag1 && *first.lag1 > lag1_limit) {
    warnings.push_back(
        {"warning.lag1",
         {text_argument("workload", workload.workload.id), number_argument("lag1", *first.lag1)},
         cells});
  }
  if (band_disagrees(first)) {
    warnings.push_back({"warning.band_disagrees",
                        {text_argument("workload", workload.workload.id),
                         number_argument("band", *first.band, unit::share)},
                        cells});
  }
}

void warn_about_rounds(const run_summary& summary, std::vector<remark>& warnings) {
  for (const workload_summary& workload : summary.workloads) {
    if (!workload.undecided_because.key.empty()) {
      warnings.push_back({"warning.no_pick",
                          {text_argument("workload", workload.workload.id),
                           remark_argument("reason", workload.undecided_because)},
                          workload.undecided_because.cells});
    }
  }
}

void warn_about_regimes(const run_summary& summary, std::vector<remark>& warnings) {
  if (summary.near_rounds > 0 && summary.far_rounds > 0) {
    warnings.push_back(
        {"warning.mixed_regimes",
         {number_argument("near", summary.near_rounds), number_argument("far", summary.far_rounds)},
         {}});
  }
}

void warn_about_checks(const run_summary& summary, std::vector<remark>& warnings) {
  for (const check& line : summary.checks) {
    if (line.result == check_result::warn) {
      warnings.push_back(line.finding);
    }
  }
}

}  // namespace

std::vector<remark> warnings_of(const run_summary& summary) {
  std::vector<remark> warnings = summary.invalid;
  warn_about_cells(
      summary,
      "warning.failed_cells",
      [](const cell_summary& cell) { return cell.state == cell_state::failed; },
      warnings);
  warn_about_cells(
      summary,
      "warning.some_processes_failed",
      [](const cell_summary& cell) { return cell.warm_ns.value && cell.failures > 0; },
      warnings);
  warn_about_rounds(summary, warnings);
  warn_about_cells(
      summary,
      "warning.oversubscribed",
      [](const cell_summary& cell) { return cell.warm_ns.value && cell.oversubscribed; },
      warnings);
  warn_about_cells(
      summary,
      "warning.short_loop",
      [](const cell_summary& cell) { return cell.short_loops > 0; },
      warnings);
  warn_about_cells(
      summary,
      "warning.memory_interval",
      [](const cell_summary& cell) {
        return cell.pss_interval_ns.value &&
               *cell.pss_interval_ns.value > sampling_limit * cell.pss_nominal_ns;
      },
      warnings);
  warn_about_checks(summary, warnings);
  warn_about_regimes(summary, warnings);
  warn_about_noise(summary, warnings);
  for (const workload_summary& workload : summary.workloads) {
    warn_about_verdict(workload, warnings);
  }
  warn_about_cells(
      summary,
      "warning.unavailable",
      [](const cell_summary& cell) { return cell.state == cell_state::unavailable; },
      warnings);
  warn_about_cells(
      summary,
      "warning.not_run",
      [](const cell_summary& cell) {
        return cell.state == cell_state::not_run || cell.state == cell_state::skipped;
      },
      warnings);
  return warnings;
}

}  // namespace steelyard::analysis

// SPDX-License-Identifier: Apache-2.0
#include "analysis/workload_summary.hpp"

#include "analysis/cell_summary.hpp"
#include "analysis/crossings.hpp"
#include "analysis/pick.hpp"
#include "analysis/planned_cell.hpp"
#include "analysis/situation_answers.hpp"
#include "analysis/workbench.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace steelyard::analysis {
namespace {

const record::implementation* find_implementation(const record::manifest& manifest,
                                                  const std::string& id) {
  const auto found = std::ranges::find(manifest.implementations, id, &record::implementation::id);
  return found == manifest.implementations.end() ? nullptr : &*found;
}

bool has_row(const workload_summary& result, const std::string& implementation) {
  return std::ranges::any_of(result.cells, [&](const cell_summary& row) {
    return row.cell.implementation == implementation;
  });
}

/// Every planned cell and every implementation of the study has a row, measured or not.
void add_rows_without_processes(const workbench& bench, workload_summary& result) {
  const record::manifest& manifest = bench.run.manifest;
  for (const planned_cell& planned : planned_cells(manifest)) {
    const auto* implementation = find_implementation(manifest, planned.cell.implementation);
    if (planned.cell.workload == bench.workload.id && implementation != nullptr &&
        find_cell(result, planned.cell) == nullptr) {
      result.cells.push_back(row_without_processes(*implementation, planned.cell, planned.skipped));
    }
  }
  for (const record::implementation& implementation : manifest.implementations) {
    if (!has_row(result, implementation.id)) {
      const auto cpus = static_cast<std::uint32_t>(manifest.cpus.size());
      const std::uint32_t workers = implementation.parallel ? std::max(cpus, 1U) : 1U;
      result.cells.push_back(row_without_processes(
          implementation, {bench.workload.id, implementation.id, workers}, {}));
    }
  }
}

std::optional<double> planned_loop_s(const std::vector<planned_cell>& plan,
                                     const record::cell& cell) {
  const auto found = std::ranges::find(plan, cell, &planned_cell::cell);
  return found == plan.end() ? std::nullopt : found->loop_s;
}

void summarize_cells(workbench& bench, workload_summary& result) {
  const std::vector<planned_cell> plan = planned_cells(bench.run.manifest);
  for (cell_samples& samples : samples_of(bench.run, bench.workload.id)) {
    const cell_context context{bench.run.manifest,
                               bench.workload,
                               find_implementation(bench.run.manifest, samples.cell.implementation),
                               bench.looked,
                               bench.asked.alpha,
                               planned_loop_s(plan, samples.cell)};
    result.cells.push_back(summarize_cell(samples, context));
    if (result.cells.back().state == cell_state::measured) {
      bench.samples.emplace(samples.cell, std::move(samples));
    }
  }
  add_rows_without_processes(bench, result);
  std::ranges::stable_sort(result.cells, [](const cell_summary& a, const cell_summary& b) {
    constexpr double last = std::numeric_limits<double>::infinity();
    const double ta = a.warm_ns.value ? a.warm_ns.value->median : last;
    const double tb = b.warm_ns.value ? b.warm_ns.value->median : last;
    return std::tie(ta, a.cell) < std::tie(tb, b.cell);
  });
}

void give_verdicts(const workbench& bench, workload_summary& result) {
  const auto& yardstick = result.pick ? result.pick : result.leader;
  if (!yardstick) {
    return;
  }
  for (const cell_summary& cell : result.cells) {
    if (!is_measured(cell) || cell.cell == *yardstick) {
      continue;
    }
    result.verdicts.push_back(verdict_on(bench, *yardstick, cell.cell));
    if (!result.runner_up && cell.cell.implementation != yardstick->implementation) {
      result.runner_up = cell.cell;
      std::rotate(result.verdicts.begin(), result.verdicts.end() - 1, result.verdicts.end());
    }
  }
}

figure<estimate> speedup_of(const workbench& bench, const cell_summary& cell) {
  if (cell.cell.workers == 1) {
    return remark{"why.one_worker", {}, {}};
  }
  const record::cell alone{cell.cell.workload, cell.cell.implementation, 1};
  const auto base = bench.samples.find(alone);
  if (base == bench.samples.end()) {
    return remark{"why.no_one_worker_cell", {}, {record::to_string(alone)}};
  }
  if (cell.oversubscribed) {
    return remark{"why.more_workers_than_cpus", {}, {}};
  }
  return verdict_between(
             bench.samples.at(cell.cell).warm, base->second.warm, bench.asked, bench.looked)
      .ratio;
}

void relate_cells(const workbench& bench, workload_summary& result) {
  for (cell_summary& cell : result.cells) {
    if (!is_measured(cell)) {
      continue;
    }
    cell.speedup = speedup_of(bench, cell);
    if (cell.speedup.value) {
      cell.efficiency = cell.speedup.value->median / cell.cell.workers;
    } else {
      cell.efficiency = cell.speedup.why_not;
    }
    if (cell.cell == result.leader) {
      cell.vs_best = estimate{1, cell.warm_ns.value->rounds, remark{"why.is_the_best", {}, {}}};
    } else if (!result.leader) {
      cell.vs_best = result.undecided_because;
    } else {
      cell.vs_best = verdict_on(bench, *result.leader, cell.cell).ratio;
    }
  }
}

}  // namespace

workload_summary summarize_workload(const record::run& run,
                                    const record::workload& workload,
                                    const question& asked,
                                    looking looked) {
  workbench bench{run, workload, asked, looked, {}};
  workload_summary result;
  result.workload = workload;
  if (workload.logical_bytes > 0) {
    // One multiplication and one addition for every stored entry.
    result.intensity =
        2 * static_cast<double>(workload.nnz) / static_cast<double>(workload.logical_bytes);
  }
  summarize_cells(bench, result);
  find_best_set(bench, result);
  choose_pick(bench, result);
  give_verdicts(bench, result);
  relate_cells(bench, result);
  find_crossings(bench, result);
  answer_situations(bench, result);
  return result;
}

}  // namespace steelyard::analysis

// SPDX-License-Identifier: Apache-2.0
#include "analysis/workload_summary.hpp"

#include "analysis/cell_samples.hpp"
#include "analysis/cell_summary.hpp"
#include "analysis/planned_cell.hpp"
#include "analysis/preference.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

namespace steelyard::analysis {
namespace {

/// Everything the steps below share: the run's part for one workload and what is asked of it.
struct workbench {
  const record::run& run;
  const record::workload& workload;
  const question& asked;
  looking looked;
  std::map<record::cell, cell_samples>
      samples;  ///< of cells that have warm times and no wrong result
};

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

void summarize_cells(workbench& bench, workload_summary& result) {
  for (cell_samples& samples : samples_of(bench.run, bench.workload.id)) {
    const cell_context context{bench.run.manifest,
                               bench.workload,
                               find_implementation(bench.run.manifest, samples.cell.implementation),
                               bench.looked,
                               bench.asked.alpha};
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

bool is_measured(const cell_summary& cell) {
  return cell.warm_ns.value.has_value();
}

/// Racing over all measured cells; marks what stopped early and returns the contenders.
void find_best_set(const workbench& bench, workload_summary& result) {
  std::vector<arm> arms;
  std::vector<cell_summary*> rows;
  for (cell_summary& cell : result.cells) {
    if (is_measured(cell)) {
      arms.push_back(bench.samples.at(cell.cell).warm);
      rows.push_back(&cell);
    }
  }
  const standing now = standing_of(arms, bench.asked);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (now.states[i] == arm_state::contender) {
      result.best_set.push_back(rows[i]->cell);
    } else if (now.states[i] == arm_state::out_of_contention &&
               !rows[i]->warm_ns.value->interval.value) {
      rows[i]->state = cell_state::out_of_contention;
      rows[i]->reason = {
          "why.out_of_contention", {number_argument("rounds", rows[i]->warm_ns.value->rounds)}, {}};
    }
  }
  if (now.leader) {
    result.leader = rows[*now.leader]->cell;
  }
}

/// Rounds from which the best set can leave anything out at all.
std::uint32_t fewest_rounds_for_pick(std::size_t arms, double alpha) {
  const double alpha_each = arms > 1 ? alpha / static_cast<double>(arms - 1) : alpha;
  std::uint32_t n = 1;
  while (!lower_bound_rank(n, alpha_each)) {
    ++n;
  }
  return n;
}

bool comes_first(const cell_summary& a, const cell_summary& b) {
  const auto key = [](const cell_summary& cell) {
    constexpr double unknown = std::numeric_limits<double>::infinity();
    return std::tuple(cell.cell.workers > 1,
                      dependency_of(cell.cell.implementation),
                      cell.peak_pss_bytes.value.value_or(unknown),
                      cell.warm_ns.value->median,
                      cell.cell);
  };
  return key(a) < key(b);
}

/// A cell that no round could have left out says nothing by staying in.
void set_unjudged_apart(workload_summary& result, std::uint32_t needed) {
  const auto has_rounds = [&](const record::cell& cell) {
    return find_cell(result, cell)->warm_ns.value->rounds >= needed;
  };
  const auto first_unjudged =
      std::stable_partition(result.best_set.begin(), result.best_set.end(), has_rounds);
  if (first_unjudged == result.best_set.begin()) {
    return;
  }
  result.unjudged.assign(first_unjudged, result.best_set.end());
  result.best_set.erase(first_unjudged, result.best_set.end());
}

verdict verdict_on(const workbench& bench, const record::cell& a, const record::cell& b) {
  verdict result = verdict_between(
      bench.samples.at(a).warm, bench.samples.at(b).warm, bench.asked, bench.looked);
  result.cell_a = a;
  result.cell_b = b;
  return result;
}

/// The best set holds what cannot be left out at its own, stricter level; a member that another one
/// beats by the verdict that is printed beside it is still no recommendation.
bool is_beaten_in_best_set(const workbench& bench,
                           const workload_summary& result,
                           const record::cell& candidate) {
  return std::ranges::any_of(result.best_set, [&](const record::cell& other) {
    if (other == candidate) {
      return false;
    }
    const verdict_word word = verdict_on(bench, candidate, other).word;
    return word == verdict_word::slower || word == verdict_word::slower_under_margin;
  });
}

void choose_pick(const workbench& bench, workload_summary& result) {
  if (!result.leader) {
    result.undecided_because = {"why.nothing_measured", {}, {}};
    return;
  }
  const std::uint32_t needed = fewest_rounds_for_pick(bench.samples.size(), bench.asked.alpha);
  set_unjudged_apart(result, needed);
  const cell_summary* chosen = nullptr;
  for (const record::cell& candidate : result.best_set) {
    const cell_summary& cell = *find_cell(result, candidate);
    if (cell.warm_ns.value->rounds >= needed && !is_beaten_in_best_set(bench, result, candidate) &&
        (chosen == nullptr || comes_first(cell, *chosen))) {
      chosen = &cell;
    }
  }
  if (chosen != nullptr) {
    result.pick = chosen->cell;
    return;
  }
  result.undecided_because = {
      "why.too_few_rounds_for_pick",
      {number_argument("have", find_cell(result, *result.leader)->warm_ns.value->rounds),
       number_argument("needed", needed)},
      {record::to_string(*result.leader)}};
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
    } else {
      cell.vs_best = verdict_on(bench, *result.leader, cell.cell).ratio;
    }
  }
}

/// Which side is decided to be faster when warm: the verdict, or the rule that stopped an arm.
std::optional<bool> first_is_faster(const workbench& bench,
                                    const cell_summary& a,
                                    const cell_summary& b) {
  const verdict found = verdict_on(bench, a.cell, b.cell);
  switch (found.word) {
    case verdict_word::faster:
    case verdict_word::faster_under_margin:
      return true;
    case verdict_word::slower:
    case verdict_word::slower_under_margin:
      return false;
    case verdict_word::equal:
      return std::nullopt;
    case verdict_word::undecided:
      break;
  }
  if (a.state == b.state) {
    return std::nullopt;
  }
  return b.state == cell_state::out_of_contention;
}

break_even crossing_of(const workbench& bench, const cell_summary& a, const cell_summary& b) {
  const std::optional<bool> is_faster = first_is_faster(bench, a, b);
  const cell_summary& faster = is_faster.value_or(true) ? a : b;
  const cell_summary& other = is_faster.value_or(true) ? b : a;
  break_even result;
  if (is_faster) {
    result = break_even_between(bench.samples.at(other.cell).lifetimes,
                                bench.samples.at(faster.cell).lifetimes,
                                bench.asked.alpha,
                                bench.looked);
  } else {
    result.calls = remark{"why.warm_side_undecided", {}, {}};
  }
  result.faster = faster.cell;
  result.other = other.cell;
  return result;
}

/// Every pair of implementations, each by its fastest cell.
void find_crossings(const workbench& bench, workload_summary& result) {
  std::vector<const cell_summary*> fastest;
  for (const cell_summary& cell : result.cells) {
    const bool is_first = std::ranges::none_of(fastest, [&](const cell_summary* seen) {
      return seen->cell.implementation == cell.cell.implementation;
    });
    if (is_measured(cell) && is_first) {
      fastest.push_back(&cell);
    }
  }
  for (std::size_t i = 0; i < fastest.size(); ++i) {
    for (std::size_t j = i + 1; j < fastest.size(); ++j) {
      result.break_evens.push_back(crossing_of(bench, *fastest[i], *fastest[j]));
    }
  }
}

/// Cells of the situation that have its figure, best first.
std::vector<const cell_summary*> candidates_of(
    situation_kind kind,
    const workload_summary& result,
    std::optional<double> (*figure_of)(const cell_summary&)) {
  std::vector<const cell_summary*> cells;
  for (const cell_summary& cell : result.cells) {
    if (is_candidate(kind, cell.cell.implementation) && figure_of(cell)) {
      cells.push_back(&cell);
    }
  }
  std::ranges::stable_sort(cells, [&](const cell_summary* a, const cell_summary* b) {
    return *figure_of(*a) < *figure_of(*b);
  });
  return cells;
}

std::optional<double> warm_of(const cell_summary& cell) {
  return cell.warm_ns.value ? std::optional(cell.warm_ns.value->median) : std::nullopt;
}

std::optional<double> start_of(const cell_summary& cell) {
  return cell.start_ns.value ? std::optional(cell.start_ns.value->median) : std::nullopt;
}

std::optional<double> memory_of(const cell_summary& cell) {
  return cell.peak_pss_bytes.value;
}

arm start_arm(const cell_samples& samples) {
  arm result{samples.warm.label, {}};
  for (const lifetime& value : samples.lifetimes) {
    result.values.push_back({value.round, value.setup_ns + value.first_ns});
  }
  return result;
}

// docs/method.md, "Situations".
constexpr double uneven_from = 1.2;

/// A workload is either regular or uneven; where the balance is not known it counts as regular.
bool is_asked_of(situation_kind kind, const workload_summary& result) {
  const bool is_uneven = result.equal_rows_imbalance.value.value_or(1) >= uneven_from;
  if (kind == situation_kind::cpp_regular_loop) {
    return !is_uneven;
  }
  return kind != situation_kind::cpp_uneven_loop || is_uneven;
}

situation_summary answer_to(situation_kind kind,
                            const workbench& bench,
                            const workload_summary& result) {
  const bool is_start = kind == situation_kind::one_shot_process;
  const bool is_memory = kind == situation_kind::memory_first;
  const auto figure_of = is_start ? start_of : is_memory ? memory_of : warm_of;
  const auto cells = candidates_of(kind, result, figure_of);
  situation_summary answer;
  answer.kind = kind;
  if (cells.empty()) {
    answer.value = remark{is_memory ? "why.no_memory_pass" : "why.no_candidate_measured", {}, {}};
    return answer;
  }
  answer.best = cells[0]->cell;
  answer.value = *figure_of(*cells[0]);
  if (is_memory || cells.size() == 1) {
    return answer;
  }
  answer.over_next = is_start ? verdict_between(start_arm(bench.samples.at(cells[0]->cell)),
                                                start_arm(bench.samples.at(cells[1]->cell)),
                                                bench.asked,
                                                bench.looked)
                              : verdict_on(bench, cells[0]->cell, cells[1]->cell);
  answer.over_next->cell_a = cells[0]->cell;
  answer.over_next->cell_b = cells[1]->cell;
  return answer;
}

void answer_situations(const workbench& bench, workload_summary& result) {
  result.equal_rows_imbalance = remark{"why.no_prediction", {}, {}};
  std::uint32_t most_workers = 1;
  for (const auto& [workers, share] : bench.workload.fullest_share) {
    const bool is_measured_count =
        std::ranges::any_of(result.cells, [&, count = workers](const cell_summary& cell) {
          return is_measured(cell) && cell.cell.workers == count;
        });
    if (workers > most_workers && is_measured_count) {
      most_workers = workers;
      result.equal_rows_imbalance = share * workers;
    }
  }
  for (const situation_kind kind : {situation_kind::python_standard_operation,
                                    situation_kind::cpp_regular_loop,
                                    situation_kind::cpp_uneven_loop,
                                    situation_kind::rust,
                                    situation_kind::python_custom_loop,
                                    situation_kind::python_interpreted,
                                    situation_kind::one_shot_process,
                                    situation_kind::memory_first}) {
    if (is_asked_of(kind, result)) {
      result.situations.push_back(answer_to(kind, bench, result));
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

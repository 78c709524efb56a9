// SPDX-License-Identifier: Apache-2.0
#include "analysis/situation_answers.hpp"

#include <algorithm>
#include <optional>

namespace steelyard::analysis {
namespace {

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

}  // namespace

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
  for (const situation_kind kind : all_situations) {
    if (is_asked_of(kind, result)) {
      result.situations.push_back(answer_to(kind, bench, result));
    }
  }
}

}  // namespace steelyard::analysis

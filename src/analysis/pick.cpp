// SPDX-License-Identifier: Apache-2.0
#include "analysis/pick.hpp"

#include "analysis/order_statistic.hpp"
#include "analysis/preference.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <tuple>

namespace steelyard::analysis {
namespace {

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

}  // namespace

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
               (arms[i].given_up || !rows[i]->warm_ns.value->interval.value)) {
      rows[i]->state = cell_state::out_of_contention;
      rows[i]->reason = {arms[i].given_up ? "why.given_up" : "why.out_of_contention",
                         {number_argument("rounds", rows[i]->warm_ns.value->rounds)},
                         {}};
    }
  }
  if (now.leader) {
    result.leader = rows[*now.leader]->cell;
  }
}

void choose_pick(const workbench& bench, workload_summary& result) {
  if (!result.leader) {
    // Cells with times but no leader: what they were given up for has a wrong result.
    result.undecided_because = {
        bench.samples.empty() ? "why.nothing_measured" : "why.all_given_up", {}, {}};
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

}  // namespace steelyard::analysis

// SPDX-License-Identifier: Apache-2.0
#include "study/schedule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace steelyard::study {
namespace {

constexpr double quick_memory_share = 0.08;
constexpr double largest_memory_share = 0.3;
// docs/method.md, "Out of contention": what may be given up for the budget. One round can be a bad
// one, so it takes more to be given up after it.
constexpr double given_up_after_one_round = 10;
constexpr double given_up_later = 1.1;

std::vector<std::string> workloads_of(const plan& value) {
  std::vector<std::string> names;
  for (const record::workload& workload : value.manifest.workloads) {
    names.push_back(workload.id);
  }
  return names;
}

std::vector<std::size_t> cells_of(const plan& value, const std::string& workload) {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < value.cells.size(); ++i) {
    if (value.cells[i].cell.workload == workload && value.cells[i].is_runnable()) {
      result.push_back(i);
    }
  }
  return result;
}

std::string reason_of(analysis::arm_state state, std::size_t rounds) {
  return state == analysis::arm_state::out_of_contention
             ? fmt::format("over 3 x the slowest round of another after {} rounds", rounds)
             : fmt::format("another is faster with the bound of the best set after {} rounds",
                           rounds);
}

std::vector<analysis::arm> arms_of(const plan& value,
                                   const history& known,
                                   const std::vector<std::size_t>& cells) {
  std::vector<analysis::arm> arms;
  for (const std::size_t cell : cells) {
    const cell_track& track = known.track(cell);
    arms.push_back({record::to_string(value.cells[cell].cell), track.values, track.is_given_up()});
  }
  return arms;
}

analysis::question asked_of(const plan& value) {
  return {.margin = value.manifest.margin, .alpha = 0.05, .min_rounds = value.min_rounds};
}

void race_workload(const plan& value,
                   const history& known,
                   const std::string& workload,
                   std::vector<stop>& stops) {
  const std::vector<std::size_t> cells = cells_of(value, workload);
  const std::vector<analysis::arm> arms = arms_of(value, known, cells);
  const analysis::standing now = analysis::standing_of(arms, asked_of(value));
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!known.track(cells[i]).is_live()) {
      continue;
    }
    const analysis::arm_state state = now.states[i];
    if (state != analysis::arm_state::contender) {
      stops.push_back({cells[i],
                       state == analysis::arm_state::out_of_contention ? "out_of_contention"
                                                                       : "outside_best_set",
                       reason_of(state, arms[i].values.size())});
    } else if (now.settled) {
      stops.push_back({cells[i], "settled", "no asked verdict can change by measuring on"});
    }
  }
}

/// Seconds that a cell still needs for its due rounds up to `last_round`.
double needed_s(const plan& value,
                const history& known,
                std::size_t cell,
                std::uint32_t round,
                std::uint32_t last_round) {
  std::uint32_t due = 0;
  std::size_t had = known.track(cell).rounds.size();
  const planned_cell& planned = value.cells[cell];
  for (std::uint32_t next = round + 1; next <= last_round; ++next) {
    if (!is_due(value, known, cell, next) ||
        (planned.max_rounds > 0 && had >= planned.max_rounds)) {
      continue;
    }
    ++due;
    ++had;
  }
  return due * known.expected_s(cell);
}

/// A cell that could be given up for the budget.
struct candidate {
  std::size_t cell = 0;
  double ratio = 0;  ///< its time over the leader's
  double cost_s = 0;

  /// What giving it up gains, by how little it loses.
  [[nodiscard]] double weight() const { return cost_s * std::log(ratio); }
};

/// The live cells of a workload that are slower than its leader in every common round.
void add_candidates(const plan& value,
                    const history& known,
                    const std::string& workload,
                    std::uint32_t round,
                    std::vector<candidate>& candidates) {
  const std::vector<std::size_t> cells = cells_of(value, workload);
  const std::vector<analysis::arm> arms = arms_of(value, known, cells);
  const std::optional<std::size_t> leader = analysis::standing_of(arms, asked_of(value)).leader;
  for (std::size_t i = 0; leader && i < cells.size(); ++i) {
    const std::optional<double> ratio = analysis::always_slower(arms[i], arms[*leader]);
    if (ratio && known.track(cells[i]).is_live()) {
      candidates.push_back(
          {cells[i], *ratio, needed_s(value, known, cells[i], round, value.min_rounds)});
    }
  }
}

/// Whether so little would be lost that the cell may go, and so much won that it is worth it.
bool may_be_given_up(const candidate& what, const history& known, double mean_cost_s) {
  return what.ratio > given_up_after_one_round ||
         (what.ratio > given_up_later && known.track(what.cell).values.size() > 1 &&
          what.cost_s >= mean_cost_s);
}

}  // namespace

bool is_due(const plan& value, const history& known, std::size_t cell, std::uint32_t round) {
  const planned_cell& planned = value.cells[cell];
  const cell_track& track = known.track(cell);
  if (!track.is_live() || track.rounds.contains(round)) {
    return false;
  }
  if (value.rounds) {
    return round <= *value.rounds;
  }
  if (planned.max_rounds > 0 && track.rounds.size() >= planned.max_rounds) {
    return false;
  }
  return round <= value.min_rounds || (round - value.min_rounds) % planned.period == 0;
}

std::vector<round_block> due_order(const plan& value, const history& known, std::uint32_t round) {
  std::vector<round_block> blocks = draw_round(value.cells, value.manifest.seed, round);
  for (round_block& block : blocks) {
    std::erase_if(block.cells,
                  [&](std::size_t cell) { return !is_due(value, known, cell, round); });
  }
  std::erase_if(blocks, [](const round_block& block) { return block.cells.empty(); });
  return blocks;
}

std::vector<stop> stops_after_round(const plan& value, const history& known) {
  std::vector<stop> stops;
  if (value.rounds) {
    return stops;
  }
  for (const std::string& workload : workloads_of(value)) {
    race_workload(value, known, workload, stops);
  }
  return stops;
}

std::vector<stop> stops_for_budget(const plan& value,
                                   const history& known,
                                   std::uint32_t round,
                                   double left_s) {
  std::vector<stop> stops;
  if (value.rounds || !value.budget_s || round >= value.min_rounds) {
    return stops;
  }
  double needed = 0;
  double live_cells = 0;
  for (std::size_t cell = 0; cell < value.cells.size(); ++cell) {
    const double cost = needed_s(value, known, cell, round, value.min_rounds);
    needed += cost;
    live_cells += cost > 0 ? 1 : 0;
  }
  std::vector<candidate> candidates;
  for (const std::string& workload : workloads_of(value)) {
    add_candidates(value, known, workload, round, candidates);
  }
  std::erase_if(candidates, [&](const candidate& what) {
    return what.cost_s <= 0 || !may_be_given_up(what, known, needed / live_cells);
  });
  std::ranges::stable_sort(candidates, std::greater<>(), &candidate::weight);
  for (const candidate& given_up : candidates) {
    if (needed <= left_s) {
      break;
    }
    needed -= given_up.cost_s;
    stops.push_back(
        {given_up.cell, "budget", fmt::format("{:.1f} x the leader's time", given_up.ratio)});
  }
  return stops;
}

double memory_reserve_s(const plan& value) {
  if (!value.budget_s || value.memory_cells.empty()) {
    return 0;
  }
  if (value.memory_picks_only) {
    return quick_memory_share * *value.budget_s;
  }
  double wanted = 0;
  for (const planned_cell& cell : value.memory_cells) {
    wanted += cell.estimated_s;
  }
  return std::min(wanted, largest_memory_share * *value.budget_s);
}

bool fits_budget(const plan& value, const history& known, std::size_t cell, double used_s) {
  if (!value.budget_s) {
    return true;
  }
  const double end_s = used_s + known.expected_s(cell);
  if (known.track(cell).rounds.empty()) {
    return used_s < *value.budget_s && end_s <= *value.budget_s + budget_grace_s;
  }
  return end_s <= *value.budget_s - memory_reserve_s(value);
}

std::int64_t timeout_ns(const plan& value, std::optional<double> last_s, double used_s) {
  double limit_s = static_cast<double>(value.limits.timeout_ns) * 1e-9;
  if (last_s) {
    limit_s = std::min(limit_s, 10 * *last_s + 10);
  }
  if (value.budget_s) {
    limit_s = std::min(limit_s, std::max(1.0, *value.budget_s - used_s + budget_grace_s));
  }
  return std::llround(limit_s * 1e9);
}

double timing_left_s(const plan& value, const history& known, std::uint32_t round, double used_s) {
  const std::uint32_t last_round = value.rounds.value_or(value.max_rounds);
  const std::uint32_t before = round == 0 ? 0 : round - 1;
  const double most = value.budget_s
                          ? std::max(0.0, *value.budget_s - memory_reserve_s(value) - used_s)
                          : std::numeric_limits<double>::infinity();
  double needed = 0;
  for (std::size_t cell = 0; cell < value.cells.size() && needed < most; ++cell) {
    needed += needed_s(value, known, cell, before, last_round);
  }
  return std::min(needed, most);
}

}  // namespace steelyard::study

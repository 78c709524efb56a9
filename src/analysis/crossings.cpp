// SPDX-License-Identifier: Apache-2.0
#include "analysis/crossings.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace steelyard::analysis {
namespace {

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

}  // namespace

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

}  // namespace steelyard::analysis

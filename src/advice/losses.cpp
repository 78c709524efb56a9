// SPDX-License-Identifier: Apache-2.0
#include "advice/parts.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace steelyard::advice {
namespace {

using analysis::cell_summary;
using analysis::remark;
using analysis::unit;
using analysis::verdict_word;
using analysis::workload_summary;

bool is_behind(verdict_word word) {
  return word == verdict_word::slower || word == verdict_word::slower_under_margin;
}

bool is_ahead(verdict_word word) {
  return word == verdict_word::faster || word == verdict_word::faster_under_margin;
}

remark loss(std::string key,
            const std::string& workload,
            const record::cell& pick,
            const record::cell& winner) {
  return {std::move(key),
          {analysis::text_argument("workload", workload),
           analysis::remark_argument("pick", cell_name(pick)),
           analysis::remark_argument("winner", cell_name(winner))},
          {record::to_string(pick), record::to_string(winner)}};
}

void add_warm_losses(const workload_summary& workload, std::vector<remark>& losses) {
  for (const analysis::verdict& found : workload.verdicts) {
    if (is_behind(found.word)) {
      remark line = loss("loss.warm", workload.workload.id, found.cell_a, found.cell_b);
      line.arguments.push_back(estimate_argument("ratio", *found.ratio.value, unit::ratio));
      losses.push_back(std::move(line));
    }
  }
}

/// The pick of another workload, where this workload's pick beats it.
void add_losses_abroad(const analysis::run_summary& summary,
                       const workload_summary& workload,
                       std::vector<remark>& losses) {
  for (const analysis::verdict& found : workload.verdicts) {
    const bool is_pick_elsewhere =
        std::ranges::any_of(summary.workloads, [&](const workload_summary& other) {
          return other.pick && other.pick->implementation == found.b &&
                 other.pick->workers == found.cell_b.workers;
        });
    if (is_pick_elsewhere && is_ahead(found.word)) {
      remark line = loss("loss.abroad", workload.workload.id, found.cell_b, found.cell_a);
      line.arguments.push_back(estimate_argument("ratio", *found.ratio.value, unit::ratio));
      losses.push_back(std::move(line));
    }
  }
}

void add_start_losses(const workload_summary& workload, std::vector<remark>& losses) {
  for (const analysis::break_even& crossing : workload.break_evens) {
    if (crossing.faster == workload.pick && crossing.calls.value &&
        crossing.crossing == analysis::crossing::after_calls) {
      remark line = loss("loss.start", workload.workload.id, crossing.faster, crossing.other);
      line.arguments.push_back(
          analysis::number_argument("calls", std::ceil(crossing.calls.value->median)));
      losses.push_back(std::move(line));
    }
  }
}

void add_memory_losses(const workload_summary& workload, std::vector<remark>& losses) {
  const cell_summary& pick = *find_cell(workload, *workload.pick);
  for (const cell_summary& cell : workload.cells) {
    if (pick.peak_pss_bytes.value && cell.peak_pss_bytes.value &&
        *cell.peak_pss_bytes.value < *pick.peak_pss_bytes.value) {
      remark line = loss("loss.memory", workload.workload.id, pick.cell, cell.cell);
      line.arguments.push_back(
          analysis::number_argument("pss", *cell.peak_pss_bytes.value, unit::bytes));
      line.arguments.push_back(
          analysis::number_argument("pick_pss", *pick.peak_pss_bytes.value, unit::bytes));
      losses.push_back(std::move(line));
    }
  }
}

}  // namespace

std::vector<remark> losses_of_picks(const analysis::run_summary& summary) {
  std::vector<remark> losses;
  std::size_t compared = 0;
  std::size_t picks = 0;
  for (const workload_summary& workload : summary.workloads) {
    compared += workload.verdicts.size();
    if (!workload.pick) {
      continue;
    }
    ++picks;
    add_warm_losses(workload, losses);
    add_losses_abroad(summary, workload, losses);
    add_start_losses(workload, losses);
    add_memory_losses(workload, losses);
  }
  if (picks == 0) {
    losses.push_back({"loss.no_pick", {}, {}});
  } else if (losses.empty()) {
    losses.push_back(
        {"loss.none", {analysis::number_argument("pairs", static_cast<double>(compared))}, {}});
  }
  return losses;
}

std::vector<remark> undecided_pairs(const analysis::run_summary& summary) {
  std::vector<remark> result;
  for (const workload_summary& workload : summary.workloads) {
    for (const analysis::verdict& found : workload.verdicts) {
      const cell_summary& other = *find_cell(workload, found.cell_b);
      if (found.word != verdict_word::undecided ||
          other.state == analysis::cell_state::out_of_contention || !found.ratio.value) {
        continue;
      }
      result.push_back({"undecided.pair",
                        {analysis::text_argument("workload", workload.workload.id),
                         analysis::remark_argument("a", cell_name(found.cell_a)),
                         analysis::remark_argument("b", cell_name(found.cell_b)),
                         estimate_argument("ratio", *found.ratio.value, unit::ratio),
                         analysis::number_argument("rounds", found.ratio.value->rounds)},
                        {record::to_string(found.cell_a), record::to_string(found.cell_b)}});
    }
  }
  if (result.empty()) {
    result.push_back({"undecided.none", {}, {}});
  }
  return result;
}

}  // namespace steelyard::advice

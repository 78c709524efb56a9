// SPDX-License-Identifier: Apache-2.0
#include "advice/advice.hpp"

#include "advice/parts.hpp"
#include "analysis/preference.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace steelyard::advice {
namespace {

using analysis::cell_summary;
using analysis::remark;
using analysis::unit;
using analysis::workload_summary;

remark use_without_pick(const workload_summary& workload) {
  if (!workload.leader) {
    return {"use.nothing", {analysis::remark_argument("reason", workload.undecided_because)}, {}};
  }
  const cell_summary& leader = *find_cell(workload, *workload.leader);
  return {"use.no_recommendation",
          {analysis::remark_argument("leader", cell_name(leader.cell)),
           estimate_argument("warm", *leader.warm_ns.value, unit::nanoseconds),
           analysis::remark_argument("reason", workload.undecided_because)},
          {record::to_string(leader.cell)}};
}

remark use_of_pick(const workload_summary& workload) {
  const cell_summary& pick = *find_cell(workload, *workload.pick);
  remark result{"use.clear",
                {analysis::remark_argument("pick", cell_name(pick.cell)),
                 estimate_argument("warm", *pick.warm_ns.value, unit::nanoseconds)},
                {record::to_string(pick.cell)}};
  if (workload.best_set.size() == 1) {
    return result;
  }
  result.key = "use.one_of_the_best";
  std::vector<remark> others;
  for (const record::cell& cell : workload.best_set) {
    if (cell != pick.cell) {
      others.push_back(cell_name(cell));
      result.cells.push_back(record::to_string(cell));
    }
  }
  result.arguments.push_back({"others", std::move(others)});
  result.arguments.push_back(analysis::remark_argument(
      "needs", {std::string(key_of(analysis::dependency_of(pick.cell.implementation))), {}, {}}));
  return result;
}

remark lead_over(const analysis::verdict& found, std::string key) {
  remark result{std::move(key),
                {analysis::remark_argument("other", cell_name(found.cell_b))},
                {record::to_string(found.cell_a), record::to_string(found.cell_b)}};
  if (!found.ratio.value) {
    result.key = "lead.none";
    result.arguments.push_back(analysis::remark_argument("reason", found.ratio.why_not));
    return result;
  }
  result.arguments.push_back(estimate_argument("ratio", *found.ratio.value, unit::ratio));
  result.arguments.push_back(
      analysis::remark_argument("word", {"word." + std::string(to_string(found.word)), {}, {}}));
  return result;
}

const analysis::verdict* verdict_on(const workload_summary& workload, const record::cell& other) {
  const auto found = std::ranges::find(workload.verdicts, other, &analysis::verdict::cell_b);
  return found == workload.verdicts.end() ? nullptr : &*found;
}

void add_leads(const workload_summary& workload,
               const std::string& reference,
               std::vector<remark>& details) {
  if (!workload.runner_up) {
    details.push_back({"lead.only_one", {}, {}});
    return;
  }
  details.push_back(lead_over(workload.verdicts.front(), "lead.runner_up"));
  for (const analysis::verdict& found : workload.verdicts) {
    if (found.b == reference && found.cell_b != *workload.runner_up) {
      details.push_back(lead_over(found, "lead.reference"));
      return;
    }
  }
}

remark not_judged(const workload_summary& workload) {
  remark result{"lead.unjudged", {}, {}};
  std::vector<remark> names;
  for (const record::cell& cell : workload.unjudged) {
    names.push_back(cell_name(cell));
    result.cells.push_back(record::to_string(cell));
  }
  result.arguments.push_back({"others", std::move(names)});
  return result;
}

remark how_sure(const workload_summary& workload, analysis::looking looked) {
  const analysis::verdict& first = workload.verdicts.front();
  const bool is_known = first.ratio.value && first.ratio.value->interval.value;
  if (!is_known) {
    return {
        "sure.no_interval",
        {analysis::number_argument("rounds", first.ratio.value ? first.ratio.value->rounds : 0)},
        {}};
  }
  return {looked == analysis::looking::once ? "sure.once" : "sure.anytime",
          {analysis::number_argument("rounds", first.ratio.value->rounds),
           analysis::number_argument(
               "coverage", first.ratio.value->interval.value->coverage, unit::share),
           analysis::number_argument("margin", first.margin, unit::share)},
          {record::to_string(first.cell_a), record::to_string(first.cell_b)}};
}

std::optional<remark> unless_few_calls(const workload_summary& workload,
                                       const analysis::situation_summary& start) {
  for (const analysis::break_even& crossing : workload.break_evens) {
    if (crossing.faster == workload.pick && crossing.other == start.best && crossing.calls.value &&
        crossing.crossing == analysis::crossing::after_calls) {
      return remark{"unless.few_calls",
                    {analysis::number_argument("calls", std::ceil(crossing.calls.value->median)),
                     analysis::remark_argument("other", cell_name(*start.best))},
                    {record::to_string(*start.best), record::to_string(*workload.pick)}};
    }
  }
  return std::nullopt;
}

std::optional<remark> unless_memory(const workload_summary& workload,
                                    const analysis::situation_summary& memory) {
  const cell_summary& pick = *find_cell(workload, *workload.pick);
  if (!pick.peak_pss_bytes.value) {
    return std::nullopt;
  }
  return remark{"unless.memory",
                {analysis::remark_argument("other", cell_name(*memory.best)),
                 analysis::number_argument("pss", *memory.value.value, unit::bytes),
                 analysis::number_argument("pick_pss", *pick.peak_pss_bytes.value, unit::bytes)},
                {record::to_string(*memory.best), record::to_string(pick.cell)}};
}

std::optional<remark> unless_bound(const workload_summary& workload,
                                   const analysis::situation_summary& situation) {
  const analysis::verdict* found = verdict_on(workload, *situation.best);
  if (found == nullptr || !found->ratio.value ||
      is_candidate(situation.kind, workload.pick->implementation)) {
    return std::nullopt;
  }
  remark result = lead_over(*found, "unless.bound");
  result.arguments.push_back(analysis::remark_argument(
      "bound", {"bound." + std::string(to_string(situation.kind)), {}, {}}));
  return result;
}

std::vector<remark> exceptions_of(const workload_summary& workload) {
  std::vector<remark> result;
  for (const analysis::situation_summary& situation : workload.situations) {
    if (!situation.best || *situation.best == *workload.pick) {
      continue;
    }
    std::optional<remark> exception;
    switch (situation.kind) {
      case analysis::situation_kind::one_shot_process:
        exception = unless_few_calls(workload, situation);
        break;
      case analysis::situation_kind::memory_first:
        exception = unless_memory(workload, situation);
        break;
      default:
        exception = unless_bound(workload, situation);
    }
    if (exception) {
      result.push_back(std::move(*exception));
    }
  }
  return result;
}

workload_answer answer_of(const workload_summary& workload, const analysis::run_summary& summary) {
  workload_answer result;
  result.workload = workload.workload.id;
  result.use = workload.pick ? use_of_pick(workload) : use_without_pick(workload);
  if (workload.leader) {
    add_leads(workload, summary.manifest.reference, result.details);
  }
  if (!workload.unjudged.empty()) {
    result.details.push_back(not_judged(workload));
  }
  if (!workload.verdicts.empty()) {
    result.details.push_back(how_sure(workload, summary.looked));
  }
  if (workload.pick) {
    result.unless = exceptions_of(workload);
  }
  return result;
}

}  // namespace

remark cell_name(const record::cell& cell) {
  return {cell.workers == 1 ? "name.one_worker" : "name.workers",
          {analysis::text_argument("implementation", cell.implementation),
           analysis::number_argument("workers", cell.workers)},
          {}};
}

analysis::argument estimate_argument(std::string name, const analysis::estimate& value, unit of) {
  if (const auto& ends = value.interval.value) {
    return {std::move(name), analysis::quantity_range{ends->low, ends->high, of, value.median}};
  }
  return analysis::number_argument(std::move(name), value.median, of);
}

run_advice advise(const analysis::run_summary& summary) {
  run_advice result;
  for (const workload_summary& workload : summary.workloads) {
    result.workloads.push_back(answer_of(workload, summary));
  }
  result.situations = answer_situations(summary);
  result.checklist = tuning_checklist(summary);
  result.losses = losses_of_picks(summary);
  result.undecided = undecided_pairs(summary);
  result.caveats = caveats_of(summary);
  return result;
}

}  // namespace steelyard::advice

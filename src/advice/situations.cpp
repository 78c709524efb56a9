// SPDX-License-Identifier: Apache-2.0
#include "advice/parts.hpp"

#include <utility>

namespace steelyard::advice {
namespace {

using analysis::remark;
using analysis::situation_kind;
using analysis::situation_summary;
using analysis::unit;

unit unit_of(situation_kind kind) {
  return kind == situation_kind::memory_first ? unit::bytes : unit::nanoseconds;
}

bool is_decided(const analysis::verdict& found) {
  return found.word != analysis::verdict_word::undecided &&
         found.word != analysis::verdict_word::equal;
}

remark sentence_of(const situation_summary& situation, const std::string& workload) {
  if (!situation.best) {
    return {"situation.none",
            {analysis::text_argument("workload", workload),
             analysis::remark_argument("reason", situation.value.why_not)},
            {}};
  }
  remark result{
      "situation.alone",
      {analysis::text_argument("workload", workload),
       analysis::remark_argument("best", cell_name(*situation.best)),
       analysis::number_argument("value", *situation.value.value, unit_of(situation.kind))},
      {record::to_string(*situation.best)}};
  if (situation.kind == situation_kind::memory_first) {
    result.key = "situation.memory";
  }
  if (!situation.over_next || !situation.over_next->ratio.value) {
    return result;
  }
  const analysis::verdict& found = *situation.over_next;
  const bool is_start = situation.kind == situation_kind::one_shot_process;
  if (is_start) {
    result.key = is_decided(found) ? "situation.start" : "situation.start_open";
  } else {
    result.key = is_decided(found) ? "situation.warm" : "situation.warm_open";
  }
  result.arguments.push_back(analysis::remark_argument("next", cell_name(found.cell_b)));
  result.arguments.push_back(estimate_argument("ratio", *found.ratio.value, unit::ratio));
  result.arguments.push_back(
      analysis::remark_argument("word", {"word." + std::string(to_string(found.word)), {}, {}}));
  result.cells.push_back(record::to_string(found.cell_b));
  return result;
}

}  // namespace

std::vector<situation_answer> answer_situations(const analysis::run_summary& summary) {
  std::vector<situation_answer> result;
  for (const situation_kind kind : analysis::all_situations) {
    situation_answer answer{kind, {}};
    for (const analysis::workload_summary& workload : summary.workloads) {
      for (const situation_summary& situation : workload.situations) {
        if (situation.kind == kind) {
          answer.answers.push_back(sentence_of(situation, workload.workload.id));
        }
      }
    }
    if (answer.answers.empty()) {
      answer.answers.push_back({"situation.no_workload", {}, {}});
    }
    result.push_back(std::move(answer));
  }
  return result;
}

}  // namespace steelyard::advice

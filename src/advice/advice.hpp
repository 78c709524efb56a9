// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/summary.hpp"

#include <string>
#include <vector>

/// Rules from the values of a run to sentences. A sentence is made from cells and names them, so it
/// cannot contradict a table.
namespace steelyard::advice {

struct workload_answer {
  std::string workload;
  analysis::remark use;                   ///< use this; or why there is no recommendation
  std::vector<analysis::remark> details;  ///< by how much, how sure
  std::vector<analysis::remark> unless;   ///< when something else is the answer
};

/// One line of the selection table, answered by each workload it is asked of.
struct situation_answer {
  analysis::situation_kind kind = analysis::situation_kind::python_standard_operation;
  std::vector<analysis::remark> answers;
};

struct run_advice {
  std::vector<workload_answer> workloads;
  std::vector<situation_answer> situations;
  std::vector<analysis::remark> checklist;
  std::vector<analysis::remark> losses;  ///< where a pick is beaten; says so when nowhere
  std::vector<analysis::remark> undecided;
  std::vector<analysis::remark> caveats;  ///< of this run, then those that hold always
};

[[nodiscard]] run_advice advise(const analysis::run_summary& summary);

/// "cpp-onetbb (2 workers)" as a remark.
[[nodiscard]] analysis::remark cell_name(const record::cell& cell);
/// A median with its interval, where it has one.
[[nodiscard]] analysis::argument estimate_argument(std::string name,
                                                   const analysis::estimate& value,
                                                   analysis::unit of);

}  // namespace steelyard::advice

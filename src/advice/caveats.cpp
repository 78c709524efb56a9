// SPDX-License-Identifier: Apache-2.0
#include "advice/parts.hpp"

#include <algorithm>

namespace steelyard::advice {

std::vector<analysis::remark> caveats_of(const analysis::run_summary& summary) {
  std::vector<analysis::remark> result = summary.warnings;
  const bool is_quick = summary.manifest.profile == "quick";
  if (is_quick) {
    result.push_back({"caveat.quick", {}, {}});
  }
  const bool has_loops = std::ranges::any_of(summary.workloads, [](const auto& workload) {
    return std::ranges::any_of(workload.cells,
                               [](const auto& cell) { return cell.calls_per_s.value.has_value(); });
  });
  if (has_loops) {
    result.push_back({"caveat.closed_loop", {}, {}});
  }
  for (const char* key : {"caveat.one_machine",
                          "caveat.hash",
                          "caveat.iqr",
                          "caveat.independence",
                          "caveat.pss",
                          "caveat.bandwidth",
                          "caveat.setup",
                          "caveat.scope"}) {
    result.push_back({key, {}, {}});
  }
  return result;
}

}  // namespace steelyard::advice

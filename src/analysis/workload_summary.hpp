// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/summary.hpp"

namespace steelyard::analysis {

/// Everything about one workload of a run.
[[nodiscard]] workload_summary summarize_workload(const record::run& run,
                                                  const record::workload& workload,
                                                  const question& asked,
                                                  looking looked);

}  // namespace steelyard::analysis

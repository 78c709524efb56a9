// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/summary.hpp"

#include <vector>

namespace steelyard::analysis {

/// What a reader must know before trusting the answer, loudest first: everything of the summary is
/// filled but its warnings.
[[nodiscard]] std::vector<remark> warnings_of(const run_summary& summary);

}  // namespace steelyard::analysis

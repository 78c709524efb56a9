// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/workbench.hpp"

namespace steelyard::analysis {

/// Break-even of every pair of implementations, each by its fastest cell: fills `break_evens`.
/// Source: docs/method.md, "Break-even".
void find_crossings(const workbench& bench, workload_summary& result);

}  // namespace steelyard::analysis

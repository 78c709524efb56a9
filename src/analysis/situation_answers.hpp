// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/workbench.hpp"

namespace steelyard::analysis {

/// Fills `situations` and `equal_rows_imbalance`. Source: docs/method.md, "Situations".
void answer_situations(const workbench& bench, workload_summary& result);

}  // namespace steelyard::analysis

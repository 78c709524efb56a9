// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/workbench.hpp"

namespace steelyard::analysis {

/// Racing over all measured cells: fills `best_set` and `leader`, and marks the rows that stopped
/// early. Source: docs/method.md, "Best set" and "Out of contention".
void find_best_set(const workbench& bench, workload_summary& result);

/// Fills `pick`, or `undecided_because`; needs the best set. Source: docs/method.md, "The pick".
void choose_pick(const workbench& bench, workload_summary& result);

}  // namespace steelyard::analysis

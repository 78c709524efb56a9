// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/run.hpp"

#include <optional>
#include <string>
#include <vector>

namespace steelyard::analysis {

/// What a manifest says about a cell before anything is measured.
struct planned_cell {
  record::cell cell;
  std::string skipped;           ///< reason; empty when it was due
  std::optional<double> loop_s;  ///< seconds of calls back to back; none in other profiles
};

/// The cells of the manifest's plan, in its order; none when the plan does not list them.
[[nodiscard]] std::vector<planned_cell> planned_cells(const record::manifest& manifest);

}  // namespace steelyard::analysis

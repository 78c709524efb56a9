// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/cell_samples.hpp"
#include "analysis/summary.hpp"

#include <optional>
#include <string>

namespace steelyard::analysis {

/// What the figures of a cell depend on beside its own processes.
struct cell_context {
  const record::manifest& manifest;
  const record::workload& workload;
  const record::implementation* implementation = nullptr;  ///< nullptr: not in the manifest
  looking looked = looking::after_each_round;
  double alpha = 0.05;
  std::optional<double> loop_s;  ///< as planned for the cell
};

/// The figures that a cell has by itself. Those against other cells (speed-up, ratio to the best,
/// out of contention) are for the workload to fill.
[[nodiscard]] cell_summary summarize_cell(const cell_samples& samples, const cell_context& context);

/// A row for a cell that had no process: unavailable, skipped by a rule of the plan, or not run.
///
/// \param skipped  the plan's reason; empty when it was due.
[[nodiscard]] cell_summary row_without_processes(const record::implementation& implementation,
                                                 const record::cell& cell,
                                                 const std::string& skipped);

}  // namespace steelyard::analysis

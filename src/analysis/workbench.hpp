// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/cell_samples.hpp"
#include "analysis/summary.hpp"

#include <map>

namespace steelyard::analysis {

/// What the steps of a workload's summary share: the run's part for it and what is asked of it.
struct workbench {
  const record::run& run;
  const record::workload& workload;
  const question& asked;
  looking looked;
  std::map<record::cell, cell_samples>
      samples;  ///< of cells that have warm times and no wrong result
};

/// The verdict between two measured cells.
[[nodiscard]] inline verdict verdict_on(const workbench& bench,
                                        const record::cell& a,
                                        const record::cell& b) {
  verdict result = verdict_between(
      bench.samples.at(a).warm, bench.samples.at(b).warm, bench.asked, bench.looked);
  result.cell_a = a;
  result.cell_b = b;
  return result;
}

[[nodiscard]] inline bool is_measured(const cell_summary& cell) {
  return cell.warm_ns.value.has_value();
}

}  // namespace steelyard::analysis

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/run.hpp"

#include <cstdint>

namespace steelyard::study {

/// A rough prediction from the class of an implementation and the size of a workload: for
/// --dry-run, the first ETA and the decision whether a first process still fits the budget. Never
/// part of a result.
struct predicted_cost {
  double start_s = 0;  ///< launch, imports, input
  double call_s = 0;   ///< one call with one worker
  double bytes = 0;    ///< private memory of the process tree
};

[[nodiscard]] predicted_cost cost_of(const record::implementation& implementation,
                                     const record::workload& workload,
                                     std::uint32_t workers);

}  // namespace steelyard::study

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workload/digest.hpp"
#include "workload/formula.hpp"

namespace steelyard::workload {

/// The digest of the right y of a formula workload, in int64 arithmetic that is exact for every
/// size the formulas allow. oracle/oracle.py computes the same from the definition alone.
[[nodiscard]] digest expected_digest(const formula_workload& workload);

}  // namespace steelyard::workload

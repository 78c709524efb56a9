// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "study/machine.hpp"
#include "study/offer.hpp"
#include "study/plan.hpp"
#include "study/settings.hpp"
#include "study/user_matrix.hpp"

#include <string>
#include <vector>

namespace steelyard::study {

/// Every cell that a study measures on this machine, with those that cannot be measured and why.
///
/// \param matrix  the user's, when the settings name one; it replaces the built-in workloads
/// Errors: `std::invalid_argument` for globs that match nothing, CPUs that this process may not
/// use, an unknown reference.
[[nodiscard]] plan make_plan(const settings& value,
                             const offer& offered,
                             const machine_facts& machine,
                             const user_matrix* matrix);

/// The text of `--dry-run`: the cells, processes and the predicted time.
[[nodiscard]] std::string dry_run_text(const plan& value);

/// What a plan is stored as in the manifest, beside the settings.
[[nodiscard]] nlohmann::ordered_json execution_json(const plan& value);
/// The plan of a stored run. Errors: `std::invalid_argument` naming the field.
[[nodiscard]] plan plan_from(const record::manifest& manifest);

}  // namespace steelyard::study

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "study/offer.hpp"

#include <string>
#include <vector>

namespace steelyard::cli {

/// What the subjects of this installation, and the extra commands, offer here.
/// Errors: `usage_error` when the subjects file is missing or a command does not answer.
[[nodiscard]] study::offer offered_here(const std::vector<std::string>& extra_commands);

/// The same subjects asked again for a stored plan.
[[nodiscard]] study::offer offered_again(const std::vector<study::subject_entry>& entries);

}  // namespace steelyard::cli

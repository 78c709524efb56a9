// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/cpu_list.hpp"
#include "record/finding.hpp"
#include "record/run.hpp"

#include <string>
#include <vector>

namespace steelyard::measure {

/// What the settings of a machine mean for verdicts. Pure.
/// \param facts      as `read_environment` gives them for `cpus`.
/// \param variables  the user's environment, "NAME=value".
[[nodiscard]] std::vector<record::finding> findings_of_settings(
    const std::vector<record::fact>& facts,
    const cpu_list& cpus,
    const std::vector<std::string>& variables);

}  // namespace steelyard::measure

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/run.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace steelyard::report {

/// The text with every path that starts at the root, the home or a dot folder, and every path in an
/// option ("-I/x"), as "[path]", and every whole word of `names` as "[name]". Web addresses stay.
[[nodiscard]] std::string redacted_text(std::string_view text,
                                        const std::vector<std::string>& names);

/// The run without what tells whose it is: paths, `names` (host, user), environment variables, the
/// kernel's command line, and the logs of subjects, which may hold anything. Figures, ids and the
/// file names of matrices stay.
[[nodiscard]] record::run redacted(record::run run, const std::vector<std::string>& names);

}  // namespace steelyard::report

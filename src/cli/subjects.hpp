// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace steelyard::cli {

/// Where the launcher wrote which subjects there are: STEELYARD_SUBJECTS when set, else
/// subjects.json in the build folder that holds this program.
[[nodiscard]] std::filesystem::path subjects_file();

}  // namespace steelyard::cli

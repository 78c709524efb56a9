// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "study/session.hpp"

#include <filesystem>

namespace steelyard::cli {

/// Runs or goes on with a session, draws its progress on stderr, and passes on the user's
/// interruption.
[[nodiscard]] study::outcome watch_session(const study::plan& planned,
                                           const std::filesystem::path& run_directory,
                                           const study::user_matrix* matrix,
                                           bool quiet);

}  // namespace steelyard::cli

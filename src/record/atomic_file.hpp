// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace steelyard::record {

/// Replaces the file as a whole: a reader, also after a crash or a full disk, sees the former or
/// the new content and never a mixture. The content is on the disk when this returns. Errors:
/// `std::system_error` with the path.
void write_file_atomically(const std::filesystem::path& path, std::string_view content);

/// The whole file, if it is a regular file of at most `max_bytes`.
/// Errors: `std::runtime_error` naming the path, and the bound where that is the matter.
[[nodiscard]] std::string read_bounded_file(const std::filesystem::path& path,
                                            std::uintmax_t max_bytes);

}  // namespace steelyard::record

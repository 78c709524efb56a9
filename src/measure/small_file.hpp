// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace steelyard::measure {

/// What a file of /proc or /sys holds, or why it cannot be read: "not readable here" is a value.
struct small_file {
  std::optional<std::string> text;  ///< without the trailing newline; at most 1 MiB
  std::string not_readable;         ///< reason, when `text` is empty
  int error = 0;                    ///< errno behind the reason
};

/// Errors: none; every failure is a reason.
[[nodiscard]] small_file read_small_file(const std::filesystem::path& path);

/// The whole non-negative number that `text` begins with, after spaces; empty when there is none or
/// it does not fit.
[[nodiscard]] std::optional<std::int64_t> leading_number(std::string_view text) noexcept;

/// The number after `key` where it begins a line, as in "MemAvailable:  123 kB".
[[nodiscard]] std::optional<std::int64_t> number_after(std::string_view text,
                                                       std::string_view key) noexcept;

}  // namespace steelyard::measure

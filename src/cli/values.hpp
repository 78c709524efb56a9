// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Values of options, from text. Each error is a `usage_error` that names the option, the value as
/// it was typed and the accepted forms.
namespace steelyard::cli {

/// Seconds from "90", "90s", "2m", "1.5h"; more than 0 and at most 30 days.
[[nodiscard]] double duration_s(std::string_view option, std::string_view text);
/// Bytes from "4096", "512M", "4G" (powers of 1024).
[[nodiscard]] std::int64_t size_bytes(std::string_view option, std::string_view text);
/// A relative share from "2%" or "0.02".
[[nodiscard]] double share(std::string_view option, std::string_view text);
/// A whole number of at least 0.
[[nodiscard]] std::uint64_t whole_number(std::string_view option, std::string_view text);
/// One whole number of at least 1.
[[nodiscard]] std::uint64_t positive_number(std::string_view option, std::string_view text);
/// The parts between commas, as they are.
[[nodiscard]] std::vector<std::string> text_list(std::string_view text);
/// Positive whole numbers from "1,2,4".
[[nodiscard]] std::vector<std::uint64_t> positive_list(std::string_view option,
                                                       std::string_view text);
/// `text` when it is one of the words; else a `usage_error` that lists them and the nearest one.
[[nodiscard]] std::string one_of(std::string_view option,
                                 std::string_view text,
                                 std::span<const std::string> words);

}  // namespace steelyard::cli

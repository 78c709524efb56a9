// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace steelyard::study {

/// Seconds of "90", "120s", "2m", "1.5h" or "100ms"; nothing when it is no duration over 0.
[[nodiscard]] std::optional<double> seconds_from(std::string_view text);

/// Bytes of "4096", "512M" or "4G" (powers of 1024; a final "iB" or "B" is allowed).
[[nodiscard]] std::optional<std::int64_t> bytes_from(std::string_view text);

/// The fraction of "2%" or "0.02"; nothing when it is not in [0, 1).
[[nodiscard]] std::optional<double> share_from(std::string_view text);

/// A whole number written in digits alone.
[[nodiscard]] std::optional<std::uint64_t> whole_from(std::string_view text);

}  // namespace steelyard::study

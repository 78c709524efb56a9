// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace steelyard::study {

/// `*` stands for any text, `?` for one character, everything else for itself.
[[nodiscard]] bool glob_matches(std::string_view pattern, std::string_view name) noexcept;

/// Smallest number of inserted, removed, replaced and swapped neighbouring characters between two
/// words (Damerau-Levenshtein, optimal string alignment).
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate nearest to a mistyped word; empty when none is near enough to be meant.
[[nodiscard]] std::string nearest_name(std::string_view word,
                                       std::span<const std::string> candidates);

/// "; did you mean \"x\"?", or nothing.
[[nodiscard]] std::string suggestion(std::string_view word,
                                     std::span<const std::string> candidates);

/// "a, b, c"
[[nodiscard]] std::string listed(std::span<const std::string> names);

}  // namespace steelyard::study

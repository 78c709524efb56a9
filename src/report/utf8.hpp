// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace steelyard::report {

/// The code point at the front of a text, or one byte that belongs to none.
struct code_point {
  char32_t value = 0;
  std::size_t bytes = 1;
  bool is_valid = false;
};

/// Precondition: `text` is not empty. Overlong forms, surrogates and values over U+10FFFF are
/// invalid.
[[nodiscard]] code_point first_code_point(std::string_view text) noexcept;

/// Columns of a terminal: East Asian wide characters take two.
[[nodiscard]] std::size_t column_width(char32_t value) noexcept;
[[nodiscard]] std::size_t display_width(std::string_view text) noexcept;

/// At most `width` columns; what is cut ends in "..".
[[nodiscard]] std::string clipped(std::string_view text, std::size_t width);

}  // namespace steelyard::report

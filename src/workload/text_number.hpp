// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workload/text_cursor.hpp"

#include <cstdint>
#include <string_view>

namespace steelyard::workload {

/// Reads an unsigned decimal number at `place`, which must be followed somewhere by a character
/// that is no digit; gives false, and does not move, where there is none or it is above `most`.
inline bool scan_unsigned(const char*& place, std::uint64_t most, std::uint64_t& number) noexcept {
  const char* scan = place;
  std::uint64_t value = 0;
  for (;; ++scan) {
    const auto digit = static_cast<std::uint64_t>(static_cast<unsigned char>(*scan)) - '0';
    if (digit > 9) {
      break;
    }
    value = value * 10 + digit;
    if (value > most) {
      return false;
    }
  }
  if (scan == place) {
    return false;
  }
  place = scan;
  number = value;
  return true;
}

/// Reads the count or dimension at the cursor, which `name` says in a message.
[[nodiscard]] std::uint64_t read_size(text_cursor& text, std::string_view name);

/// Reads a finite decimal number at the cursor, correctly rounded: with or without sign, point and
/// exponent, the exponent marked by e, E or, as Fortran writes it, d or D. What is too small for
/// float64 becomes zero or a subnormal.
[[nodiscard]] double read_real(text_cursor& text);

/// Reads an integer at the cursor; beyond 2^53 it is rounded to float64.
[[nodiscard]] double read_integer(text_cursor& text);

}  // namespace steelyard::workload

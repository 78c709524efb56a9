// SPDX-License-Identifier: Apache-2.0
#include "report/utf8.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace steelyard::report {
namespace {

struct range {
  char32_t first;
  char32_t last;
};

// East Asian Width W and F, in blocks (Unicode 15, EastAsianWidth.txt).
constexpr std::array<range, 8> wide = {{{0x1100, 0x115f},
                                        {0x2e80, 0xa4cf},
                                        {0xac00, 0xd7a3},
                                        {0xf900, 0xfaff},
                                        {0xfe30, 0xfe6f},
                                        {0xff00, 0xff60},
                                        {0xffe0, 0xffe6},
                                        {0x1f300, 0x3fffd}}};

std::size_t length_of(unsigned char lead) noexcept {
  if (lead < 0x80) {
    return 1;
  }
  if (lead >= 0xc2 && lead <= 0xdf) {
    return 2;
  }
  if (lead >= 0xe0 && lead <= 0xef) {
    return 3;
  }
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
}

}  // namespace

code_point first_code_point(std::string_view text) noexcept {
  assert(!text.empty());
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t length = length_of(lead);
  const code_point invalid{lead, 1, false};
  if (length == 0 || length > text.size()) {
    return invalid;
  }
  if (length == 1) {
    return {lead, 1, true};
  }
  char32_t value = lead & (0xffU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xc0U) != 0x80U) {
      return invalid;
    }
    value = (value << 6U) | (byte & 0x3fU);
  }
  constexpr std::array<char32_t, 5> least = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = value >= 0xd800 && value <= 0xdfff;
  if (value < least[length] || value > 0x10ffff || is_surrogate) {
    return invalid;
  }
  return {value, length, true};
}

std::size_t column_width(char32_t value) noexcept {
  return std::ranges::any_of(wide,
                             [&](const range& r) { return value >= r.first && value <= r.last; })
             ? 2
             : 1;
}

std::size_t display_width(std::string_view text) noexcept {
  std::size_t width = 0;
  while (!text.empty()) {
    const code_point point = first_code_point(text);
    width += column_width(point.value);
    text.remove_prefix(point.bytes);
  }
  return width;
}

std::string clipped(std::string_view text, std::size_t width) {
  if (display_width(text) <= width) {
    return std::string(text);
  }
  constexpr std::string_view mark = "..";
  std::string result;
  std::size_t used = mark.size();
  while (!text.empty()) {
    const code_point point = first_code_point(text);
    used += column_width(point.value);
    if (used > width) {
      break;
    }
    result += text.substr(0, point.bytes);
    text.remove_prefix(point.bytes);
  }
  return result.append(mark);
}

}  // namespace steelyard::report

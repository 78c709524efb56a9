// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/remark.hpp"

#include <string>
#include <string_view>

namespace steelyard::advice {

/// How numbers are written. The digits are the same everywhere; only signs and the space before a
/// unit depend on the medium.
struct number_style {
  bool ascii = false;                 ///< "us" and "x" instead of the signs for micro and times
  std::string_view unit_space = " ";  ///< U+00A0 where lines are broken by others
};

/// Three significant digits: "4.17", "0.0231", "384", "12400". Precondition: finite.
[[nodiscard]] std::string three_digits(double value);

/// With its unit, scaled: "4.17 ms", "36.5 MiB", "1.25x", "88.3 %", "21.4 GB/s".
[[nodiscard]] std::string format(const analysis::quantity& value, const number_style& style);

/// The value before its interval, all in one unit: "4.17 ms [4.11, 4.25]". Without a value both
/// ends in the unit of the upper one: "[4.11, 4.25] ms".
[[nodiscard]] std::string format(const analysis::quantity_range& value, const number_style& style);

}  // namespace steelyard::advice

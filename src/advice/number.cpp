// SPDX-License-Identifier: Apache-2.0
#include "advice/number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <span>

namespace steelyard::advice {
namespace {

using analysis::unit;

struct scale {
  double from;  ///< used for magnitudes of at least this
  std::string_view name;
  std::string_view ascii_name;
};

constexpr std::array<scale, 4> times = {
    {{1e9, "s", "s"}, {1e6, "ms", "ms"}, {1e3, "\u00b5s", "us"}, {1, "ns", "ns"}}};
constexpr std::array<scale, 4> sizes = {{{1073741824.0, "GiB", "GiB"},
                                         {1048576.0, "MiB", "MiB"},
                                         {1024.0, "KiB", "KiB"},
                                         {1, "B", "B"}}};
constexpr std::array<scale, 4> rates = {
    {{1e9, "GB/s", "GB/s"}, {1e6, "MB/s", "MB/s"}, {1e3, "kB/s", "kB/s"}, {1, "B/s", "B/s"}}};

std::span<const scale> scales_of(unit of) {
  switch (of) {
    case unit::nanoseconds:
      return times;
    case unit::bytes:
      return sizes;
    case unit::bytes_per_second:
      return rates;
    case unit::count:
    case unit::ratio:
    case unit::share:
    case unit::per_second:
      break;
  }
  return {};
}

const scale& scale_for(std::span<const scale> scales, double magnitude) {
  // Half a unit of the third digit: 999.6 us is shown as 1.00 ms.
  const auto found = std::ranges::find_if(
      scales, [&](const scale& candidate) { return magnitude >= candidate.from * 0.9995; });
  return found == scales.end() ? scales.back() : *found;
}

std::string sign_of(unit of, const number_style& style) {
  switch (of) {
    case unit::ratio:
      return style.ascii ? "x" : "\u00d7";
    case unit::share:
      return fmt::format("{}%", style.unit_space);
    case unit::per_second:
      return "/s";
    default:
      return "";
  }
}

double shown(double value, unit of) {
  return of == unit::share ? 100 * value : value;
}

}  // namespace

std::string three_digits(double value) {
  assert(std::isfinite(value));
  if (value == 0) {
    return "0";
  }
  const int exponent = static_cast<int>(std::floor(std::log10(std::abs(value))));
  const double step = std::pow(10.0, exponent - 2);
  const double rounded = std::round(value / step) * step;
  // Rounding may have reached the next power of ten: 9.996 is 10.0.
  const int digits = static_cast<int>(std::floor(std::log10(std::abs(rounded)) + 1e-12));
  return fmt::format("{:.{}f}", rounded, std::clamp(2 - digits, 0, 12));
}

std::string format(const analysis::quantity& value, const number_style& style) {
  const auto scales = scales_of(value.unit);
  if (!scales.empty()) {
    const scale& chosen = scale_for(scales, std::abs(value.value));
    return fmt::format("{}{}{}",
                       three_digits(value.value / chosen.from),
                       style.unit_space,
                       style.ascii ? chosen.ascii_name : chosen.name);
  }
  if (value.unit == unit::count && value.value == std::round(value.value) &&
      std::abs(value.value) < 1e15) {
    return fmt::format("{:.0f}", value.value);
  }
  return three_digits(shown(value.value, value.unit)) + sign_of(value.unit, style);
}

std::string format(const analysis::quantity_range& value, const number_style& style) {
  const auto scales = scales_of(value.unit);
  const scale* chosen =
      scales.empty() ? nullptr : &scale_for(scales, std::abs(value.value.value_or(value.high)));
  const auto digits = [&](double end) {
    return three_digits(chosen == nullptr ? shown(end, value.unit) : end / chosen->from);
  };
  const std::string ends =
      fmt::format("[{},{}{}]", digits(value.low), style.unit_space, digits(value.high));
  if (value.value) {
    return format(analysis::quantity{*value.value, value.unit}, style) +
           std::string(style.unit_space) + ends;
  }
  if (chosen == nullptr) {
    return ends + sign_of(value.unit, style);
  }
  return fmt::format(
      "{}{}{}", ends, style.unit_space, style.ascii ? chosen->ascii_name : chosen->name);
}

}  // namespace steelyard::advice

// SPDX-License-Identifier: Apache-2.0
#include "study/quantity.hpp"

#include <charconv>
#include <cmath>

namespace steelyard::study {
namespace {

struct number_and_unit {
  double number = 0;
  std::string_view unit;
};

std::optional<number_and_unit> split(std::string_view text) {
  number_and_unit result;
  if (text.empty() || text.front() < '0' || text.front() > '9') {
    return std::nullopt;  // from_chars would take "inf", "nan" and signs
  }
  const auto [end, error] = std::from_chars(
      text.data(), text.data() + text.size(), result.number, std::chars_format::fixed);
  if (error != std::errc() || !std::isfinite(result.number)) {
    return std::nullopt;
  }
  result.unit = text.substr(static_cast<std::size_t>(end - text.data()));
  return result;
}

}  // namespace

std::optional<double> seconds_from(std::string_view text) {
  const auto parts = split(text);
  if (!parts || parts->number <= 0 || parts->number > 1e9) {
    return std::nullopt;
  }
  if (parts->unit.empty() || parts->unit == "s") {
    return parts->number;
  }
  if (parts->unit == "ms") {
    return parts->number / 1000;
  }
  if (parts->unit == "m" || parts->unit == "min") {
    return parts->number * 60;
  }
  if (parts->unit == "h") {
    return parts->number * 3600;
  }
  return std::nullopt;
}

std::optional<std::int64_t> bytes_from(std::string_view text) {
  const auto parts = split(text);
  if (!parts) {
    return std::nullopt;
  }
  std::string_view unit = parts->unit;
  if (unit.ends_with("iB")) {
    unit.remove_suffix(2);
  } else if (unit.ends_with("B")) {
    unit.remove_suffix(1);
  }
  double scale = 1;
  if (!unit.empty()) {
    constexpr std::string_view letters = "KMGT";
    const std::size_t power = letters.find(unit);
    if (unit.size() != 1 || power == std::string_view::npos) {
      return std::nullopt;
    }
    scale = std::ldexp(1.0, static_cast<int>(10 * (power + 1)));
  }
  const double bytes = parts->number * scale;
  if (bytes < 1 || bytes > 9e18 || bytes != std::floor(bytes)) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(bytes);
}

std::optional<double> share_from(std::string_view text) {
  const auto parts = split(text);
  if (!parts || !(parts->unit.empty() || parts->unit == "%")) {
    return std::nullopt;
  }
  const double share = parts->unit.empty() ? parts->number : parts->number / 100;
  return share < 1 ? std::optional(share) : std::nullopt;
}

std::optional<std::uint64_t> whole_from(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) {
    return std::nullopt;
  }
  return value;
}

}  // namespace steelyard::study

// SPDX-License-Identifier: Apache-2.0
#include "cli/values.hpp"

#include "cli/usage_error.hpp"
#include "study/names.hpp"
#include "study/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace steelyard::cli {
namespace {

template <typename Value>
Value accepted(std::optional<Value> value,
               std::string_view option,
               std::string_view text,
               std::string_view forms) {
  if (!value) {
    throw usage_error(fmt::format("{}: '{}' is not {}", option, text, forms));
  }
  return *value;
}

}  // namespace

double duration_s(std::string_view option, std::string_view text) {
  constexpr double longest = 30.0 * 24 * 3600;
  std::optional<double> seconds = study::seconds_from(text);
  if (seconds && *seconds > longest) {
    seconds.reset();
  }
  return accepted(seconds, option, text, "a duration such as 90s, 2m or 1.5h (at most 720h)");
}

std::int64_t size_bytes(std::string_view option, std::string_view text) {
  return accepted(study::bytes_from(text), option, text, "a size such as 512M or 4G");
}

double share(std::string_view option, std::string_view text) {
  return accepted(study::share_from(text), option, text, "a share such as 2% or 0.02 (under 1)");
}

std::uint64_t whole_number(std::string_view option, std::string_view text) {
  return accepted(study::whole_from(text), option, text, "a whole number");
}

std::uint64_t positive_number(std::string_view option, std::string_view text) {
  std::optional<std::uint64_t> value = study::whole_from(text);
  if (value == 0U) {
    value.reset();
  }
  return accepted(value, option, text, "one whole number over 0");
}

std::vector<std::string> text_list(std::string_view text) {
  std::vector<std::string> parts;
  for (std::size_t first = 0; first <= text.size();) {
    const std::size_t comma = std::min(text.find(',', first), text.size());
    parts.emplace_back(text.substr(first, comma - first));
    first = comma + 1;
  }
  return parts;
}

std::vector<std::uint64_t> positive_list(std::string_view option, std::string_view text) {
  std::vector<std::uint64_t> values;
  for (const std::string& part : text_list(text)) {
    std::optional<std::uint64_t> value = study::whole_from(part);
    if (value == 0U) {
      value.reset();
    }
    values.push_back(accepted(value, option, text, "a list of whole numbers over 0 such as 1,2,4"));
  }
  return values;
}

std::string one_of(std::string_view option,
                   std::string_view text,
                   std::span<const std::string> words) {
  if (std::ranges::find(words, text) == words.end()) {
    throw usage_error(fmt::format("{}: unknown value '{}'; accepted: {}{}",
                                  option,
                                  text,
                                  study::listed(words),
                                  study::suggestion(text, words)));
  }
  return std::string(text);
}

}  // namespace steelyard::cli

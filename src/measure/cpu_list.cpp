// SPDX-License-Identifier: Apache-2.0
#include "measure/cpu_list.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace steelyard::measure {
namespace {

[[noreturn]] void refuse(std::string_view text, std::string_view why) {
  std::string shown{text.substr(0, 60)};
  std::ranges::replace_if(
      shown, [](char letter) { return letter < 0x20 || letter == 0x7f; }, '?');
  throw std::invalid_argument(fmt::format("not a list of CPUs like 0-3,8: '{}' ({})", shown, why));
}

std::uint32_t take_number(std::string_view& rest, std::string_view whole) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
  if (error == std::errc::invalid_argument) {
    refuse(whole, "a number is missing");
  }
  if (error != std::errc{} || value >= cpu_number_limit) {
    refuse(whole, fmt::format("a CPU number is {} or above", cpu_number_limit));
  }
  rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  return value;
}

}  // namespace

cpu_list parse_cpu_list(std::string_view text) {
  if (text.ends_with('\n')) {
    text.remove_suffix(1);
  }
  // A bit a CPU, so that "0-65535,0-65535,…" stays small.
  std::vector<bool> named;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::uint32_t first = take_number(rest, text);
    std::uint32_t last = first;
    if (rest.starts_with('-')) {
      rest.remove_prefix(1);
      last = take_number(rest, text);
    }
    if (last < first) {
      refuse(text, "a range runs backwards");
    }
    if (named.size() <= last) {
      named.resize(last + 1);
    }
    std::fill(named.begin() + first, named.begin() + last + 1, true);
    if (rest.empty()) {
      break;
    }
    if (!rest.starts_with(',')) {
      refuse(text, "a comma is missing");
    }
    rest.remove_prefix(1);
    if (rest.empty()) {
      refuse(text, "it ends with a comma");
    }
  }
  cpu_list cpus;
  for (std::uint32_t cpu = 0; cpu < named.size(); ++cpu) {
    if (named[cpu]) {
      cpus.push_back(cpu);
    }
  }
  return cpus;
}

std::string format_cpu_list(cpu_list cpus) {
  std::ranges::sort(cpus);
  cpus.erase(std::unique(cpus.begin(), cpus.end()), cpus.end());
  std::string text;
  for (std::size_t first = 0; first < cpus.size();) {
    std::size_t last = first;
    while (last + 1 < cpus.size() && cpus[last + 1] == cpus[last] + 1) {
      ++last;
    }
    text += text.empty() ? "" : ",";
    text += first == last ? fmt::format("{}", cpus[first])
                          : fmt::format("{}-{}", cpus[first], cpus[last]);
    first = last + 1;
  }
  return text;
}

}  // namespace steelyard::measure

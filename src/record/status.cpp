// SPDX-License-Identifier: Apache-2.0
#include "record/status.hpp"

#include <array>
#include <utility>

namespace steelyard::record {
namespace {

constexpr std::array<std::pair<status, std::string_view>, 9> words{{
    {status::ok, "ok"},
    {status::unavailable, "unavailable"},
    {status::skipped, "skipped"},
    {status::timeout, "timeout"},
    {status::crashed, "crashed"},
    {status::wrong_result, "wrong_result"},
    {status::protocol_fault, "protocol_fault"},
    {status::guard_stop, "guard_stop"},
    {status::interrupted, "interrupted"},
}};

}  // namespace

std::string_view to_string(status value) noexcept {
  for (const auto& [known, word] : words) {
    if (known == value) {
      return word;
    }
  }
  return {};
}

std::optional<status> status_from(std::string_view word) noexcept {
  for (const auto& [known, known_word] : words) {
    if (known_word == word) {
      return known;
    }
  }
  return std::nullopt;
}

}  // namespace steelyard::record

// SPDX-License-Identifier: Apache-2.0
#include "analysis/break_even.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

namespace steelyard::analysis {
namespace {

double calls_of(const lifetime& other, const lifetime& faster) {
  const double gain = other.warm_ns - faster.warm_ns;
  if (gain <= 0) {
    return std::numeric_limits<double>::infinity();
  }
  return (faster.setup_ns + faster.first_ns - other.setup_ns - other.first_ns) / gain + 1;
}

std::vector<double> calls_per_round(std::span<const lifetime> other,
                                    std::span<const lifetime> faster) {
  std::vector<double> result;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < other.size() && j < faster.size()) {
    if (other[i].round < faster[j].round) {
      ++i;
    } else if (faster[j].round < other[i].round) {
      ++j;
    } else {
      result.push_back(calls_of(other[i++], faster[j++]));
    }
  }
  return result;
}

}  // namespace

std::string_view to_string(crossing value) noexcept {
  constexpr std::array<std::string_view, 3> words = {
      "from-first-call", "after-calls", "not-decided"};
  return words[static_cast<std::size_t>(value)];
}

break_even break_even_between(std::span<const lifetime> other,
                              std::span<const lifetime> faster,
                              double alpha,
                              looking how) {
  break_even result;
  const std::vector<double> calls = calls_per_round(other, faster);
  if (calls.empty()) {
    result.calls = remark{"why.no_common_rounds", {}, {}};
    return result;
  }
  estimate estimated = estimate_of(calls, alpha, how);
  if (!std::isfinite(estimated.median)) {
    result.calls = remark{"why.no_crossing", {}, {}};
    return result;
  }
  if (estimated.interval.value && !std::isfinite(estimated.interval.value->high)) {
    // Files hold finite numbers only, so an interval without an upper end is a reason.
    estimated.interval = remark{
        "why.crossing_unbounded", {number_argument("low", estimated.interval.value->low)}, {}};
  }
  result.crossing = estimated.median <= 1 ? crossing::from_first_call : crossing::after_calls;
  result.calls = std::move(estimated);
  return result;
}

}  // namespace steelyard::analysis

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace steelyard::study {

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014). Ours, because the order of a round must be the
/// same on every machine and library for as long as a run can be resumed.
class random_source {
 public:
  explicit constexpr random_source(std::uint64_t seed) noexcept : state_(seed) {}

  constexpr std::uint64_t next() noexcept {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }

  /// Uniform in [0, bound); draws above the last multiple of `bound` are rejected. `bound` is at
  /// least 1.
  constexpr std::uint64_t below(std::uint64_t bound) noexcept {
    const std::uint64_t reject_under = (0 - bound) % bound;
    std::uint64_t drawn = next();
    while (drawn < reject_under) {
      drawn = next();
    }
    return drawn % bound;
  }

 private:
  std::uint64_t state_;
};

/// Every permutation is equally likely (Fisher and Yates).
template <typename Value>
void shuffle(std::span<Value> values, random_source& random) {
  for (std::size_t left = values.size(); left > 1; --left) {
    std::swap(values[left - 1], values[random.below(left)]);
  }
}

}  // namespace steelyard::study

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <time.h>

#include <cstdint>

namespace steelyard::measure {

/// CLOCK_MONOTONIC in nanoseconds: the clock that subjects and supervisor use too, so that their
/// readings may be subtracted from one another. Async-signal-safe.
[[nodiscard]] inline std::int64_t monotonic_ns() noexcept {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

[[nodiscard]] constexpr double seconds(std::int64_t ns) noexcept {
  return static_cast<double>(ns) / 1e9;
}

}  // namespace steelyard::measure

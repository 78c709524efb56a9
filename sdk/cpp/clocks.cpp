// SPDX-License-Identifier: Apache-2.0
#include "steelyard_subject.hpp"

#include <ctime>

namespace steelyard::sdk {
namespace {

std::int64_t reading_ns(clockid_t clock) noexcept {
  timespec reading{};
  clock_gettime(clock, &reading);
  return std::int64_t{reading.tv_sec} * 1'000'000'000 + reading.tv_nsec;
}

}  // namespace

std::int64_t monotonic_ns() noexcept {
  return reading_ns(CLOCK_MONOTONIC);
}

std::int64_t process_cpu_ns() noexcept {
  return reading_ns(CLOCK_PROCESS_CPUTIME_ID);
}

}  // namespace steelyard::sdk

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/cpu_list.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace steelyard::measure {

struct clock_grain {
  std::int64_t step_ns = 0;  ///< smallest difference between two different readings
  std::int64_t cost_ns = 0;  ///< of one reading
};

[[nodiscard]] clock_grain probe_clock();

/// What one CPU did while all of a set were spinning.
struct spin_result {
  std::uint32_t cpu = 0;
  double steps_per_s = 0;           ///< of a fixed kernel
  std::int64_t longest_gap_ns = 0;  ///< longest time in which the spinning thread got nothing done
};

/// Spins on all `cpus` at once. Errors: `std::system_error` when threads cannot be started or
/// bound.
[[nodiscard]] std::vector<spin_result> probe_spin(const cpu_list& cpus, std::int64_t duration_ns);

/// Median time from waking a sleeping thread on another CPU to its running; empty with one CPU.
/// Errors: as `probe_spin`.
[[nodiscard]] std::optional<std::int64_t> probe_wake_up(const cpu_list& cpus);

/// Times of the same kernel of about `target_ns`, one after the other on the first CPU. Errors: as
/// `probe_spin`.
[[nodiscard]] std::vector<std::int64_t> repeat_kernel(const cpu_list& cpus,
                                                      std::int64_t target_ns,
                                                      int repetitions);

/// The relative difference below which two equally noisy candidates are likely to stay undecided:
/// the upper quartile of |ln(t[i+1] / t[i])|. After about 20 rounds a median's interval reaches
/// that far. 0 with fewer than 3 times.
[[nodiscard]] double expected_band(const std::vector<std::int64_t>& times_ns);

}  // namespace steelyard::measure

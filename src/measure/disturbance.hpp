// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/cpu_list.hpp"
#include "record/process.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace steelyard::measure {

/// What the kernel counts of disturbance, at one moment; empty where it does not.
struct disturbance_counts {
  std::int64_t read_ns = 0;                      ///< CLOCK_MONOTONIC
  std::optional<std::int64_t> steal_ticks = {};  ///< summed over the asked CPUs
  std::optional<std::int64_t> pressure_us = {};  ///< some task waited for a CPU, system-wide
  std::optional<std::int64_t> throttled_us = {};
  std::optional<double> load_1min = {};
};

/// \param root  where /proc and /sys are; "/" but for tests.
[[nodiscard]] disturbance_counts read_disturbance(const cpu_list& cpus,
                                                  const std::filesystem::path& root = "/");

/// Share of the time between two readings in which some task waited for a CPU, 0 to 1.
[[nodiscard]] std::optional<double> pressure_share(const disturbance_counts& begin,
                                                   const disturbance_counts& end);

/// Puts the differences of two readings into `evidence`.
void put_differences(const disturbance_counts& begin,
                     const disturbance_counts& end,
                     record::noise& evidence);

/// What the thresholds are compared with.
struct flag_scope {
  std::int64_t process_ns = 0;
  std::size_t cpu_count = 1;
  std::int64_t ticks_per_s = 100;
  bool pinned = false;  ///< every worker was bound to one CPU
  std::uint32_t workers = 1;
};

/// Sets `evidence.flags`. Flags never delete a sample (docs/method.md, "Noise").
void set_flags(const flag_scope& scope, record::noise& evidence);

}  // namespace steelyard::measure

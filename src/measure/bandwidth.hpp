// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/cpu_list.hpp"
#include "record/run.hpp"

#include <cstdint>
#include <string>

namespace steelyard::measure {

struct bandwidth_plan {
  cpu_list cpus;
  std::int64_t buffer_bytes = 0;           ///< over all CPUs; 0: four times the last-level caches
  std::int64_t budget_ns = 1'000'000'000;  ///< of reading; filling the buffer comes on top
};

/// How fast the CPUs of a set read memory together: the ceiling that a memory-bound kernel can
/// reach.
struct read_bandwidth {
  double bytes_per_s = 0;         ///< best pass of the best kernel
  int streams = 0;                ///< read at once by each CPU in that kernel
  std::int64_t buffer_bytes = 0;  ///< what was read over
  bool beyond_caches = true;      ///< false: memory was too scarce for four times the caches
};

/// Reads a buffer with 1, 2, 4 and 8 far-apart streams a CPU and takes the best: one stream does
/// not keep enough requests under way (10 to 56 % slower where measured). The buffer is first
/// touched by the CPUs that read it and takes at most a quarter of the available memory. Errors:
/// `std::system_error` when threads cannot be started or bound; `std::bad_alloc`.
[[nodiscard]] read_bandwidth measure_read_bandwidth(const bandwidth_plan& plan);

/// As the fact "memory.read_bytes_per_s", which the roofline column is made of; not readable when
/// it cannot be measured.
[[nodiscard]] record::fact read_bandwidth_fact(const bandwidth_plan& plan);

}  // namespace steelyard::measure

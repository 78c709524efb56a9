// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/cpu_list.hpp"
#include "record/finding.hpp"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace steelyard::measure {

/// How long the doctor looks; the defaults take about 5 s, tests take less.
struct doctor_options {
  cpu_list cpus;                              ///< the CPUs that a run would use
  std::int64_t idle_ns = 1'000'000'000;       ///< first only watching who else runs
  std::int64_t spin_ns = 1'000'000'000;       ///< then spinning on every CPU at once
  std::int64_t bandwidth_ns = 1'000'000'000;  ///< of reading memory
  std::int64_t bandwidth_buffer_bytes = 0;    ///< as in `bandwidth_plan`
  std::int64_t kernel_ns = 20'000'000;        ///< of the repeated kernel
  int kernel_repetitions = 15;
  std::filesystem::path root = "/";  ///< where settings are read; measuring is always real
};

/// What in this machine weakens verdicts now: settings as they are read, and what measuring shows.
/// It changes nothing. Errors: `std::invalid_argument` for an empty CPU set; what cannot be read or
/// measured is a finding.
[[nodiscard]] std::vector<record::finding> doctor(const doctor_options& options);

}  // namespace steelyard::measure

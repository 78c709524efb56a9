// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/run.hpp"

#include <cstdint>
#include <string>
#include <vector>

/// Runs built in code for the tests of analysis, advice and report. Same arguments, same run.
namespace steelyard::testing {

/// One implementation of a small run: every process of it takes exactly these times.
struct exact_row {
  std::string implementation;
  std::uint32_t workers = 1;
  std::int64_t warm_ns = 0;
  std::uint32_t rounds = 12;
  std::int64_t setup_ns = 1'000'000;
  std::int64_t first_ns = 500'000;
};

/// One dense 64 x 64 workload on two CPUs, three warm calls a process.
[[nodiscard]] record::run exact_run(const std::vector<exact_row>& rows);

/// What the tests like to add to a run.
[[nodiscard]] record::process failed_process(const record::cell& cell,
                                             record::status status,
                                             const std::string& detail);
[[nodiscard]] record::process memory_process(const record::cell& cell, std::int64_t pss_bytes);

/// A whole quick run, as it looks on two CPUs: 3 workloads, 16 implementations, 12 rounds;
/// numba-prange unavailable, python-process-copy crashed, the interpreted rows out of contention,
/// Numba due every third round, memory for some, noise flags on some.
[[nodiscard]] record::run quick_run();

/// The same with 3 rounds and workers 1 and 2, as the baseline profile gives it.
[[nodiscard]] record::run baseline_run();

/// One closed loop a parallel cell with 16 workers on two CPUs.
[[nodiscard]] record::run stress_run();

/// A run in which every foreign text is hostile: markup, pipes, backticks, line ends, controls,
/// right-to-left marks, formulas, bytes that are no UTF-8.
[[nodiscard]] record::run hostile_run();

}  // namespace steelyard::testing

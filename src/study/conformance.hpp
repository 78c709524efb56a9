// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/cell_process.hpp"
#include "measure/limits.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace steelyard::study {

enum class conformance_sizes {
  small,  ///< dense 1, 7, 64; csr 16, 4096
  full    ///< also dense 2048, csr 32768
};

/// What is asked of a subject before it is measured, and how patiently.
struct conformance_plan {
  measure::subject_command subject;
  std::vector<std::string> keep_env;  ///< names of the user's variables that its processes see
  std::vector<std::uint32_t> cpus;    ///< every process is bound to them; not empty
  conformance_sizes sizes = conformance_sizes::small;
  std::vector<std::uint32_t> workers = {1, 2, 3, 16};
  std::filesystem::path scratch;   ///< an existing folder; files made in it are removed again
  measure::process_limits limits;  ///< memory guards and the longest line of every process
  std::int64_t answer_timeout_ns = 60'000'000'000;
  std::int64_t close_grace_ns = 1'000'000'000;  ///< from the answer to `close` to the exit
  std::int64_t silence_ns = 300'000'000;        ///< in which the process tree must be idle
};

/// One property of one implementation, over all its processes.
struct conformance_result {
  std::string implementation;  ///< empty: of the subject as a whole
  std::string check;           ///< docs/protocol.md, "Conformance"
  bool passed = false;
  std::string detail;  ///< what was seen; when it failed: the first failure and where
};

/// Told before each process what is examined, and every 200 ms while an answer is awaited. False
/// ends the examination. May be empty.
using conformance_pulse = std::function<bool(std::string_view doing)>;

/// Holds a subject to docs/protocol.md: a process for each implementation and number of workers,
/// the sizes by repeated `open`, results compared with the oracle's.
///
/// What the subject does (crash, hang, garbage, wrong results) becomes a result, never an error.
/// Ended by the pulse, it gives the results of the implementations that were finished.
/// Errors: `std::system_error` when the engine itself cannot work (no fork, scratch not writable).
[[nodiscard]] std::vector<conformance_result> check_conformance(const conformance_plan& plan,
                                                                const conformance_pulse& pulse);

}  // namespace steelyard::study

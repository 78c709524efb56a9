// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/limits.hpp"
#include "protocol/messages.hpp"
#include "record/process.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace steelyard::measure {

/// How a subject is started.
struct subject_command {
  std::string name;               ///< "cpp"
  std::vector<std::string> argv;  ///< without "--steelyard-subject", which is appended
};

/// The calls of one process, in order: first call, warm calls, closed loop, output.
struct call_plan {
  std::uint32_t warm_calls = 5;
  protocol::validation validate = protocol::validation::each;
  std::optional<double> loop_seconds;   ///< sustained: run_for after the first call instead of warm calls
  std::uint64_t loop_min_calls = 3;
  std::int64_t hold_ns = 0;             ///< memory pass: keep the process open this long after the calls
  std::int64_t longest_call_ns = 20'000'000'000;  ///< a call predicted longer is not made
  std::filesystem::path output_first;   ///< y after the first call; empty: not asked
  std::filesystem::path output_last;    ///< y after the last call; empty: not asked
};

/// Everything that one process of one cell needs.
struct cell_launch {
  subject_command subject;
  protocol::open_request open;
  call_plan calls;
  process_limits limits;
  std::vector<std::string> environment;  ///< complete "NAME=value" list, see environment_for()
  std::uint32_t environment_pad = 0;     ///< bytes, 0..4095
  record::purpose purpose = record::purpose::timing;
};

/// Called between requests, never inside a timed call: redraw progress here. Returning false stops the
/// process; its record then has status `interrupted`.
using pulse = std::function<bool(std::int64_t elapsed_ns, std::int64_t limit_ns)>;

/// Launches a fresh supervised process, measures one cell in it and returns when its last descendant is
/// reaped. Whatever the subject does (crash, hang, garbage, flood, memory) becomes the status of the record.
///
/// Fills everything of the record except index, round, position, cell and the judgement of the result:
/// digests and outputs are for the caller to accept (workload room).
/// Errors: `std::system_error` when the engine itself cannot work (no fork, no pipe, no /proc).
[[nodiscard]] record::process measure_cell(const cell_launch& launch, const pulse& on_pulse);

/// Starts the subject and asks `describe` alone.
/// Errors: `subject_error` with the reason (not found, exited, no valid answer) and the stderr tail.
[[nodiscard]] protocol::describe_answer describe(const subject_command& subject,
                                                 const std::vector<std::string>& environment);

}  // namespace steelyard::measure

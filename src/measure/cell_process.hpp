// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/limits.hpp"
#include "measure/supervisor.hpp"
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
  std::optional<double>
      loop_seconds;  ///< sustained: run_for after the first call instead of warm calls
  std::uint64_t loop_min_calls = 3;
  std::int64_t hold_ns = 0;  ///< memory pass: keep the process open this long after the calls
  std::int64_t longest_call_ns = 20'000'000'000;  ///< a call predicted longer is not made
  std::int64_t long_call_ns =
      500'000'000;                     ///< warm calls over this go one by one, each predicted anew
  std::filesystem::path output_first;  ///< y after the first call; empty: not asked
  std::filesystem::path output_last;   ///< y after the last call; empty: not asked
};

/// The probes around a process; run before its launch and after its end on its CPU set, never
/// beside it.
struct noise_plan {
  std::uint64_t sentinel_steps = 0;  ///< of the fixed kernel, frozen for the run; 0: no sentinel
  bool shared_core_burst = true;     ///< two-thread burst before and after; needs two CPUs
};

/// Everything that one process of one cell needs.
struct cell_launch {
  subject_command subject;
  protocol::open_request open;
  call_plan calls;
  process_limits limits;
  noise_plan noise;
  std::vector<std::string> environment;  ///< complete "NAME=value" list, see environment_for()
  std::uint32_t environment_pad = 0;     ///< bytes, 0..4095
  record::purpose purpose = record::purpose::timing;
};

/// Whether something may be drawn now: inside a timed window the engine only sleeps.
enum class drawing { allowed, withheld };

/// Asked "go on?": false stops the process, whose record then has status `interrupted`.
///
/// Between requests, and every 200 ms while something untimed is waited for, with
/// `drawing::allowed`: redraw progress then. Every `guard_interval_ns` (a second) while a timed
/// call is outstanding, with `drawing::withheld`: only look at a flag. Both times count from the
/// launch. May be empty: then nothing is asked.
using pulse = std::function<bool(std::int64_t elapsed_ns, std::int64_t limit_ns, drawing)>;

/// Launches a fresh supervised process on the CPUs of `launch.open.cpus`, measures one cell in it
/// and returns when its last descendant is reaped. Whatever the subject does (crash, hang, garbage,
/// flood, memory) becomes the status of the record.
///
/// Fills everything of the record except index, round, position, cell and the judgement of the
/// result: digests and outputs are for the caller to accept (workload room). A status other than ok
/// leaves no times. While it runs, the calling thread keeps to CPUs outside the set where there are
/// any. Errors: `std::system_error` when the engine itself cannot work (no fork, no pipe, no
/// /proc).
[[nodiscard]] record::process measure_cell(const cell_launch& launch, const pulse& on_pulse);

/// Starts the subject and asks `describe` alone.
/// Errors: `subject_error` with the reason (not found, exited, no valid answer) and the stderr
/// tail.
[[nodiscard]] protocol::describe_answer describe(const subject_command& subject,
                                                 const std::vector<std::string>& environment);

}  // namespace steelyard::measure

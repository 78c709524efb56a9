// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/descriptor.hpp"
#include "record/process.hpp"

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace steelyard::measure {

/// A subject could not be started or could not answer; the message says why, in one line.
class subject_error : public std::runtime_error {
 public:
  explicit subject_error(const std::string& reason, std::vector<std::string> tail = {})
      : std::runtime_error(reason), stderr_tail(std::move(tail)) {}

  std::vector<std::string> stderr_tail;  ///< last lines of the subject's log
};

/// What a supervised program is started with.
struct program {
  std::vector<std::string>
      argv;  ///< complete; argv[0] with a slash is a path, else looked up in PATH
  std::vector<std::string> environment;  ///< complete list of "NAME=value"; PATH is read from it
  std::vector<std::uint32_t> cpus;       ///< applied before exec; empty: as inherited
};

/// How a supervised program ended. All its descendants are gone by then.
struct exit_report {
  std::int64_t launch_ns = 0;     ///< CLOCK_MONOTONIC, just before exec
  std::int64_t exit_ns = 0;       ///< CLOCK_MONOTONIC, when its exit was seen
  int wait_status = 0;            ///< as wait4 gave it
  record::usage usage;            ///< of the program and the children it waited for
  std::uint32_t left_behind = 0;  ///< descendants still alive when it ended, killed since

  /// "exit status 3", "signal 11 (SIGSEGV)".
  [[nodiscard]] std::string words() const;
};

/// A program under a supervisor of its own, as the engine holds it.
///
/// The supervisor is a forked process in a session of its own that is a child subreaper. It starts
/// the program, waits for it, then kills and reaps every descendant, also those that left their
/// group or session, and ends. It does the same as soon as the engine's end of `control` closes,
/// however the engine ended. Between fork and exec only async-signal-safe calls are made, so the
/// engine may have threads.
struct supervised {
  pid_t supervisor = -1;
  pid_t subject = -1;
  std::int64_t launch_ns = 0;
  descriptor control;  ///< sequenced-packet socket to the supervisor
  descriptor input;    ///< to the subject's stdin; all three are non-blocking
  descriptor output;
  descriptor log;  ///< from the subject's stderr
  /// Perf counters, inherited by its children. Closed: not permitted; the environment says why.
  descriptor migrations;
  descriptor cycles;
  descriptor instructions;
  descriptor cache_misses;
};

/// Starts a program and returns once exec has succeeded.
/// Errors: `subject_error` with path and reason when it cannot be exec'ed or bound;
/// `std::system_error` when the engine cannot fork or make pipes.
[[nodiscard]] supervised start_supervised(const program& what);

/// Asks the supervisor to kill the whole tree. The report still comes.
void kill_tree(supervised& running) noexcept;

/// The report, if it has come and the supervisor has been reaped; never blocks.
/// Errors: `std::system_error` when the supervisor itself was killed.
[[nodiscard]] std::optional<exit_report> poll_report(supervised& running);

}  // namespace steelyard::measure

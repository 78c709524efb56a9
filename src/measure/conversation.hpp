// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/limits.hpp"
#include "measure/supervisor.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace steelyard::measure {

/// How waiting for a line ended.
enum class receipt {
  line,       ///< a whole line
  ended,      ///< the subject closed its output (most often: it exited)
  timed_out,  ///< nothing whole by the deadline
  oversize,   ///< a line over `process_limits::line_bytes`; nothing more is read
  stopped     ///< `on_wake` returned false
};

struct reply {
  receipt how = receipt::ended;
  std::string line;              ///< without the newline; only for receipt::line
  std::int64_t received_ns = 0;  ///< CLOCK_MONOTONIC, when its last byte was read
};

/// What is done while waiting. Between two wakes the engine sleeps in poll(2).
struct waiting {
  std::int64_t deadline_ns = 0;        ///< CLOCK_MONOTONIC
  std::int64_t wake_every_ns = 0;      ///< 0: never
  std::function<bool()> on_wake = {};  ///< false ends the wait
};

/// A supervised subject and the lines exchanged with it: send a line, receive a line with a
/// deadline.
///
/// Nothing the subject does (exit, flood, silence, garbage, closing its pipes) throws or makes
/// memory grow past the limits. Destroying it kills the tree and returns when the last descendant
/// is reaped. Not for use by two threads at once. \code
///   conversation talk(program{argv, environment, cpus}, limits);
///   if (talk.send(R"({"op":"describe"})", deadline)) { reply answer = talk.receive({deadline}); …
///   } exit_report end = talk.finish(deadline);
/// \endcode
class conversation {
 public:
  /// Starts the program; exec has succeeded on return. "--steelyard-subject" is for the caller to
  /// append. Errors: as `start_supervised`.
  conversation(const program& what, const process_limits& limits);
  ~conversation();
  conversation(conversation&&) noexcept;
  conversation& operator=(conversation&&) noexcept;

  /// Writes `line` and a newline. False when the subject does not take it: pipe closed or full past
  /// the deadline.
  [[nodiscard]] bool send(std::string_view line, std::int64_t deadline_ns);
  /// The next line of the subject's stdout.
  [[nodiscard]] reply receive(const waiting& how);
  /// True when the subject has written something nobody has asked for yet.
  [[nodiscard]] bool has_unread_output();
  /// Waits without reading lines (output is left unread) until the deadline, the end of the tree,
  /// or `on_wake`.
  void idle(const waiting& how);

  /// End of input for the subject.
  void close_input() noexcept;
  /// Kills the whole tree; `finish` still gives the report.
  void kill() noexcept;
  /// Waits for the exit and for the last descendant to be reaped; past the deadline, or when
  /// `on_wake` returns false, kills the tree first. Repeated calls give the same report. Errors:
  /// `std::system_error` when the supervisor was killed or the tree cannot be killed.
  [[nodiscard]] exit_report finish(const waiting& how);

  /// True once `kill` was called, or `finish` had to kill.
  [[nodiscard]] bool was_killed() const noexcept;
  /// The last lines of the subject's stderr, oldest first; long lines are cut.
  [[nodiscard]] std::vector<std::string> stderr_tail() const;
  /// CLOCK_MONOTONIC just before exec.
  [[nodiscard]] std::int64_t launch_ns() const noexcept;
  [[nodiscard]] const supervised& process() const noexcept;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace steelyard::measure

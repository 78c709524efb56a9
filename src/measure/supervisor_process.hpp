// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sched.h>
#include <sys/resource.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>

/// The code that runs between fork and exec, and in the supervisor, which never execs.
///
/// The engine may have threads, so everything here is async-signal-safe: no allocation, no locks,
/// no streams.
namespace steelyard::measure {

/// What the engine prepares before the fork; read by the children through their copy of its memory.
struct launch_block {
  const char* path = nullptr;
  char* const* argv = nullptr;
  char* const* environment = nullptr;
  const cpu_set_t* cpus = nullptr;  ///< null: as inherited
  std::size_t cpus_bytes = 0;
  int control = -1;  ///< the supervisor's end; these four are 10 or above
  int input = -1;    ///< becomes the subject's stdin
  int output = -1;
  int log = -1;
};

enum class note_kind : std::int32_t {
  forked,   ///< `subject` waits for the go
  started,  ///< exec has succeeded at `launch_ns`
  failed,   ///< `stage` failed with `error`; `ended` follows
  ended     ///< nothing of the tree is left
};

enum class launch_stage : std::int32_t { fork, bind, exec };

/// One packet from supervisor to engine.
struct supervisor_note {
  note_kind kind = note_kind::ended;
  launch_stage stage = launch_stage::exec;
  std::int32_t error = 0;
  pid_t subject = -1;
  std::int32_t wait_status = 0;
  std::uint32_t left_behind = 0;
  std::int64_t launch_ns = 0;
  std::int64_t exit_ns = 0;
  rusage usage{};
};

inline constexpr char order_go = 'g';    ///< engine to supervisor: let the subject exec
inline constexpr char order_kill = 'k';  ///< engine to supervisor: kill the tree

/// Runs the supervisor in a process just forked from the engine, with all signals blocked.
[[noreturn]] void supervise(const launch_block& block) noexcept;

}  // namespace steelyard::measure

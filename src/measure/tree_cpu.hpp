// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>

namespace steelyard::measure {

/// What the scheduler has given a thread so far.
struct thread_cpu {
  std::int64_t used_ns = 0;
  std::int64_t queued_ns = 0;  ///< it could have run and another thread had the CPU
};

/// The threads of the living descendants of `ancestor` (itself not among them), by thread id. None
/// where the kernel keeps no scheduler statistics.
/// Source: Linux Documentation/scheduler/sched-stats, "/proc/<pid>/schedstat".
[[nodiscard]] std::map<pid_t, thread_cpu> tree_cpu(pid_t ancestor);

/// What the threads of a tree did between two readings. One that started meanwhile counts whole,
/// one that ended meanwhile not at all.
struct tree_activity {
  std::int64_t used_ns = 0;
  /// With a CPU for each of them: 1 is one thread that never sleeps, however little it was given on
  /// a loaded machine.
  double busy_threads = 0;
};

/// \param wall_ns  time between the readings, above 0.
[[nodiscard]] tree_activity activity_between(const std::map<pid_t, thread_cpu>& begin,
                                             const std::map<pid_t, thread_cpu>& end,
                                             std::int64_t wall_ns);

}  // namespace steelyard::measure

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace steelyard::measure {

/// The guards of one process (design: engine, "Guards").
struct process_limits {
  std::int64_t timeout_ns = 120'000'000'000;    ///< whole process; silence past it is a timeout
  std::int64_t close_grace_ns = 5'000'000'000;  ///< from the answer to `close` to the exit
  std::int64_t tree_rss_bytes = 4LL << 30;  ///< killed above; summed over the tree, once a second
  std::int64_t available_memory_bytes = 2LL
                                        << 30;  ///< killed when system or cgroup memory falls under
  std::int64_t guard_interval_ns =
      1'000'000'000;  ///< between two looks at memory and the pulse in timed windows
  std::int64_t line_bytes = 64LL << 20;  ///< longest answer
  std::int64_t stderr_tail_lines = 20;
};

}  // namespace steelyard::measure

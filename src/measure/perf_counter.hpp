// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/descriptor.hpp"

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

struct perf_event_attr;

namespace steelyard::measure {

enum class perf_event { migrations, cycles, instructions, cache_misses };

struct perf_counter {
  descriptor events;         ///< closed when it is not permitted
  std::string not_readable;  ///< reason, empty when open
};

/// Opens a counter of a process and returns its descriptor, or -1 with errno.
using perf_opening = std::function<int(perf_event_attr& what, pid_t process)>;

/// perf_event_open on every CPU the process runs on.
[[nodiscard]] int open_perf_event(perf_event_attr& what, pid_t process);

/// Counts an event in a process and all it will start, from its next exec on.
///
/// Hardware events are those of user space, which perf_event_paranoid 2 permits. The kernel counts
/// a migration in its own context, so that count needs perf_event_paranoid below 2 or CAP_PERFMON:
/// excluding the kernel would give 0, not the number.
[[nodiscard]] perf_counter count_event(perf_event event,
                                       pid_t process,
                                       const perf_opening& open = open_perf_event);

/// The count so far, children included; empty when the counter is not open or never had its turn.
/// A counter that shared its register with others is scaled up to the whole time, as perf does.
[[nodiscard]] std::optional<std::int64_t> count_of(const descriptor& events);

}  // namespace steelyard::measure

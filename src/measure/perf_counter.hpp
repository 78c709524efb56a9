// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/descriptor.hpp"

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>

namespace steelyard::measure {

struct perf_counter {
  descriptor events;         ///< closed when it is not permitted
  std::string not_readable;  ///< reason, empty when open
};

/// Counts CPU migrations of a process and all it will start, from its next exec on.
///
/// The kernel counts a migration in its own context, so the count needs perf_event_paranoid below 2
/// or CAP_PERFMON: excluding the kernel would give 0, not the number.
[[nodiscard]] perf_counter count_migrations(pid_t process);

/// The count so far, children included; empty when the counter is not open.
[[nodiscard]] std::optional<std::int64_t> count_of(const descriptor& events);

}  // namespace steelyard::measure

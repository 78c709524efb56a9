// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/limits.hpp"

#include <sys/types.h>

#include <optional>
#include <string>

namespace steelyard::measure {

/// Why the tree of `supervisor` must be stopped now; empty when it may go on. Reads only /proc
/// files that do not hold up the processes they describe, because it runs beside timed calls.
[[nodiscard]] std::optional<std::string> memory_breach(pid_t supervisor,
                                                       const process_limits& limits);

}  // namespace steelyard::measure

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace steelyard::workload {

/// Bytes that /proc/meminfo calls available; where it cannot be read, the physical memory. Limits
/// of a control group are not looked at: who knows them passes a limit of its own.
[[nodiscard]] std::size_t memory_available_bytes();

}  // namespace steelyard::workload

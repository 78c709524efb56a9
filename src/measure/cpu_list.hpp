// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace steelyard::measure {

/// Logical CPUs, ascending and distinct.
using cpu_list = std::vector<std::uint32_t>;

/// Numbers at or above this are refused: far over what Linux supports (8192), far under what would
/// exhaust memory.
inline constexpr std::uint32_t cpu_number_limit = 65'536;

/// The CPUs named by a Linux cpulist, `"0-3,8"`; one trailing newline is accepted, "" gives none.
/// Errors: `std::invalid_argument` naming the text (cut and made printable) and what is wrong with
/// it. Source: Linux Documentation/ABI/stable/sysfs-devices-node.
[[nodiscard]] cpu_list parse_cpu_list(std::string_view text);

/// The shortest cpulist for `cpus`, which may be in any order: `"0-3,8"`.
[[nodiscard]] std::string format_cpu_list(cpu_list cpus);

}  // namespace steelyard::measure

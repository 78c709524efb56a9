// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace steelyard::measure {

/// The control groups of this process for one controller, innermost first: limits of each apply.
struct cgroup_place {
  int version = 0;  ///< 1 or 2; 0 when the controller is not found
  std::vector<std::filesystem::path> directories;
};

/// \param controller  version 1 name: "memory", "cpu", "cpuset".
/// \param root        where /proc and /sys are; "/" but for tests.
[[nodiscard]] cgroup_place place_in_cgroups(std::string_view controller,
                                            const std::filesystem::path& root = "/");

/// The tightest memory limit over the groups, and what is left under it; page cache that can be
/// dropped counts as left.
struct cgroup_memory {
  std::int64_t limit_bytes = 0;
  std::int64_t left_bytes = 0;
  std::filesystem::path source;
};

/// Empty when no group limits memory.
[[nodiscard]] std::optional<cgroup_memory> cgroup_memory_limit(
    const std::filesystem::path& root = "/");

struct cgroup_cpu {
  double cpus = 0;  ///< quota / period
  std::filesystem::path source;
};

/// The tightest CPU quota; empty when there is none.
[[nodiscard]] std::optional<cgroup_cpu> cgroup_cpu_quota(const std::filesystem::path& root = "/");

/// Time that this process's groups were held back by their quota, in microseconds; empty when not
/// kept.
[[nodiscard]] std::optional<std::int64_t> cgroup_throttled_us(
    const std::filesystem::path& root = "/");

/// MemAvailable of the system or what the cgroup limits leave, the smaller; empty when
/// /proc/meminfo has none.
[[nodiscard]] std::optional<std::int64_t> available_memory_bytes(
    const std::filesystem::path& root = "/");

}  // namespace steelyard::measure

// SPDX-License-Identifier: Apache-2.0
#include "measure/memory_guard.hpp"

#include "measure/cgroup.hpp"
#include "measure/process_tree.hpp"

#include <fmt/core.h>

namespace steelyard::measure {
namespace {

double mib(std::int64_t bytes) {
  return static_cast<double>(bytes) / (1 << 20);
}

}  // namespace

std::optional<std::string> memory_breach(pid_t supervisor, const process_limits& limits) {
  const std::int64_t rss = tree_rss_bytes(supervisor);
  if (rss > limits.tree_rss_bytes) {
    return fmt::format("memory guard: the process tree holds {:.0f} MiB, the limit is {:.0f} MiB",
                       mib(rss),
                       mib(limits.tree_rss_bytes));
  }
  const std::optional<std::int64_t> available = available_memory_bytes();
  if (available && *available < limits.available_memory_bytes) {
    return fmt::format(
        "memory guard: {:.0f} MiB of memory are left on the machine or in the control group, the "
        "limit is {:.0f} MiB",
        mib(*available),
        mib(limits.available_memory_bytes));
  }
  return std::nullopt;
}

}  // namespace steelyard::measure

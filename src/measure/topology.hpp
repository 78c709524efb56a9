// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/cpu_list.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace steelyard::measure {

/// One cache of the machine.
struct cpu_cache {
  int level = 0;
  std::string type;  ///< "Data", "Instruction", "Unified"
  std::int64_t bytes = 0;
  cpu_list shared_by;  ///< all CPUs on it, also those outside the asked set
};

/// The caches that `cpus` use, each once. What sysfs does not tell in full is left out.
[[nodiscard]] std::vector<cpu_cache> caches_of(const cpu_list& cpus,
                                               const std::filesystem::path& root = "/");

/// Summed size of the caches of the highest level that `cpus` use; 0 when unknown.
[[nodiscard]] std::int64_t last_level_cache_bytes(const cpu_list& cpus,
                                                  const std::filesystem::path& root = "/");

}  // namespace steelyard::measure

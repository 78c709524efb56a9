// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace steelyard::measure {

/// CPU time used by each process so far.
struct cpu_usage {
  std::string name;  ///< as the process calls itself, made printable
  std::int64_t ticks = 0;
};

using cpu_usages = std::map<pid_t, cpu_usage>;

/// \param root  where /proc is; "/" but for tests.
[[nodiscard]] cpu_usages read_cpu_usages(const std::filesystem::path& root = "/");

struct cpu_user {
  pid_t process = 0;
  std::string name;
  double cpus = 0;  ///< used on average between the two readings
};

/// Who used at least a tenth of a CPU between two readings, most first; `self` is left out.
[[nodiscard]] std::vector<cpu_user> busiest_between(const cpu_usages& begin,
                                                    const cpu_usages& end,
                                                    double elapsed_ticks,
                                                    pid_t self);

}  // namespace steelyard::measure

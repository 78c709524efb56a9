// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/cpu_list.hpp"

#include <filesystem>
#include <string>

namespace steelyard::measure {

/// The CPUs this process may use: its affinity (the kernel has cut it to the cpuset), of those that
/// are online. Errors: `std::system_error` when the affinity cannot be read.
[[nodiscard]] cpu_list allowed_cpus();

/// One CPU of each physical core, the lowest of its SMT siblings that is in `cpus`. A CPU whose
/// siblings cannot be read counts as a core of its own.
[[nodiscard]] cpu_list one_per_core(const cpu_list& cpus, const std::filesystem::path& root = "/");

/// Binds the calling thread. Errors: `std::system_error` naming the CPUs.
void bind_this_thread(const cpu_list& cpus);

/// Keeps the calling thread off `cpus` while it lives, where another CPU is allowed; else does
/// nothing.
class standing_aside {
 public:
  explicit standing_aside(const cpu_list& cpus);
  ~standing_aside();
  standing_aside(const standing_aside&) = delete;
  standing_aside& operator=(const standing_aside&) = delete;

 private:
  cpu_list before_;  ///< empty: nothing to restore
};

}  // namespace steelyard::measure

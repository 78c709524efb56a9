// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/cpu_list.hpp"

#include <sched.h>

#include <cstddef>
#include <vector>

namespace steelyard::measure {

/// A CPU set of any size in the form that sched_setaffinity(2) takes.
class cpu_mask {
 public:
  explicit cpu_mask(const cpu_list& cpus) {
    for (const std::uint32_t cpu : cpus) {
      const std::size_t set = cpu / CPU_SETSIZE;
      if (sets_.size() <= set) {
        sets_.resize(set + 1);
      }
      CPU_SET(cpu % CPU_SETSIZE, &sets_[set]);
    }
  }

  [[nodiscard]] const cpu_set_t* data() const noexcept { return sets_.data(); }

  [[nodiscard]] std::size_t bytes() const noexcept { return sets_.size() * sizeof(cpu_set_t); }

 private:
  std::vector<cpu_set_t> sets_;
};

}  // namespace steelyard::measure

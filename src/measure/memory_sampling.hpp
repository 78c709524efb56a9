// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/process_tree.hpp"
#include "record/process.hpp"

#include <cstdint>
#include <vector>

namespace steelyard::measure {

/// Collects the memory of a process tree over its life (docs/method.md, "Memory").
class memory_sampling {
 public:
  static constexpr std::int64_t nominal_interval_ns = 10'000'000;

  explicit memory_sampling(pid_t supervisor) : supervisor_(supervisor) {}

  /// Looks once: members are found anew.
  void sample();
  /// `median_interval_ns` is what was achieved: a large tree takes longer than the nominal
  /// interval.
  [[nodiscard]] record::memory result() const;

 private:
  pid_t supervisor_;
  tree_pss peak_;
  pss_source worst_ = pss_source::smaps_rollup;
  std::vector<std::int64_t> sampled_ns_;
};

}  // namespace steelyard::measure

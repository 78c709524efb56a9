// SPDX-License-Identifier: Apache-2.0
#include "measure/memory_sampling.hpp"

#include "measure/clock.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace steelyard::measure {
namespace {

const char* name_of(pss_source source) {
  switch (source) {
    case pss_source::smaps_rollup:
      return "smaps_rollup";
    case pss_source::smaps:
      return "smaps";
    case pss_source::rss:
      break;
  }
  return "rss";
}

}  // namespace

void memory_sampling::sample() {
  sampled_ns_.push_back(monotonic_ns());
  const tree_pss now = tree_pss_bytes(supervisor_);
  worst_ = std::max(worst_, now.source);
  if (now.bytes > peak_.bytes) {
    peak_ = now;
  }
}

record::memory memory_sampling::result() const {
  record::memory figures{.peak_pss_bytes = peak_.bytes,
                         .source = name_of(worst_),
                         .samples = sampled_ns_.size(),
                         .median_interval_ns = 0,
                         .nominal_interval_ns = nominal_interval_ns};
  std::vector<std::int64_t> intervals(sampled_ns_.size());
  std::adjacent_difference(sampled_ns_.begin(), sampled_ns_.end(), intervals.begin());
  if (intervals.size() > 1) {
    const auto middle =
        intervals.begin() + 1 + static_cast<std::ptrdiff_t>(intervals.size() - 1) / 2;
    std::nth_element(intervals.begin() + 1, middle, intervals.end());
    figures.median_interval_ns = *middle;
  }
  return figures;
}

}  // namespace steelyard::measure

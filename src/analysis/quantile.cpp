// SPDX-License-Identifier: Apache-2.0
#include "analysis/quantile.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

namespace steelyard::analysis {

double quantile(std::span<const double> sorted, double share) {
  assert(!sorted.empty() && share >= 0 && share <= 1);
  const double position = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  if (below + 1 >= sorted.size()) {
    return sorted.back();
  }
  const double fraction = position - static_cast<double>(below);
  if (fraction == 0 || sorted[below] == sorted[below + 1]) {
    return sorted[below];  // by the formula NaN where infinite values stand
  }
  return sorted[below] + fraction * (sorted[below + 1] - sorted[below]);
}

double median(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  return quantile(sorted, 0.5);
}

double relative_spread(std::span<const double> values) {
  assert(values.size() >= 2);
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0;
  for (const double value : values) {
    squares += (value - mean) * (value - mean);
  }
  return std::sqrt(squares / (n - 1)) / median(values);
}

}  // namespace steelyard::analysis

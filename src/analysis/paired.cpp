// SPDX-License-Identifier: Apache-2.0
#include "analysis/paired.hpp"

#include <cmath>
#include <cstddef>
#include <numeric>

namespace steelyard::analysis {

std::vector<double> log_ratios(std::span<const round_value> a, std::span<const round_value> b) {
  std::vector<double> result;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if (a[i].round < b[j].round) {
      ++i;
    } else if (b[j].round < a[i].round) {
      ++j;
    } else {
      result.push_back(std::log(b[j++].ns) - std::log(a[i++].ns));
    }
  }
  return result;
}

std::optional<double> lag1_autocorrelation(std::span<const double> values) {
  if (values.size() < 3) {
    return std::nullopt;
  }
  const double mean =
      std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  double squares = 0;
  double products = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    squares += (values[i] - mean) * (values[i] - mean);
    if (i > 0) {
      products += (values[i] - mean) * (values[i - 1] - mean);
    }
  }
  return squares > 0 ? std::optional(products / squares) : std::nullopt;
}

}  // namespace steelyard::analysis

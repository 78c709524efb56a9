// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace steelyard::analysis {

/// Quantile by linear interpolation between order statistics (type 7 of Hyndman and Fan).
///
/// \param sorted  ascending, not empty.
/// \param share   0..1.
[[nodiscard]] double quantile(std::span<const double> sorted, double share);

/// Middle value, or the mean of the two middle ones. Order of `values` is free; not empty.
[[nodiscard]] double median(std::span<const double> values);

/// Standard deviation over the median, n - 1 in the denominator. At least two values.
[[nodiscard]] double relative_spread(std::span<const double> values);

}  // namespace steelyard::analysis

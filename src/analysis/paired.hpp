// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/standing.hpp"

#include <optional>
#include <span>
#include <vector>

namespace steelyard::analysis {

/// d = ln b - ln a for every round that both have, in order of rounds: d > 0 means a is faster.
///
/// Precondition: rounds ascend and times are positive.
/// Source: docs/method.md, "A against B".
[[nodiscard]] std::vector<double> log_ratios(std::span<const round_value> a,
                                             std::span<const round_value> b);

/// Autocorrelation at lag 1; empty under 3 values or when they are all equal.
[[nodiscard]] std::optional<double> lag1_autocorrelation(std::span<const double> values);

}  // namespace steelyard::analysis

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/figure.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace steelyard::analysis {

/// How often the data are looked at before an interval is read off.
enum class looking {
  once,             ///< the number of rounds was fixed beforehand: exact binomial ranks
  after_each_round  ///< stopping may depend on the data: anytime-valid ranks
};

/// Rank k of the interval [x(k), x(n - k + 1)] for a median, 1-based.
///
/// \param alpha  allowed error, both sides together; 0 < alpha < 1.
/// \return empty when n values cannot carry such an interval.
/// Source: docs/method.md, "Median and interval".
[[nodiscard]] std::optional<std::uint32_t> median_rank(std::uint32_t n, double alpha, looking how);

/// Probability that [x(k), x(n - k + 1)] holds the median, looking once.
[[nodiscard]] double exact_coverage(std::uint32_t n, std::uint32_t k);

/// Rank k of the one-sided lower bound x(k) of a median that is valid after every round.
/// Source: docs/method.md, "Best set".
[[nodiscard]] std::optional<std::uint32_t> lower_bound_rank(std::uint32_t n, double alpha);

/// Whether that bound is over 0 when `positive` of n values are.
[[nodiscard]] bool is_bound_positive(std::uint32_t n, std::uint32_t positive, double alpha);

/// Fewest values that carry an interval.
[[nodiscard]] std::uint32_t fewest_rounds(double alpha, looking how);

/// Median with interval of one value per round. Precondition: `values` is not empty.
[[nodiscard]] estimate estimate_of(std::span<const double> values, double alpha, looking how);

}  // namespace steelyard::analysis

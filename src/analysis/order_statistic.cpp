// SPDX-License-Identifier: Apache-2.0
#include "analysis/order_statistic.hpp"

#include "analysis/quantile.hpp"

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/special_functions/gamma.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <vector>

namespace steelyard::analysis {
namespace {

/// P(at most `successes` heads in `n` tosses of a fair coin).
double fair_coin_cdf(std::uint32_t n, std::uint32_t successes) {
  return boost::math::cdf(boost::math::binomial_distribution<double>(n, 0.5), successes);
}

/// ln of 2^n B(1 + s, 1 + n - s): the evidence against a fair coin, averaged over all coins alike.
double log_mixture_martingale(std::uint32_t n, std::uint32_t s) {
  return n * std::numbers::ln2 + boost::math::lgamma(s + 1.0) + boost::math::lgamma(n - s + 1.0) -
         boost::math::lgamma(n + 2.0);
}

/// The same with the average over coins that favour heads only.
double log_one_sided_martingale(std::uint32_t n, std::uint32_t s) {
  return std::numbers::ln2 + log_mixture_martingale(n, s) + std::log(fair_coin_cdf(n + 1, s));
}

std::optional<std::uint32_t> exact_rank(std::uint32_t n, double alpha) {
  std::uint32_t k = 0;
  while (2 * (k + 1) <= n && fair_coin_cdf(n, k) <= alpha / 2) {
    ++k;
  }
  return k == 0 ? std::nullopt : std::optional(k);
}

std::optional<std::uint32_t> anytime_rank(std::uint32_t n, double alpha) {
  const double threshold = std::log(1 / alpha);
  std::uint32_t k = 0;
  while (2 * k < n && log_mixture_martingale(n, k) >= threshold) {
    ++k;
  }
  return k == 0 ? std::nullopt : std::optional(k);
}

remark too_few_rounds(std::size_t have, std::uint32_t needed) {
  return {"why.too_few_rounds",
          {number_argument("have", static_cast<double>(have)), number_argument("needed", needed)},
          {}};
}

}  // namespace

std::optional<std::uint32_t> median_rank(std::uint32_t n, double alpha, looking how) {
  return how == looking::once ? exact_rank(n, alpha) : anytime_rank(n, alpha);
}

double exact_coverage(std::uint32_t n, std::uint32_t k) {
  assert(k >= 1 && 2 * k <= n);
  return 1 - 2 * fair_coin_cdf(n, k - 1);
}

std::optional<std::uint32_t> lower_bound_rank(std::uint32_t n, double alpha) {
  // The evidence grows with the positive values, so the first count from above without it ends
  // the search.
  std::uint32_t rank = 0;
  while (rank < n && is_bound_positive(n, n - rank, alpha)) {
    ++rank;
  }
  return rank == 0 ? std::nullopt : std::optional(rank);
}

bool is_bound_positive(std::uint32_t n, std::uint32_t positive, double alpha) {
  return 2 * positive > n && log_one_sided_martingale(n, positive) >= std::log(1 / alpha);
}

std::uint32_t fewest_rounds(double alpha, looking how) {
  assert(alpha > 0 && alpha < 1);
  std::uint32_t n = 1;
  while (!median_rank(n, alpha, how)) {
    ++n;
  }
  return n;
}

estimate estimate_of(std::span<const double> values, double alpha, looking how) {
  assert(!values.empty());
  std::vector<double> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  const auto n = static_cast<std::uint32_t>(sorted.size());
  estimate result{median(sorted), n, too_few_rounds(n, fewest_rounds(alpha, how))};
  if (const auto rank = median_rank(n, alpha, how)) {
    const bool anytime = how == looking::after_each_round;
    result.interval = interval{sorted[*rank - 1],
                               sorted[n - *rank],
                               anytime ? 1 - alpha : exact_coverage(n, *rank),
                               anytime};
  }
  return result;
}

}  // namespace steelyard::analysis

// SPDX-License-Identifier: Apache-2.0
#include "analysis/order_statistic.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <utility>
#include <vector>

namespace steelyard::analysis {
namespace {

using expected = std::vector<std::pair<std::uint32_t, std::optional<std::uint32_t>>>;

TEST(median_rank, has_the_binomial_table_when_looking_once) {
  const expected table = {
      {5, std::nullopt}, {6, 1}, {8, 1}, {9, 2}, {15, 4}, {20, 6}, {30, 10}, {50, 18}, {100, 40}};
  for (const auto& [n, k] : table) {
    EXPECT_EQ(median_rank(n, 0.05, looking::once), k) << n;
  }
  EXPECT_EQ(median_rank(7, 0.01, looking::once), std::nullopt);
  EXPECT_EQ(median_rank(8, 0.01, looking::once), 1U);
}

TEST(median_rank, has_the_mixture_table_when_looking_after_each_round) {
  const expected table = {
      {7, std::nullopt}, {8, 1}, {12, 2}, {20, 4}, {30, 7}, {50, 15}, {100, 35}, {200, 77}};
  for (const auto& [n, k] : table) {
    EXPECT_EQ(median_rank(n, 0.05, looking::after_each_round), k) << n;
  }
}

TEST(fewest_rounds, are_six_once_and_eight_at_any_time) {
  EXPECT_EQ(fewest_rounds(0.05, looking::once), 6U);
  EXPECT_EQ(fewest_rounds(0.05, looking::after_each_round), 8U);
}

TEST(exact_coverage, is_what_the_coin_says) {
  EXPECT_DOUBLE_EQ(exact_coverage(6, 1), 1 - 2.0 / 64);
  EXPECT_DOUBLE_EQ(exact_coverage(9, 2), 1 - 2.0 * (1 + 9) / 512);
}

TEST(lower_bound_rank, needs_seven_rounds_for_one_rival_and_eleven_for_fifteen) {
  EXPECT_EQ(lower_bound_rank(6, 0.05), std::nullopt);
  EXPECT_EQ(lower_bound_rank(7, 0.05), 1U);
  EXPECT_EQ(lower_bound_rank(10, 0.05 / 15), std::nullopt);
  EXPECT_EQ(lower_bound_rank(11, 0.05 / 15), 1U);
}

TEST(is_bound_positive, agrees_with_the_rank) {
  for (std::uint32_t n = 0; n <= 60; ++n) {
    const std::uint32_t rank = lower_bound_rank(n, 0.01).value_or(0);
    for (std::uint32_t positive = 0; positive <= n; ++positive) {
      EXPECT_EQ(is_bound_positive(n, positive, 0.01), n - positive < rank) << n << ' ' << positive;
    }
  }
}

TEST(estimate_of, takes_the_ends_from_the_ranks) {
  const std::vector<double> values = {9, 1, 8, 2, 7, 3, 6, 4, 5};
  const estimate once = estimate_of(values, 0.05, looking::once);
  EXPECT_EQ(once.median, 5);
  EXPECT_EQ(once.rounds, 9U);
  ASSERT_TRUE(once.interval.value);
  EXPECT_EQ(once.interval.value->low, 2);
  EXPECT_EQ(once.interval.value->high, 8);
  EXPECT_FALSE(once.interval.value->anytime);
  const estimate anytime = estimate_of(values, 0.05, looking::after_each_round);
  ASSERT_TRUE(anytime.interval.value);
  EXPECT_EQ(anytime.interval.value->low, 1);
  EXPECT_EQ(anytime.interval.value->high, 9);
  EXPECT_TRUE(anytime.interval.value->anytime);
}

TEST(estimate_of, withholds_the_interval_of_three_rounds) {
  const std::vector<double> values = {3, 1, 2};
  const estimate found = estimate_of(values, 0.05, looking::after_each_round);
  EXPECT_EQ(found.median, 2);
  EXPECT_FALSE(found.interval.value);
  EXPECT_EQ(found.interval.why_not.key, "why.too_few_rounds");
  ASSERT_EQ(found.interval.why_not.arguments.size(), 2U);
  EXPECT_EQ(std::get<quantity>(found.interval.why_not.arguments[0].value).value, 3);
  EXPECT_EQ(std::get<quantity>(found.interval.why_not.arguments[1].value).value, 8);
}

double coverage_by_simulation(std::uint32_t n, looking how) {
  std::mt19937_64 random(20261012);
  std::exponential_distribution<double> skewed(1);
  constexpr double true_median = 0.6931471805599453;
  constexpr int runs = 4000;
  int covered = 0;
  std::vector<double> sample(n);
  for (int run = 0; run < runs; ++run) {
    for (double& value : sample) {
      value = skewed(random);
    }
    const interval found = *estimate_of(sample, 0.05, how).interval.value;
    covered += found.low <= true_median && true_median <= found.high ? 1 : 0;
  }
  return covered / static_cast<double>(runs);
}

TEST(estimate_of, covers_the_median_of_a_skewed_distribution) {
  EXPECT_GE(coverage_by_simulation(11, looking::once), 0.95);
  EXPECT_GE(coverage_by_simulation(20, looking::once), 0.95);
  EXPECT_GE(coverage_by_simulation(11, looking::after_each_round), 0.95);
  EXPECT_GE(coverage_by_simulation(40, looking::after_each_round), 0.95);
}

/// Share of fair coins for which some look at the interval excludes 0.
double false_alarms(looking how, std::uint32_t looks) {
  std::vector<std::uint32_t> rank(looks + 1, 0);
  for (std::uint32_t n = 1; n <= looks; ++n) {
    rank[n] = median_rank(n, 0.05, how).value_or(0);
  }
  std::mt19937_64 random(5);
  constexpr int runs = 10000;
  int alarms = 0;
  for (int run = 0; run < runs; ++run) {
    std::uint32_t heads = 0;
    for (std::uint32_t n = 1; n <= looks; ++n) {
      heads += static_cast<std::uint32_t>(random() & 1U);
      if (rank[n] > 0 && std::min(heads, n - heads) < rank[n]) {
        ++alarms;
        break;
      }
    }
  }
  return alarms / static_cast<double>(runs);
}

TEST(median_rank, keeps_its_promise_under_three_hundred_looks_only_at_any_time) {
  EXPECT_LE(false_alarms(looking::after_each_round, 300), 0.05);
  EXPECT_GE(false_alarms(looking::once, 300), 0.20);
}

}  // namespace
}  // namespace steelyard::analysis

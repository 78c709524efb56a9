// SPDX-License-Identifier: Apache-2.0
#include "analysis/quantile.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace steelyard::analysis {
namespace {

// Expected values: numpy.quantile(method="linear") and R's quantile(type = 7).
TEST(quantile, interpolates_as_type_seven) {
  const std::vector<double> four = {1, 2, 3, 4};
  EXPECT_DOUBLE_EQ(quantile(four, 0.25), 1.75);
  EXPECT_DOUBLE_EQ(quantile(four, 0.5), 2.5);
  EXPECT_DOUBLE_EQ(quantile(four, 0.95), 3.85);
  EXPECT_DOUBLE_EQ(quantile(four, 0), 1);
  EXPECT_DOUBLE_EQ(quantile(four, 1), 4);
}

TEST(quantile, of_one_value_is_that_value) {
  const std::vector<double> one = {7};
  EXPECT_EQ(quantile(one, 0.95), 7);
}

TEST(quantile, of_a_finite_value_beside_infinite_ones_is_that_value) {
  constexpr double never = std::numeric_limits<double>::infinity();
  const std::vector<double> six_of_eleven = {1, 2, 3, 4, 5, 6, never, never, never, never, never};
  EXPECT_EQ(quantile(six_of_eleven, 0.5), 6);
  EXPECT_EQ(quantile(six_of_eleven, 0.7), never);
  EXPECT_EQ(quantile(six_of_eleven, 0.75), never);
}

TEST(median, does_not_need_order) {
  EXPECT_EQ(median(std::vector<double>{9, 1, 5}), 5);
  EXPECT_EQ(median(std::vector<double>{4, 1, 3, 2}), 2.5);
}

TEST(relative_spread, is_the_sample_deviation_over_the_median) {
  EXPECT_DOUBLE_EQ(relative_spread(std::vector<double>{1, 2, 3}), 0.5);
}

}  // namespace
}  // namespace steelyard::analysis

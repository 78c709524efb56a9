// SPDX-License-Identifier: Apache-2.0
#include "analysis/paired.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace steelyard::analysis {
namespace {

TEST(log_ratios, pair_common_rounds_only) {
  const std::vector<round_value> a = {{1, 2.0}, {2, 2.0}, {4, 4.0}};
  const std::vector<round_value> b = {{2, 1.0}, {3, 9.0}, {4, 8.0}};
  const std::vector<double> d = log_ratios(a, b);
  ASSERT_EQ(d.size(), 2U);
  EXPECT_DOUBLE_EQ(d[0], -0.6931471805599453);
  EXPECT_DOUBLE_EQ(d[1], 0.6931471805599453);
}

TEST(log_ratios, are_positive_when_the_first_is_faster) {
  const std::vector<round_value> fast = {{1, 1.0}};
  const std::vector<round_value> slow = {{1, 2.0}};
  EXPECT_GT(log_ratios(fast, slow)[0], 0);
}

TEST(lag1_autocorrelation, has_its_closed_form) {
  // Mean 0; products -1 three times, squares 4.
  EXPECT_DOUBLE_EQ(lag1_autocorrelation(std::vector<double>{1, -1, 1, -1}).value(), -0.75);
  // Deviations -1.5, -0.5, 0.5, 1.5: products 0.75 - 0.25 + 0.75, squares 5.
  EXPECT_DOUBLE_EQ(lag1_autocorrelation(std::vector<double>{1, 2, 3, 4}).value(), 0.25);
}

TEST(lag1_autocorrelation, is_absent_where_it_has_no_meaning) {
  EXPECT_FALSE(lag1_autocorrelation(std::vector<double>{1, 2}));
  EXPECT_FALSE(lag1_autocorrelation(std::vector<double>{3, 3, 3, 3}));
}

}  // namespace
}  // namespace steelyard::analysis

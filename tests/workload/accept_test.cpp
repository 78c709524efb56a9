// SPDX-License-Identifier: Apache-2.0
#include "workload/accept.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace steelyard::workload {
namespace {

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

reference_rows reference_of_row(const std::vector<double>& row, const std::vector<double>& x) {
  return reference_of(dense_view{1, row.size(), row}, x);
}

TEST(rejection_of_digests, accepts_equality_alone) {
  const digest right{7, 0x10};
  EXPECT_FALSE(rejection_of(right, right).has_value());
  EXPECT_TRUE(rejection_of(digest{8, 0x10}, right).has_value());
  EXPECT_TRUE(rejection_of(digest{std::nullopt, 0x10}, right).has_value());
  EXPECT_EQ(
      rejection_of(digest{7, 0x11}, right)->reason,
      "wrong result: sum 7, hash 0x0000000000000011; expected sum 7, hash 0x0000000000000010");
}

TEST(reference_of, keeps_what_a_plain_sum_loses) {
  EXPECT_EQ(reference_of_row({1e16, 1.0, -1e16}, {1, 1, 1}).sums[0], 1.0);
  // 0.1 * 3 - 0.3 exactly, of the doubles nearest to 0.1 and 0.3
  EXPECT_EQ(reference_of_row({0.1, -0.3}, {3, 1}).sums[0], 0x1p-55);
}

TEST(reference_of, bounds_a_row_by_its_magnitudes) {
  const reference_rows reference = reference_of_row({3, -4}, {2, 0.5});
  EXPECT_EQ(reference.sums[0], 4.0);
  EXPECT_EQ(reference.bounds[0], 4 * 2 * 0x1p-52 * 8.0);
}

TEST(reference_of, treats_both_forms_alike) {
  const std::vector<std::int64_t> row_begin{0, 2, 2, 3};
  const std::vector<std::int32_t> columns{0, 2, 1};
  const std::vector<double> sparse{1.5, -2, 4};
  const std::vector<double> x{1, 2, 3};
  const reference_rows reference = reference_of(csr_view{3, 3, row_begin, columns, sparse}, x);
  EXPECT_EQ(reference.sums, (std::vector<double>{-4.5, 0, 8}));
  EXPECT_EQ(reference.bounds[1], 0.0);
}

TEST(reference_of, refuses_a_row_that_leaves_float64) {
  // Finite in this order, but not in every order.
  const std::vector<double> values{1, 1, 1, 1e308, -1e308, 1e308};
  const std::vector<double> x{1, 1, 1};
  try {
    static_cast<void>(reference_of(dense_view{2, 3, values}, x));
    FAIL() << "accepted";
  } catch (const non_finite_row_error& fault) {
    EXPECT_EQ(fault.row(), 1U);
    EXPECT_NE(std::string{fault.what()}.find("row 2 "), std::string::npos);
  }
  EXPECT_THROW(static_cast<void>(reference_of_row({1, nan_value}, {1, 1})), non_finite_row_error);
  EXPECT_THROW(static_cast<void>(reference_of_row({1e200}, {1e200})), non_finite_row_error);
}

TEST(rejection_of_rows, accepts_up_to_the_bound_and_not_beyond) {
  const reference_rows reference = reference_of_row({3, -4}, {2, 0.5});
  const double bound = 64 * 0x1p-52;
  for (const double error : {0.0, bound, -bound}) {
    EXPECT_FALSE(rejection_of(std::vector<double>{4 + error}, reference).has_value()) << error;
  }
  for (const double error : {1.1 * bound, -1.1 * bound}) {
    EXPECT_TRUE(rejection_of(std::vector<double>{4 + error}, reference).has_value()) << error;
  }
}

TEST(rejection_of_rows, names_the_first_wrong_row) {
  const reference_rows reference =
      reference_of(dense_view{3, 1, std::vector<double>{1, 2, 3}}, std::vector<double>{1});
  const auto rejected = rejection_of(std::vector<double>{1, 2.5, 4}, reference);
  ASSERT_TRUE(rejected.has_value());
  EXPECT_EQ(rejected->row->row, 1U);
  EXPECT_EQ(rejected->row->value, 2.5);
  EXPECT_EQ(rejected->row->expected, 2.0);
  EXPECT_EQ(rejected->row->bound, 0x1p-49);
  EXPECT_NE(rejected->reason.find("row 2 is 2.5; expected 2"), std::string::npos);
}

TEST(rejection_of_rows, never_accepts_nan_or_another_length) {
  const reference_rows reference = reference_of_row({1}, {1});
  EXPECT_TRUE(rejection_of(std::vector<double>{nan_value}, reference).has_value());
  EXPECT_TRUE(rejection_of(std::vector<double>{infinity}, reference).has_value());
  EXPECT_EQ(rejection_of(std::vector<double>{}, reference)->reason,
            "wrong result: 0 rows; expected 1");
  EXPECT_TRUE(rejection_of(std::vector<double>{1, 1}, reference).has_value());
}

TEST(rejection_of_rows, holds_an_empty_row_to_exact_zero) {
  const std::vector<std::int64_t> row_begin{0, 0};
  const reference_rows reference =
      reference_of(csr_view{1, 1, row_begin, {}, {}}, std::vector<double>{1});
  EXPECT_FALSE(rejection_of(std::vector<double>{0}, reference).has_value());
  EXPECT_TRUE(rejection_of(std::vector<double>{1e-300}, reference).has_value());
}

TEST(rejection_of_rows, accepts_what_subnormal_products_may_round_to) {
  const double tiny = 0x1.8p-537;  // squared: 2.25 * 2^-1074, between two subnormals
  const reference_rows reference = reference_of_row({tiny, tiny}, {tiny, tiny});
  EXPECT_FALSE(rejection_of(std::vector<double>{5 * 0x1p-1074}, reference).has_value());
}

}  // namespace
}  // namespace steelyard::workload

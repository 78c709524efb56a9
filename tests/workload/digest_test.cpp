// SPDX-License-Identifier: Apache-2.0
#include "workload/digest.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

namespace steelyard::workload {
namespace {

digest of(const std::vector<double>& y) {
  return digest_of(std::span{y});
}

// Sums and hashes below are those of oracle/oracle.py's digest().
TEST(digest_of, is_that_of_the_oracle) {
  EXPECT_EQ(of({1.5, -0.0009765625, 0.0}), (digest{1535, 0xa7981a7c36591738U}));
  EXPECT_EQ(of({}), (digest{0, 0xcbf29ce484222325U}));
}

TEST(digest_of, is_the_same_of_integers_and_of_their_1024ths) {
  const std::vector<std::int64_t> q{1536, -1, 0};
  EXPECT_EQ(digest_of(std::span{q}), of({1.5, -0.0009765625, 0.0}));
}

TEST(digest_of, sees_swapped_rows) {
  EXPECT_NE(of({1.0, 2.0}), of({2.0, 1.0}));
  EXPECT_EQ(of({1.0, 2.0}).sum, of({2.0, 1.0}).sum);
}

TEST(digest_of, takes_minus_zero_for_zero) {
  EXPECT_EQ(of({-0.0}), of({0.0}));
}

TEST(digest_of, has_no_sum_when_an_element_is_not_exact) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double just_too_large = std::nextafter(std::ldexp(1.0, 43), infinity);
  for (const double element :
       {nan, infinity, -infinity, 0.1, std::ldexp(1.0, -11), just_too_large}) {
    EXPECT_EQ(of({1.0, element}).sum, std::nullopt) << element;
  }
  EXPECT_EQ(of({std::ldexp(1.0, 43)}).sum, std::int64_t{1} << 53);
}

TEST(digest_of, hashes_the_bits_when_there_is_no_sum) {
  EXPECT_NE(of({0.1, 0.2}).hash, of({0.2, 0.1}).hash);
  EXPECT_NE(of({0.1, 0.0}).hash, of({0.1, -0.0}).hash);
  EXPECT_EQ(of({0.1}).hash, 0x4cc2ff2946eb9a89U);
}

TEST(digest_of, wraps_a_sum_that_leaves_64_bits) {
  const std::vector<double> y(2048, std::ldexp(1.0, 43));
  EXPECT_EQ(of(y).sum, 0);
}

TEST(hash_text, has_sixteen_lower_case_digits) {
  EXPECT_EQ(hash_text(0xABCU), "0x0000000000000abc");
}

}  // namespace
}  // namespace steelyard::workload

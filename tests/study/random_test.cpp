// SPDX-License-Identifier: Apache-2.0
#include "study/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <vector>

namespace steelyard::study {
namespace {

// First outputs of the reference implementation (prng.di.unimi.it/splitmix64.c) for seed 1234567.
TEST(random_source, gives_the_published_sequence) {
  random_source random(1234567);
  EXPECT_EQ(random.next(), 6457827717110365317U);
  EXPECT_EQ(random.next(), 3203168211198807973U);
  EXPECT_EQ(random.next(), 9817491932198370423U);
}

TEST(random_source, draws_every_value_below_a_bound_about_equally_often) {
  random_source random(1);
  std::array<int, 7> counts{};
  for (int i = 0; i < 70000; ++i) {
    ++counts.at(random.below(7));
  }
  double chi_square = 0;
  for (const int count : counts) {
    chi_square += (count - 10000.0) * (count - 10000.0) / 10000.0;
  }
  EXPECT_LT(chi_square, 22.46);  // 0.1 % quantile, 6 degrees of freedom
  EXPECT_EQ(random.below(1), 0U);
}

TEST(shuffle, makes_each_permutation_about_equally_often) {
  random_source random(2);
  std::map<std::vector<int>, int> counts;
  for (int i = 0; i < 24000; ++i) {
    std::vector<int> values = {0, 1, 2, 3};
    shuffle(std::span(values), random);
    ++counts[values];
  }
  ASSERT_EQ(counts.size(), 24U);
  double chi_square = 0;
  for (const auto& [permutation, count] : counts) {
    chi_square += (count - 1000.0) * (count - 1000.0) / 1000.0;
  }
  EXPECT_LT(chi_square, 49.73);  // 0.1 % quantile, 23 degrees of freedom
}

}  // namespace
}  // namespace steelyard::study

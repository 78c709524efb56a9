// SPDX-License-Identifier: Apache-2.0
#include "analysis/break_even.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace steelyard::analysis {
namespace {

std::vector<lifetime> lifetimes(double setup, double first, double warm, std::uint32_t rounds) {
  std::vector<lifetime> result;
  for (std::uint32_t round = 1; round <= rounds; ++round) {
    result.push_back({round, setup, first, warm});
  }
  return result;
}

// Total cost of n calls: setup + first + (n - 1) warm. 10 + 5 + 4 (n - 1) = 100 + 5 + 1 (n - 1)
// at n = 31.
TEST(break_even_between, is_where_the_total_costs_meet) {
  const break_even found = break_even_between(
      lifetimes(10, 5, 4, 12), lifetimes(100, 5, 1, 12), 0.05, looking::after_each_round);
  EXPECT_EQ(found.crossing, crossing::after_calls);
  ASSERT_TRUE(found.calls.value);
  EXPECT_DOUBLE_EQ(found.calls.value->median, 31);
  EXPECT_TRUE(found.calls.value->interval.value);
}

TEST(break_even_between, is_from_the_first_call_when_the_faster_starts_cheaper) {
  const break_even found = break_even_between(
      lifetimes(100, 5, 4, 12), lifetimes(10, 5, 1, 12), 0.05, looking::after_each_round);
  EXPECT_EQ(found.crossing, crossing::from_first_call);
}

TEST(break_even_between, counts_a_round_without_gain_as_never) {
  std::vector<lifetime> faster = lifetimes(100, 5, 1, 12);
  faster[0].warm_ns = 9;
  const break_even once =
      break_even_between(lifetimes(10, 5, 4, 12), faster, 0.05, looking::after_each_round);
  EXPECT_EQ(once.crossing, crossing::after_calls);
  for (std::size_t i = 0; i < 7; ++i) {
    faster[i].warm_ns = 9;
  }
  const break_even mostly =
      break_even_between(lifetimes(10, 5, 4, 12), faster, 0.05, looking::after_each_round);
  EXPECT_FALSE(mostly.calls.value);
  EXPECT_EQ(mostly.calls.why_not.key, "why.no_crossing");
}

TEST(break_even_between, is_found_when_six_of_eleven_rounds_cross) {
  std::vector<lifetime> faster = lifetimes(100, 5, 1, 11);
  for (std::size_t i = 0; i < 5; ++i) {
    faster[i].warm_ns = 9;
  }
  const break_even found =
      break_even_between(lifetimes(10, 5, 4, 11), faster, 0.05, looking::after_each_round);
  ASSERT_TRUE(found.calls.value);
  EXPECT_DOUBLE_EQ(found.calls.value->median, 31);
}

TEST(break_even_between, never_shows_an_infinite_end) {
  std::vector<lifetime> faster = lifetimes(100, 5, 1, 8);
  faster[3].warm_ns = 9;
  const break_even found =
      break_even_between(lifetimes(10, 5, 4, 8), faster, 0.05, looking::after_each_round);
  ASSERT_TRUE(found.calls.value);
  EXPECT_FALSE(found.calls.value->interval.value);
  EXPECT_EQ(found.calls.value->interval.why_not.key, "why.crossing_unbounded");
}

TEST(break_even_between, needs_a_common_round) {
  std::vector<lifetime> late = lifetimes(100, 5, 1, 1);
  late[0].round = 5;
  EXPECT_EQ(break_even_between(lifetimes(10, 5, 4, 2), late, 0.05, looking::once).calls.why_not.key,
            "why.no_common_rounds");
}

}  // namespace
}  // namespace steelyard::analysis

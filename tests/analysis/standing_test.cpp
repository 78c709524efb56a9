// SPDX-License-Identifier: Apache-2.0
#include "analysis/standing.hpp"

#include "analysis/noisy_arms.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace steelyard::analysis {
namespace {

arm arm_of(const char* label, const std::vector<double>& times) {
  arm result{label, {}};
  for (std::size_t i = 0; i < times.size(); ++i) {
    result.values.push_back({static_cast<std::uint32_t>(i + 1), times[i]});
  }
  return result;
}

std::vector<arm> one_faster_of(std::size_t count, std::size_t rounds) {
  std::vector<arm> arms(count, arm_of("slow", std::vector<double>(rounds, 110)));
  arms[0] = arm_of("fast", std::vector<double>(rounds, 100));
  return arms;
}

TEST(standing_of, nothing_is_an_empty_standing) {
  const standing none = standing_of({}, {});
  EXPECT_TRUE(none.states.empty());
  EXPECT_FALSE(none.leader);
  EXPECT_FALSE(none.settled);
}

TEST(standing_of, puts_out_of_contention_what_is_over_three_times_the_slowest) {
  const std::vector<arm> arms = {arm_of("leader", {100, 120}),
                                 arm_of("at-three", {360, 400}),
                                 arm_of("over-three", {361, 400})};
  const standing found = standing_of(arms, {});
  EXPECT_EQ(found.states[0], arm_state::contender);
  EXPECT_EQ(found.states[1], arm_state::contender);
  EXPECT_EQ(found.states[2], arm_state::out_of_contention);
  EXPECT_EQ(found.leader, 0U);
}

TEST(standing_of, waits_for_two_rounds_of_both) {
  const std::vector<arm> one_round = {arm_of("leader", {100}), arm_of("slow", {900})};
  EXPECT_EQ(standing_of(one_round, {}).states[1], arm_state::contender);
  const std::vector<arm> young_leader = {arm_of("leader", {100}), arm_of("slow", {900, 900})};
  EXPECT_EQ(standing_of(young_leader, {}).states[1], arm_state::contender);
}

TEST(standing_of, does_not_bring_back_what_stopped_when_the_leader_slows_down) {
  const std::vector<arm> arms = {arm_of("leader", {100, 100, 100, 5000}),
                                 arm_of("slow", {400, 400})};
  EXPECT_EQ(standing_of(arms, {}).states[1], arm_state::out_of_contention);
}

TEST(standing_of, puts_out_of_contention_what_was_given_up_and_lets_it_lead_no_more) {
  std::vector<arm> arms = {arm_of("slow", {120, 120, 120}), arm_of("given-up", {110})};
  EXPECT_EQ(standing_of(arms, {}).leader, 1U);
  arms[1].given_up = true;
  const standing found = standing_of(arms, {});
  EXPECT_EQ(found.states[1], arm_state::out_of_contention);
  EXPECT_EQ(found.leader, 0U);
}

TEST(always_slower, is_the_median_ratio_where_every_common_round_was_lost) {
  const arm fast = arm_of("fast", {100, 100, 100, 500});
  EXPECT_NEAR(always_slower(arm_of("slow", {300, 150, 200}), fast).value_or(0), 2, 1e-12);
  EXPECT_FALSE(always_slower(arm_of("slow", {300, 100, 200}), fast)) << "a tie";
  EXPECT_FALSE(always_slower(arm_of("none", {}), fast));
}

TEST(standing_of, best_of_sixteen_needs_eleven_rounds) {
  EXPECT_EQ(standing_of(one_faster_of(16, 10), {}).states[1], arm_state::contender);
  const standing found = standing_of(one_faster_of(16, 11), {});
  EXPECT_EQ(found.states[0], arm_state::contender);
  EXPECT_EQ(found.states[1], arm_state::outside_best_set);
  EXPECT_EQ(found.states[15], arm_state::outside_best_set);
  EXPECT_TRUE(found.settled);
}

TEST(standing_of, is_not_settled_before_the_asked_rounds) {
  EXPECT_EQ(standing_of(one_faster_of(2, 10), {}).states[1], arm_state::outside_best_set);
  EXPECT_FALSE(standing_of(one_faster_of(2, 10), {}).settled);
  EXPECT_TRUE(standing_of(one_faster_of(2, 11), {}).settled);
}

TEST(standing_of, is_settled_when_contenders_are_equal_within_the_margin) {
  std::vector<double> wobbling;
  for (int i = 0; i < 12; ++i) {
    wobbling.push_back(i % 2 == 0 ? 100.5 : 99.5);
  }
  const std::vector<arm> arms = {arm_of("a", std::vector<double>(12, 100)), arm_of("b", wobbling)};
  EXPECT_TRUE(standing_of(arms, {}).settled);
  question strict;
  strict.margin = 0.001;
  EXPECT_FALSE(standing_of(arms, strict).settled);
}

TEST(standing_of, an_arm_without_values_neither_leads_nor_holds_up) {
  std::vector<arm> arms = one_faster_of(3, 12);
  arms[2].values.clear();
  const standing found = standing_of(arms, {});
  EXPECT_EQ(found.states[2], arm_state::contender);
  EXPECT_EQ(found.leader, 0U);
  EXPECT_TRUE(found.settled);
}

TEST(standing_of, keeps_the_best_of_sixteen_equals) {
  int lost = 0;
  constexpr int runs = 200;
  for (std::uint64_t run = 0; run < runs; ++run) {
    simulated_session session({0.02, 0, 0.03, 0}, run);
    const standing found = standing_of(session.measure(std::vector<double>(16, 0), 20), {});
    lost += found.states[0] == arm_state::contender ? 0 : 1;
  }
  EXPECT_LE(lost, runs / 20);
}

TEST(standing_of, keeps_the_best_while_being_asked_after_every_round) {
  int lost = 0;
  constexpr int runs = 100;
  for (std::uint64_t run = 0; run < runs; ++run) {
    simulated_session session({0.02, 0, 0, 0}, 77 + run);
    const std::vector<arm> arms = session.measure({0, 0.005, 0.02, 0.05, 0.10}, 40);
    for (std::size_t rounds = 2; rounds <= 40; rounds += 2) {
      if (standing_of(first_rounds(arms, rounds), {}).states[0] != arm_state::contender) {
        ++lost;
        break;
      }
    }
  }
  EXPECT_LE(lost, runs / 20);
}

}  // namespace
}  // namespace steelyard::analysis

// SPDX-License-Identifier: Apache-2.0
#include "analysis/verdict.hpp"

#include "analysis/noisy_arms.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace steelyard::analysis {
namespace {

arm constant_arm(const char* label, double ns, std::uint32_t rounds) {
  arm result{label, {}};
  for (std::uint32_t round = 1; round <= rounds; ++round) {
    result.values.push_back({round, ns});
  }
  return result;
}

TEST(word_for, follows_the_order_of_the_method) {
  EXPECT_EQ(word_for(0.03, 0.05, 0.02), verdict_word::faster);
  EXPECT_EQ(word_for(-0.05, -0.03, 0.02), verdict_word::slower);
  EXPECT_EQ(word_for(-0.01, 0.02, 0.02), verdict_word::equal);
  EXPECT_EQ(word_for(0.005, 0.015, 0.02), verdict_word::equal);
  EXPECT_EQ(word_for(0.005, 0.04, 0.02), verdict_word::faster_under_margin);
  EXPECT_EQ(word_for(-0.04, -0.005, 0.02), verdict_word::slower_under_margin);
  EXPECT_EQ(word_for(-0.001, 0.04, 0.02), verdict_word::undecided);
  EXPECT_EQ(word_for(0, 0.04, 0.02), verdict_word::undecided);
}

TEST(mirrored, is_the_other_side) {
  EXPECT_EQ(mirrored(verdict_word::faster), verdict_word::slower);
  EXPECT_EQ(mirrored(verdict_word::slower_under_margin), verdict_word::faster_under_margin);
  EXPECT_EQ(mirrored(verdict_word::equal), verdict_word::equal);
  EXPECT_EQ(mirrored(verdict_word::undecided), verdict_word::undecided);
}

TEST(verdict_between, gives_ratio_interval_and_reason_code) {
  const verdict found = verdict_between(
      constant_arm("a", 100, 11), constant_arm("b", 150, 11), {}, looking::after_each_round);
  EXPECT_EQ(found.word, verdict_word::faster);
  ASSERT_TRUE(found.ratio.value);
  EXPECT_DOUBLE_EQ(found.ratio.value->median, 1.5);
  EXPECT_EQ(found.reason, "n=11 interval=[1.5,1.5] margin=2%");
  EXPECT_EQ(found.band, 0);
  EXPECT_FALSE(found.lag1);
}

TEST(verdict_between, is_undecided_with_its_reason_when_rounds_are_few) {
  const verdict three = verdict_between(
      constant_arm("a", 1, 3), constant_arm("b", 9, 3), {}, looking::after_each_round);
  EXPECT_EQ(three.word, verdict_word::undecided);
  EXPECT_EQ(three.reason, "n=3 needs=8 margin=2%");
  EXPECT_DOUBLE_EQ(three.ratio.value->median, 9);
  const verdict six =
      verdict_between(constant_arm("a", 1, 6), constant_arm("b", 9, 6), {}, looking::once);
  EXPECT_EQ(six.word, verdict_word::faster);
}

TEST(verdict_between, has_no_ratio_without_a_common_round) {
  arm late = constant_arm("b", 2, 1);
  late.values[0].round = 7;
  const verdict found =
      verdict_between(constant_arm("a", 1, 3), late, {}, looking::after_each_round);
  EXPECT_FALSE(found.ratio.value);
  EXPECT_EQ(found.ratio.why_not.key, "why.no_common_rounds");
  EXPECT_EQ(found.reason, "n=0");
}

struct wrong_words {
  double directional = 0;
  double beyond_margin = 0;
};

/// Shares of equal pairs that get a directional word after 20 rounds.
wrong_words words_for_equals(machine_state machine) {
  constexpr int runs = 2000;
  wrong_words result;
  for (std::uint64_t run = 0; run < runs; ++run) {
    simulated_session session(machine, 1000 + run);
    const std::vector<arm> arms = session.measure({0, 0}, 20);
    const verdict_word word = verdict_between(arms[0], arms[1], {}, looking::once).word;
    const bool is_decided = word == verdict_word::faster || word == verdict_word::slower;
    const bool is_small =
        word == verdict_word::faster_under_margin || word == verdict_word::slower_under_margin;
    result.beyond_margin += is_decided ? 1.0 / runs : 0;
    result.directional += is_decided || is_small ? 1.0 / runs : 0;
  }
  return result;
}

TEST(verdict_between, seldom_tells_equals_apart_whatever_the_machine_does) {
  const machine_state drifting{0.01, 0.03, 0, 0};
  const machine_state bursting{0.01, 0, 0.04, 0};
  const machine_state disturbed{0.01, 0, 0, 0.05};
  for (const machine_state& machine : {drifting, bursting, disturbed}) {
    EXPECT_LE(words_for_equals(machine).directional, 0.05);
  }
  EXPECT_LE(words_for_equals(drifting).beyond_margin, 0.005);
}

TEST(verdict_between, decides_a_five_percent_effect_at_two_percent_noise_in_25_rounds) {
  std::vector<std::size_t> needed;
  int called_equal = 0;
  for (std::uint64_t run = 0; run < 200; ++run) {
    simulated_session session({0.02, 0, 0, 0}, run);
    const std::vector<arm> arms = session.measure({0, std::log(1.05)}, 120);
    std::size_t rounds = 7;
    verdict_word word = verdict_word::undecided;
    while (rounds < 120 && word != verdict_word::faster && word != verdict_word::slower &&
           word != verdict_word::equal) {
      const std::vector<arm> seen = first_rounds(arms, ++rounds);
      word = verdict_between(seen[0], seen[1], {}, looking::after_each_round).word;
    }
    EXPECT_NE(word, verdict_word::slower);
    called_equal += word == verdict_word::equal ? 1 : 0;
    needed.push_back(rounds);
  }
  std::ranges::sort(needed);
  EXPECT_LE(needed[needed.size() / 2], 25U);
  EXPECT_LE(called_equal, 1);
}

}  // namespace
}  // namespace steelyard::analysis

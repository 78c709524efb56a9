// SPDX-License-Identifier: Apache-2.0
#include "study/names.hpp"

#include <gtest/gtest.h>

namespace steelyard::study {
namespace {

TEST(glob_matches, takes_star_and_question_mark) {
  EXPECT_TRUE(glob_matches("*", ""));
  EXPECT_TRUE(glob_matches("cpp-*", "cpp-serial"));
  EXPECT_TRUE(glob_matches("*-serial", "numpy-serial"));
  EXPECT_TRUE(glob_matches("*a*b*", "xxaxxbxx"));
  EXPECT_TRUE(glob_matches("r?st-*", "rust-rayon"));
  EXPECT_FALSE(glob_matches("cpp-*", "rust-serial"));
  EXPECT_FALSE(glob_matches("cpp", "cpp-serial"));
  EXPECT_FALSE(glob_matches("?", ""));
  EXPECT_FALSE(glob_matches("", "x"));
  EXPECT_FALSE(glob_matches("a*b", "acbc"));
}

TEST(glob_matches, ends_soon_for_hostile_patterns) {
  std::string pattern;
  for (int i = 0; i < 2000; ++i) {
    pattern += "*a";
  }
  EXPECT_FALSE(glob_matches(pattern + "b", std::string(4000, 'a')));
}

TEST(edit_distance, counts_single_edits_and_swaps) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("abc", ""), 3U);
  EXPECT_EQ(edit_distance("rounds", "round"), 1U);
  EXPECT_EQ(edit_distance("ruonds", "rounds"), 1U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("ca", "abc"), 3U);  // optimal string alignment, not unrestricted
}

TEST(nearest_name, gives_the_nearest_or_nothing) {
  const std::vector<std::string> names = {"quick", "baseline", "stress"};
  EXPECT_EQ(nearest_name("quik", names), "quick");
  EXPECT_EQ(nearest_name("basline", names), "baseline");
  EXPECT_EQ(nearest_name("xyz", names), "");
  EXPECT_EQ(nearest_name(std::string(1U << 20U, 'q'), names), "");
  EXPECT_EQ(suggestion("stres", names), "; did you mean \"stress\"?");
  EXPECT_EQ(listed(names), "quick, baseline, stress");
}

}  // namespace
}  // namespace steelyard::study

// SPDX-License-Identifier: Apache-2.0
#include "cli/values.hpp"

#include "cli/usage_error.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace steelyard::cli {
namespace {

TEST(duration_s, reads_seconds_minutes_and_hours) {
  EXPECT_DOUBLE_EQ(duration_s("--budget", "90"), 90);
  EXPECT_DOUBLE_EQ(duration_s("--budget", "90s"), 90);
  EXPECT_DOUBLE_EQ(duration_s("--budget", "2m"), 120);
  EXPECT_DOUBLE_EQ(duration_s("--budget", "1.5h"), 5400);
}

TEST(duration_s, refuses_what_is_none) {
  for (const char* text : {"", "0", "-1s", "2 m", "2d", "nan", "inf", "1e9h", "12x"}) {
    EXPECT_THROW((void)duration_s("--budget", text), usage_error) << text;
  }
}

TEST(duration_s, names_the_option_and_the_value) {
  try {
    (void)duration_s("--budget", "12x");
    FAIL() << "accepted";
  } catch (const usage_error& error) {
    EXPECT_STREQ(error.what(),
                 "--budget: '12x' is not a duration such as 90s, 2m or 1.5h (at most 720h)");
  }
}

TEST(positive_number, reads_one_and_refuses_a_list) {
  EXPECT_EQ(positive_number("--rounds", "12"), 12U);
  for (const char* text : {"", "0", "-1", "1,2", "1,", "1 2", "1.5"}) {
    EXPECT_THROW((void)positive_number("--rounds", text), usage_error) << text;
  }
}

TEST(positive_list, reads_numbers_and_refuses_gaps_and_zero) {
  EXPECT_EQ(positive_list("--workers", "1,2,16"), (std::vector<std::uint64_t>{1, 2, 16}));
  for (const char* text : {"", "1,,2", "0", "1,2,", "-1", "1 2", "99999999999999999999999"}) {
    EXPECT_THROW((void)positive_list("--workers", text), usage_error) << text;
  }
}

TEST(one_of, lists_the_words_and_the_nearest) {
  const std::vector<std::string> words{"human", "json"};
  EXPECT_EQ(one_of("--format", "json", words), "json");
  try {
    (void)one_of("--format", "jsno", words);
    FAIL() << "accepted";
  } catch (const usage_error& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("human, json"), std::string::npos) << text;
    EXPECT_NE(text.find("did you mean"), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace steelyard::cli

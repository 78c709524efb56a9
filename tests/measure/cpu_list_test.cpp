// SPDX-License-Identifier: Apache-2.0
#include "measure/cpu_list.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace steelyard::measure {
namespace {

TEST(parse_cpu_list, reads_numbers_and_ranges) {
  EXPECT_EQ(parse_cpu_list("0-3,8"), (cpu_list{0, 1, 2, 3, 8}));
  EXPECT_EQ(parse_cpu_list("8,0-1\n"), (cpu_list{0, 1, 8}));
  EXPECT_EQ(parse_cpu_list("2,2,1-3"), (cpu_list{1, 2, 3}));
  EXPECT_EQ(parse_cpu_list(""), cpu_list{});
  EXPECT_EQ(parse_cpu_list("\n"), cpu_list{});
  EXPECT_EQ(parse_cpu_list("65535"), cpu_list{65535});
}

TEST(parse_cpu_list, refuses_everything_else) {
  for (const char* text : {"a",
                           "-1",
                           "1-",
                           "1--2",
                           "3-1",
                           "1,",
                           ",1",
                           "1,,2",
                           "0 1",
                           "1;2",
                           "0x3",
                           "65536",
                           "0-65536",
                           "99999999999999999999",
                           "1\n\n",
                           "0-3-5",
                           " 1"}) {
    EXPECT_THROW(static_cast<void>(parse_cpu_list(text)), std::invalid_argument) << text;
  }
}

TEST(parse_cpu_list, names_a_hostile_text_in_one_short_line) {
  try {
    static_cast<void>(parse_cpu_list(std::string(1 << 20, 'x') + "\n"));
    FAIL() << "accepted";
  } catch (const std::invalid_argument& error) {
    EXPECT_LT(std::string{error.what()}.size(), 150U);
  }
  try {
    static_cast<void>(parse_cpu_list("1\x1b[31m\n2"));
    FAIL() << "accepted";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "not a list of CPUs like 0-3,8: '1?[31m?2' (a comma is missing)");
  }
}

TEST(parse_cpu_list, takes_many_overlapping_ranges_in_bounded_memory) {
  std::string text;
  for (int range = 0; range < 500; ++range) {
    text += "0-65535,";
  }
  EXPECT_EQ(parse_cpu_list(text + "0").size(), 65536U);
}

TEST(format_cpu_list, is_the_shortest_form) {
  EXPECT_EQ(format_cpu_list({8, 0, 1, 3, 2, 2}), "0-3,8");
  EXPECT_EQ(format_cpu_list({0, 1}), "0-1");
  EXPECT_EQ(format_cpu_list({7}), "7");
  EXPECT_EQ(format_cpu_list({}), "");
}

TEST(format_cpu_list, is_read_back_the_same) {
  for (const char* text : {"0", "0-1", "0,2,4", "1-3,7,9-12", "0-65535"}) {
    EXPECT_EQ(format_cpu_list(parse_cpu_list(text)), text);
  }
}

}  // namespace
}  // namespace steelyard::measure

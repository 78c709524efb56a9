// SPDX-License-Identifier: Apache-2.0
#include "report/utf8.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace steelyard::report {
namespace {

TEST(first_code_point, reads_one_to_four_bytes) {
  EXPECT_EQ(first_code_point("a").value, U'a');
  EXPECT_EQ(first_code_point("\xc2\xb5").value, 0xb5U);
  EXPECT_EQ(first_code_point("\xe8\xa1\x8c").value, 0x884cU);
  EXPECT_EQ(first_code_point("\xf0\x9f\x98\x80").value, 0x1f600U);
  EXPECT_EQ(first_code_point("\xf0\x9f\x98\x80").bytes, 4U);
}

TEST(first_code_point, refuses_what_is_no_utf8_one_byte_at_a_time) {
  for (const std::string_view bad : {"\xff",
                                     "\x80",
                                     "\xc0\xaf",
                                     "\xe0\x80\x80",
                                     "\xed\xa0\x80",
                                     "\xf4\x90\x80\x80",
                                     "\xe8\xa1",
                                     "\xc2"}) {
    EXPECT_FALSE(first_code_point(bad).is_valid);
    EXPECT_EQ(first_code_point(bad).bytes, 1U);
  }
}

TEST(display_width, counts_wide_characters_twice) {
  EXPECT_EQ(display_width("cpp"), 3U);
  EXPECT_EQ(display_width("\u5b9e\u73b0"), 4U);
  EXPECT_EQ(display_width("1.0\u00d7"), 4U);
}

TEST(clipped, keeps_the_width_and_marks_the_cut) {
  EXPECT_EQ(clipped("cpp-serial", 10), "cpp-serial");
  EXPECT_EQ(clipped("cpp-serial", 6), "cpp-..");
  EXPECT_EQ(clipped("\u5b9e\u73b0\u5b9e\u73b0", 5), "\u5b9e..");
}

}  // namespace
}  // namespace steelyard::report

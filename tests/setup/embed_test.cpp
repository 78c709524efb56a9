// SPDX-License-Identifier: Apache-2.0
#include "embedded/sample.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

namespace steelyard {
namespace {

TEST(embed, keeps_every_byte_that_means_something_to_cmake_or_cpp) {
  EXPECT_EQ(embedded::sample()[0].name, "sample.txt");
  EXPECT_EQ(embedded::sample()[0].text,
            "quotes \" and \\ backslashes; semicolons [brackets]\n"
            "${not_a_variable} @nor_this@ $<nor:this>\n"
            "\tlast line, without an end");
}

TEST(embed, carries_a_long_file_whole) {
  std::ifstream file(LICENSE_PATH, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  ASSERT_GT(text.size(), 10'000U);
  ASSERT_EQ(embedded::sample().size(), 2U);
  EXPECT_EQ(embedded::sample()[1].name, "LICENSE");
  EXPECT_EQ(embedded::sample()[1].text, text);
}

}  // namespace
}  // namespace steelyard

// SPDX-License-Identifier: Apache-2.0
#include "report/text_layout.hpp"

#include "report/utf8.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace steelyard::report {
namespace {

using lines = std::vector<std::string>;

const text_column names{"name", alignment::left, {"a", "long-name"}, false};
const text_column values{"value", alignment::right, {"1", "22"}, false};
const text_column extra{"extra", alignment::right, {"x", "y"}, true};

TEST(table_lines, aligns_columns) {
  EXPECT_EQ(table_lines({names, values, extra}, 40),
            (lines{"name       value  extra",  //
                   "a              1      x",
                   "long-name     22      y"}));
}

TEST(table_lines, leaves_out_optional_columns_before_it_clips) {
  EXPECT_EQ(table_lines({names, values, extra}, 20),
            (lines{"name       value", "a              1", "long-name     22"}));
  EXPECT_EQ(table_lines({names, values, extra}, 13),
            (lines{"name    value", "a           1", "long..     22"}));
}

TEST(table_lines, aligns_wide_characters) {
  const text_column wide{"\u5b9e\u73b0", alignment::left, {"ab"}, false};
  const text_column one{"n", alignment::left, {"1"}, false};
  EXPECT_EQ(table_lines({wide, one}, 80), (lines{"\u5b9e\u73b0  n", "ab    1"}));
}

TEST(wrapped, breaks_at_spaces_and_indents) {
  EXPECT_EQ(wrapped("one two three", 10, {2, 4}), (lines{"  one two", "    three"}));
  EXPECT_EQ(wrapped("", 10, {}), lines{""});
}

TEST(wrapped, breaks_long_words_and_wide_characters) {
  EXPECT_EQ(wrapped("abcdefgh", 5, {0, 1}), (lines{"abcde", " fgh"}));
  EXPECT_EQ(wrapped("\u5b9e\u73b0\u5b9e", 5, {0, 0}), (lines{"\u5b9e\u73b0", "\u5b9e"}));
}

TEST(wrapped, never_is_wider_than_asked) {
  const std::string text =
      "Use cpp-openmp-dynamic \u7528 numpy-threads\uff08" + std::string(200, 'x');
  for (std::size_t width = 8; width < 60; ++width) {
    for (const std::string& line : wrapped(text, width, {2, 4})) {
      EXPECT_LE(display_width(line), width);
    }
  }
}

}  // namespace
}  // namespace steelyard::report

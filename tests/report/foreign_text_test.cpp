// SPDX-License-Identifier: Apache-2.0
#include "report/foreign_text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace steelyard::report {
namespace {

TEST(terminal_text, makes_controls_and_hidden_marks_visible) {
  EXPECT_EQ(terminal_text("a\x1b[31m\r\nb\x07"), "a\\x1b[31m\\x0d\\x0ab\\x07");
  EXPECT_EQ(terminal_text("\u202ecba\u200b"), "\\u{202e}cba\\u{200b}");
  EXPECT_EQ(terminal_text("\xc2\x9b"
                          "31m"),
            "\\u{9b}31m");
  EXPECT_EQ(terminal_text("x\xff"), "x\\xff");
  EXPECT_EQ(terminal_text("\u77e9\u9635 | <b>"), "\u77e9\u9635 | <b>");
}

TEST(terminal_lines, keeps_line_ends_alone) {
  EXPECT_EQ(terminal_lines("a\x1b[2J\n\r\xe2\x80\xae b\n"), "a\\x1b[2J\n\\x0d\\u{202e} b\n");
  EXPECT_EQ(terminal_lines(""), "");
  EXPECT_EQ(terminal_lines("one"), "one");
}

TEST(ascii_terminal_text, keeps_ascii_alone) {
  EXPECT_EQ(ascii_terminal_text("\u77e9 x"), "\\u{77e9} x");
}

TEST(markdown_text, leaves_no_character_its_meaning) {
  EXPECT_EQ(markdown_text("</td><script>"), "&lt;/td&gt;&lt;script&gt;");
  EXPECT_EQ(markdown_text("a|b`c`*d*_e_[f](g)"), "a\\|b\\`c\\`\\*d\\*\\_e\\_\\[f\\](g)");
  EXPECT_EQ(markdown_text("a\n## b"), "a\\\\x0a\\#\\# b");
  EXPECT_EQ(markdown_text("&amp;"), "&amp;amp;");
  EXPECT_EQ(markdown_text("http://x www.y"), "http&#58;//x www&#46;y");
}

TEST(markdown_text, starts_no_list) {
  EXPECT_EQ(markdown_text("- a"), "\\- a");
  EXPECT_EQ(markdown_text("+ a"), "\\+ a");
  EXPECT_EQ(markdown_text("1. a"), "1\\. a");
  EXPECT_EQ(markdown_text("12) a"), "12\\) a");
  EXPECT_EQ(markdown_text("0.1.0"), "0.1.0");
  EXPECT_EQ(markdown_text("2048"), "2048");
}

TEST(csv_text, quotes_as_rfc_4180_says) {
  EXPECT_EQ(csv_text("plain"), "plain");
  EXPECT_EQ(csv_text("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_text("say \"x\""), "\"say \"\"x\"\"\"");
  EXPECT_EQ(csv_text("a\r\nb"), "\"a\r\nb\"");
  EXPECT_EQ(csv_text("x\xff"), "x\xef\xbf\xbd");
}

TEST(csv_text, starts_no_formula) {
  EXPECT_EQ(csv_text("=1+1"), "'=1+1");
  EXPECT_EQ(csv_text("+a"), "'+a");
  EXPECT_EQ(csv_text("-a"), "'-a");
  EXPECT_EQ(csv_text("@a"), "'@a");
  EXPECT_EQ(csv_text("\t=a"), "'\t=a");
  EXPECT_EQ(csv_text(std::string("\0=a", 3)), "'=a");
}

}  // namespace
}  // namespace steelyard::report

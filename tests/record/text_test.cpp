// SPDX-License-Identifier: Apache-2.0
#include "record/text.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

namespace steelyard::record {
namespace {

TEST(valid_utf8, keeps_valid_text) {
  EXPECT_EQ(valid_utf8(""), "");
  EXPECT_EQ(valid_utf8("plain \"quoted\" \\ \n \x01"), "plain \"quoted\" \\ \n \x01");
  EXPECT_EQ(valid_utf8("\xE4\xB8\xAD\xF0\x9F\x98\x80"), "\xE4\xB8\xAD\xF0\x9F\x98\x80");
  EXPECT_EQ(valid_utf8(std::string("a\0b", 3)), std::string("a\0b", 3));
}

TEST(valid_utf8, replaces_what_is_ill_formed) {
  EXPECT_EQ(valid_utf8("a\xFF"
                       "b"),
            "a\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(valid_utf8("cut \xE4\xB8"), "cut \xEF\xBF\xBD");
  EXPECT_EQ(valid_utf8("\xED\xA0\x80").find('\xED'), std::string::npos) << "surrogate";
  EXPECT_EQ(valid_utf8("\xC0\xAF").find('\xC0'), std::string::npos) << "overlong";
}

TEST(compact_text, writes_null_for_what_is_not_finite) {
  const nlohmann::ordered_json value = {{"nan", std::numeric_limits<double>::quiet_NaN()},
                                        {"inf", -std::numeric_limits<double>::infinity()}};
  EXPECT_EQ(compact_text(value), R"({"nan":null,"inf":null})");
}

TEST(parse_json, refuses_deep_nesting_before_it_costs_memory) {
  const std::string bomb(1U << 20U, '[');
  try {
    (void)parse_json(bomb);
    FAIL() << "no error";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "JSON nested deeper than 64 levels");
  }
  EXPECT_NO_THROW((void)parse_json("[\"" + std::string(100, '[') + "\\\"[\"]"));
}

TEST(parse_json, says_where_text_is_not_json) {
  EXPECT_THROW((void)parse_json("{\"a\":1,}"), std::invalid_argument);
  EXPECT_THROW((void)parse_json(""), std::invalid_argument);
  EXPECT_THROW((void)parse_json("{} x"), std::invalid_argument);
  EXPECT_THROW((void)parse_json("\"\xFF\""), std::invalid_argument);
  EXPECT_THROW((void)parse_json("1e999"), std::invalid_argument);
}

}  // namespace
}  // namespace steelyard::record

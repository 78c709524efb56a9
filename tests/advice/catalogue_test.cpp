// SPDX-License-Identifier: Apache-2.0
#include "advice/catalogue.hpp"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <string>

namespace steelyard::advice {
namespace {

std::string shouted(std::string_view foreign) {
  return "<" + std::string(foreign) + ">";
}

std::multiset<std::string> placeholders(std::string_view text) {
  std::multiset<std::string> names;
  for (std::size_t open = text.find('{'); open != std::string_view::npos;
       open = text.find('{', open + 1)) {
    const std::size_t close = text.find('}', open);
    EXPECT_NE(close, std::string_view::npos) << text;
    names.emplace(text.substr(open + 1, close - open - 1));
  }
  return names;
}

TEST(catalogues, have_the_same_keys_with_the_same_placeholders) {
  const auto english = english_catalogue();
  const auto chinese = chinese_catalogue();
  ASSERT_EQ(english.size(), chinese.size());
  std::set<std::string_view> keys;
  for (std::size_t i = 0; i < english.size(); ++i) {
    EXPECT_EQ(english[i].key, chinese[i].key);
    EXPECT_EQ(placeholders(english[i].text), placeholders(chinese[i].text)) << english[i].key;
    EXPECT_FALSE(english[i].text.empty()) << english[i].key;
    EXPECT_FALSE(chinese[i].text.empty()) << english[i].key;
    EXPECT_TRUE(keys.insert(english[i].key).second) << english[i].key;
  }
}

TEST(say, fills_numbers_foreign_text_and_nested_remarks) {
  const analysis::remark reason{
      "why.too_few_rounds",
      {analysis::number_argument("have", 3), analysis::number_argument("needed", 8)},
      {}};
  const analysis::remark what{
      "warning.no_pick",
      {analysis::text_argument("workload", "w"), analysis::remark_argument("reason", reason)},
      {}};
  EXPECT_EQ(say(what, {language::english, {true, " "}, shouted}),
            "no recommendation for <w>: too few rounds (n = 3, needs 8)");
}

TEST(say, joins_a_list_of_remarks) {
  const analysis::remark name{"dependency.openmp", {}, {}};
  const analysis::remark what{"lead.unjudged", {{"others", std::vector{name, name}}}, {}};
  EXPECT_EQ(say(what, {language::english, {true, " "}, shouted}),
            "Too few rounds to be judged: the compiler's OpenMP runtime, the compiler's OpenMP "
            "runtime.");
}

TEST(say, does_not_fill_placeholders_of_foreign_text) {
  const analysis::remark what{
      "why.unavailable", {analysis::text_argument("reason", "{install}")}, {}};
  EXPECT_EQ(say(what, {language::english, {true, " "}, shouted}), "<{install}>");
}

TEST(say, refuses_unknown_keys_and_missing_arguments) {
  const manner how{language::english, {true, " "}, shouted};
  EXPECT_THROW(static_cast<void>(say({"no.such_key", {}, {}}, how)), std::logic_error);
  EXPECT_THROW(static_cast<void>(say({"why.unavailable", {}, {}}, how)), std::logic_error);
}

}  // namespace
}  // namespace steelyard::advice

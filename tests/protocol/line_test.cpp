// SPDX-License-Identifier: Apache-2.0
#include "protocol/line.hpp"

#include "protocol/message_error.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace steelyard::protocol {
namespace {

std::string refusal_of(const std::string& line, const line_limits& limits = {}) {
  try {
    (void)parse_line(line, limits);
  } catch (const message_error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(parse_line, keeps_integers_beyond_what_a_double_holds) {
  const auto value = parse_line(R"({"sum":-9007199254740993,"seed":18446744073709551615})");
  EXPECT_EQ(value["sum"].get<std::int64_t>(), -9007199254740993);
  EXPECT_EQ(value["seed"].get<std::uint64_t>(), 18446744073709551615U);
}

TEST(parse_line, takes_the_last_of_a_repeated_member) {
  EXPECT_EQ(parse_line(R"({"op":"call","op":"close"})")["op"], "close");
}

TEST(parse_line, refuses_what_is_no_json_object) {
  EXPECT_EQ(refusal_of("[]"), "line: found JSON of type array, expected a JSON object");
  EXPECT_EQ(refusal_of("7"), "line: found JSON of type number, expected a JSON object");
  for (const char* line :
       {"", " ", "{", "{\"op\":}", "{} {}", "{\"op\":\"call\",}", "nan", "\"\\", "{]}", "}}}"}) {
    EXPECT_TRUE(refusal_of(line).starts_with("line: found no valid JSON at byte ")) << line;
  }
}

TEST(parse_line, refuses_a_number_that_no_double_holds) {
  EXPECT_EQ(refusal_of(R"({"seconds":1e999})"),
            "line: found a number out of range, expected numbers that fit into 64 bits");
}

TEST(parse_line, refuses_bytes_that_are_not_utf8) {
  EXPECT_TRUE(
      refusal_of("{\"op\":\"\xff\xfe\"}").starts_with("line: found no valid JSON at byte 8"));
  EXPECT_NE(refusal_of("{\"op\":\"\xed\xa0\x80\"}"), "accepted") << "a surrogate";
  EXPECT_NE(refusal_of(std::string("{\"op\":\"a\0b\"}", 12)), "accepted") << "a raw NUL";
}

TEST(parse_line, refuses_a_nul_byte_behind_the_object) {
  EXPECT_EQ(refusal_of(std::string("{\"op\":\"a\"}\0", 11)),
            "line: found a NUL byte, expected a JSON object in UTF-8");
}

TEST(parse_line, bounds_the_nesting) {
  const auto nested = [](std::size_t arrays) {
    return "{\"a\":" + std::string(arrays, '[') + std::string(arrays, ']') + "}";
  };
  EXPECT_EQ(refusal_of(nested(31)), "accepted");
  EXPECT_EQ(refusal_of(nested(32)), "line: found deeper nesting, expected 32 levels at most");
  EXPECT_EQ(refusal_of("{\"a\":" + std::string(3'000'000, '[')),
            "line: found deeper nesting, expected 32 levels at most");
}

TEST(parse_line, counts_structure_outside_strings_only) {
  EXPECT_EQ(refusal_of("{\"a\":\"" + std::string(100, '[') + "\\\"[[[\"}"), "accepted");
  EXPECT_EQ(refusal_of("{\"a\\\\\":" + std::string(32, '[') + std::string(32, ']') + "}"),
            "line: found deeper nesting, expected 32 levels at most");
}

TEST(parse_line, bounds_length_values_and_members) {
  line_limits small;
  small.bytes = 20;
  EXPECT_EQ(refusal_of(R"({"op":"describe"    })", small),
            "line: found 21 bytes, expected 20 bytes at most");
  small = {};
  small.values = 4;
  EXPECT_EQ(refusal_of(R"({"a":[1,2,3]})", small), "accepted");
  EXPECT_EQ(refusal_of(R"({"a":[1,2,3,4]})", small), "line: found more values, expected 4 at most");
  small = {};
  small.members = 2;
  EXPECT_EQ(refusal_of(R"({"a":{"x":1,"y":2},"b":{"x":1,"y":2}})", small), "accepted");
  EXPECT_EQ(refusal_of(R"({"a":1,"b":1,"c":1})", small),
            "line: found an object with more, expected 2 members at most");
}

TEST(line_text, is_one_line_of_valid_utf8) {
  const std::string text = line_text({{"message", "two\nlines \xff"}});
  EXPECT_EQ(text, "{\"message\":\"two\\nlines \xef\xbf\xbd\"}\n");
  EXPECT_EQ(parse_line(text)["message"], "two\nlines \xef\xbf\xbd");
}

}  // namespace
}  // namespace steelyard::protocol

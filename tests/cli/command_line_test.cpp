// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line.hpp"

#include "cli/usage_error.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace steelyard::cli {
namespace {

std::string refusal(const std::vector<std::string>& arguments) {
  try {
    (void)parse_command_line(arguments);
  } catch (const usage_error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(parse_command_line, shows_where_to_start_without_arguments) {
  const command_line parsed = parse_command_line({});
  EXPECT_NE(parsed.help.find("steelyard run"), std::string::npos);
}

TEST(parse_command_line, names_the_nearest_verb_and_option) {
  EXPECT_NE(refusal({"rnu"}).find("run"), std::string::npos) << refusal({"rnu"});
  const std::string text = refusal({"run", "--buget", "3s"});
  EXPECT_NE(text.find("--buget"), std::string::npos) << text;
  EXPECT_NE(text.find("--budget"), std::string::npos) << text;
}

TEST(parse_command_line, refuses_a_missing_value) {
  EXPECT_NE(refusal({"run", "--budget"}), "accepted");
}

TEST(parse_command_line, gives_the_page_of_a_verb_for_help) {
  EXPECT_NE(parse_command_line(std::vector<std::string>{"run", "-h"}).help.find("--matrix"),
            std::string::npos);
  EXPECT_NE(parse_command_line(std::vector<std::string>{"help", "clean"}).help.find("--keep"),
            std::string::npos);
}

}  // namespace
}  // namespace steelyard::cli

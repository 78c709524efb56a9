// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line.hpp"

#include "cli/usage_error.hpp"

#include <gtest/gtest.h>

#include <map>
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

TEST(parse_command_line, refuses_an_empty_value_of_every_option) {
  const std::map<std::string, std::vector<std::string>> with_values{
      {"run",
       {"--matrix",   "--x",       "--workloads", "--sizes",   "--only",         "--skip",
        "--workers",  "--subject", "--profile",   "--budget",  "--rounds",       "--seed",
        "--cpus",     "--margin",  "--reference", "--timeout", "--memory-guard", "--min-free",
        "--keep-env", "--format",  "--lang",      "--out",     "--against"}},
      {"resume", {"--budget", "--format", "--lang"}},
      {"report", {"--format", "--lang", "--against", "--out"}},
      {"list", {"--format"}},
      {"doctor", {"--cpus", "--format"}},
      {"clean", {"--runs", "--keep"}},
      {"check-subject", {"--format"}}};
  for (const auto& [verb, options] : with_values) {
    for (const std::string& option : options) {
      const std::string refused = verb + ": " + option +
                                  ": the value is empty; give one, or leave " +
                                  "it out; see: steelyard help " + verb;
      EXPECT_EQ(refusal({verb, option, ""}), refused);
      EXPECT_EQ(refusal({verb, option + "=", "2"}), refused);
    }
  }
}

TEST(parse_command_line, refuses_an_empty_study_and_run) {
  EXPECT_NE(refusal({"run", ""}).find("study: the value is empty"), std::string::npos)
      << refusal({"run", ""});
  EXPECT_NE(refusal({"report", ""}).find("run: the value is empty"), std::string::npos)
      << refusal({"report", ""});
}

TEST(parse_command_line, leaves_the_arguments_of_a_subject_to_it) {
  EXPECT_EQ(refusal({"check-subject", "./mine", "--format=", ""}), "accepted");
}

TEST(parse_command_line, gives_the_page_of_a_verb_for_help) {
  EXPECT_NE(parse_command_line(std::vector<std::string>{"run", "-h"}).help.find("--matrix"),
            std::string::npos);
  EXPECT_NE(parse_command_line(std::vector<std::string>{"help", "clean"}).help.find("--keep"),
            std::string::npos);
}

}  // namespace
}  // namespace steelyard::cli

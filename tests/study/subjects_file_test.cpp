// SPDX-License-Identifier: Apache-2.0
#include "study/subjects_file.hpp"

#include "scratch_directory.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace steelyard::study {
namespace {

std::string message_of(const std::string& text) {
  const scratch_directory scratch;
  write_text(scratch / "subjects.json", text);
  try {
    (void)read_subjects_file(scratch / "subjects.json");
    return "accepted";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

TEST(read_subjects_file, reads_commands_and_reasons) {
  const scratch_directory scratch;
  write_text(scratch / "subjects.json", R"({"schema":"steelyard.subjects/1","subjects":[
    {"name":"cpp","language":"C++20","command":["bin/cpp","-x"],
     "implementations":[{"id":"cpp-serial","parallel":false}]},
    {"name":"rust","language":"Rust","unavailable":"no cargo","install":"apt-get install cargo",
     "implementations":[{"id":"rust-serial","parallel":false},
                        {"id":"rust-rayon","parallel":true}]}]})");
  const auto entries = read_subjects_file(scratch / "subjects.json");
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[0].command, (std::vector<std::string>{"bin/cpp", "-x"}));
  EXPECT_EQ(entries[1].unavailable, "no cargo");
  EXPECT_EQ(entries[1].install, "apt-get install cargo");
  ASSERT_EQ(entries[1].implementations.size(), 2U);
  EXPECT_EQ(entries[1].implementations[0].id, "rust-serial");
  EXPECT_FALSE(entries[1].implementations[0].parallel);
  EXPECT_EQ(entries[1].implementations[1].id, "rust-rayon");
  EXPECT_TRUE(entries[1].implementations[1].parallel);
}

TEST(read_subjects_file, reads_what_a_subject_runs_without) {
  const scratch_directory scratch;
  write_text(scratch / "subjects.json", R"({"schema":"steelyard.subjects/1","subjects":[
    {"name":"python","language":"Python","command":["python3"],
     "missing":"pip failed: no network","install":"./steelyard setup","implementations":[]}]})");
  const auto entries = read_subjects_file(scratch / "subjects.json");
  EXPECT_EQ(entries.at(0).command, (std::vector<std::string>{"python3"}));
  EXPECT_EQ(entries.at(0).missing, "pip failed: no network");
  EXPECT_EQ(entries.at(0).install, "./steelyard setup");
}

TEST(read_subjects_file, names_the_file_and_the_field) {
  const auto contains = [](const std::string& text, const std::string& part) {
    const std::string message = message_of(text);
    EXPECT_NE(message.find("subjects.json: "), std::string::npos) << message;
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  contains("{", "not valid JSON");
  contains("[]", "expected an object");
  contains(R"({"schema":"steelyard.subjects/2","subjects":[]})", "steelyard.subjects/1");
  contains(R"({"schema":"steelyard.subjects/1"})", "\"subjects\" is missing");
  contains(R"({"schema":"steelyard.subjects/1","subjects":[{"name":"a"}]})",
           "\"subjects[0].language\" is missing");
  contains(
      R"({"schema":"steelyard.subjects/1","subjects":[{"name":"a","language":"l","command":[],
      "implementations":[]}]})",
      "subjects[0].command");
  contains(
      R"({"schema":"steelyard.subjects/1","subjects":[{"name":"a","language":"l","command":["x"],
      "implementations":[{"id":"a-serial"}]}]})",
      "subjects[0].implementations[0].parallel");
  contains(
      R"({"schema":"steelyard.subjects/1","subjects":[
      {"name":"a","language":"l","command":["x"],"implementations":[]},
      {"name":"a","language":"l","command":["x"],"implementations":[]}]})",
      "subject \"a\" is given twice");
}

TEST(command_words, cuts_at_blanks_outside_quotes) {
  EXPECT_EQ(command_words("./mine --fast"), (std::vector<std::string>{"./mine", "--fast"}));
  EXPECT_EQ(command_words("  'a b'c \"d \\\" e\" f\\ g "),
            (std::vector<std::string>{"a bc", "d \" e", "f g"}));
  EXPECT_EQ(command_words("a ''"), (std::vector<std::string>{"a", ""}));
  EXPECT_THROW((void)command_words("  "), std::invalid_argument);
  EXPECT_THROW((void)command_words("'' a"), std::invalid_argument);
  EXPECT_THROW((void)command_words("a 'b"), std::invalid_argument);
}

}  // namespace
}  // namespace steelyard::study

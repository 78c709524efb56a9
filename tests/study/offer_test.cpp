// SPDX-License-Identifier: Apache-2.0
#include "study/offer.hpp"

#include "measure/supervisor.hpp"
#include "record/journal.hpp"
#include "scratch_directory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

namespace steelyard::study {
namespace {

protocol::describe_answer answer_with(const std::vector<std::string>& ids) {
  protocol::describe_answer answer;
  answer.subject = "fake";
  answer.version = "1";
  answer.language = "C++20";
  for (const std::string& id : ids) {
    protocol::implementation implementation;
    implementation.id = id;
    implementation.kinds = {"dense"};
    implementation.cost = "native";
    answer.implementations.push_back(implementation);
  }
  return answer;
}

subject_entry entry(const std::string& name, const std::vector<listed_implementation>& listed) {
  return {name, "C++20", {"program-of-" + name}, "", "", "", listed};
}

const record::implementation& row(const offer& value, const std::string& id) {
  return std::ranges::find_if(value.implementations,
                              [&](const auto& known) { return known.row.id == id; })
      ->row;
}

TEST(ask_subjects, asks_each_subject_once_and_keeps_what_it_offers) {
  int asked = 0;
  const offer value = ask_subjects({entry("a", {{"x", false}, {"y", true}})}, {}, [&](const auto&) {
    ++asked;
    return answer_with({"x"});
  });
  EXPECT_EQ(asked, 1);
  EXPECT_TRUE(row(value, "x").available);
  EXPECT_EQ(row(value, "x").subject, "a");
  EXPECT_FALSE(row(value, "y").available);
  EXPECT_EQ(row(value, "y").reason, "not offered by the subject a");
  EXPECT_TRUE(row(value, "y").parallel);
}

TEST(ask_subjects, makes_rows_of_a_subject_that_is_missing_or_does_not_answer) {
  subject_entry missing = entry("rust", {{"rust-serial", false}, {"rust-rayon", true}});
  missing.unavailable = "no cargo";
  missing.install = "apt-get install cargo";
  missing.command = {};
  const offer value = ask_subjects(
      {missing, entry("b", {{"z", true}})}, {}, [](const auto&) -> protocol::describe_answer {
        throw measure::subject_error("program-of-b: not found");
      });
  EXPECT_EQ(row(value, "rust-serial").reason, "no cargo");
  EXPECT_EQ(row(value, "rust-serial").install, "apt-get install cargo");
  EXPECT_EQ(row(value, "z").reason, "program-of-b: not found");
  EXPECT_FALSE(row(value, "rust-serial").parallel);
  EXPECT_TRUE(row(value, "rust-rayon").parallel);
  EXPECT_TRUE(row(value, "z").parallel);
  EXPECT_TRUE(value.subjects.empty());
  EXPECT_EQ(value.subjects_json.size(), 2U);
}

TEST(ask_subjects, gives_the_reason_of_the_set_up_to_rows_that_lack_packages) {
  subject_entry python = entry("python", {{"python-serial", false}, {"numpy-serial", false}});
  python.missing = "pip failed: no network";
  python.install = "./steelyard setup";
  const offer value = ask_subjects({python}, {}, [](const auto&) {
    protocol::describe_answer answer = answer_with({"python-serial", "numpy-serial", "too-old"});
    protocol::implementation& numpy = answer.implementations[1];
    numpy.requires_ = {"numpy"};
    numpy.available = false;
    numpy.reason = "numpy is not installed in this Python";
    numpy.install = "pip install numpy";
    answer.implementations[2].available = false;
    answer.implementations[2].reason = "needs Python 3.14";
    return answer;
  });
  EXPECT_EQ(row(value, "numpy-serial").reason, "pip failed: no network");
  EXPECT_EQ(row(value, "numpy-serial").install, "./steelyard setup");
  EXPECT_EQ(row(value, "too-old").reason, "needs Python 3.14");
  EXPECT_TRUE(row(value, "python-serial").available);
  EXPECT_EQ(row(value, "python-serial").reason, "");
  // The record keeps what the subject said.
  EXPECT_EQ(value.subjects_json[0]["describe"]["implementations"][1]["reason"],
            "numpy is not installed in this Python");
}

TEST(ask_subjects, refuses_an_extra_command_that_does_not_answer_and_an_id_offered_twice) {
  const auto fails = [](const auto&) -> protocol::describe_answer {
    throw measure::subject_error("exit status 1");
  };
  EXPECT_THROW((void)ask_subjects({}, {"./mine"}, fails), std::invalid_argument);
  const auto same = [](const auto&) { return answer_with({"x"}); };
  EXPECT_THROW((void)ask_subjects({entry("a", {{"x", false}})}, {"./mine"}, same),
               std::invalid_argument);
}

TEST(ask_subjects, gives_extra_subjects_names_of_their_own) {
  int asked = 0;
  const offer value =
      ask_subjects({entry("fake", {{"x", false}})}, {"./mine -q"}, [&](const auto&) {
        return answer_with({asked++ == 0 ? "x" : "mine"});
      });
  ASSERT_EQ(value.subjects.size(), 2U);
  EXPECT_EQ(value.subjects[1].name, "fake-2");
  EXPECT_EQ(value.subjects[1].argv, (std::vector<std::string>{"./mine", "-q"}));
  EXPECT_TRUE(value.implementations[1].is_extra);
}

TEST(ask_subjects, hashes_every_file_of_the_command) {
  const scratch_directory scratch;
  write_text(scratch / "program", "abc");
  subject_entry one = entry("a", {{"x", false}});
  one.command = {(scratch / "program").string(), "--flag"};
  const offer value = ask_subjects({one}, {}, [](const auto&) { return answer_with({"x"}); });
  const auto& files = value.subjects_json[0]["files"];
  ASSERT_EQ(files.size(), 1U);
  EXPECT_EQ(files[0]["path"], (scratch / "program").string());
  EXPECT_EQ(files[0]["sha256"],
            "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(ask_subjects, names_files_of_a_command_so_that_they_are_found_from_any_directory) {
  const scratch_directory scratch;
  write_text(scratch / "program", "abc");
  write_text(scratch / "script.py", "abc");
  const auto near = [&](const char* name) {
    return std::filesystem::relative(scratch / name).string();
  };
  subject_entry one = entry("fake", {{"x", false}});
  one.command = {near("program"), near("script.py"), "--flag"};
  int asked = 0;
  const offer value =
      ask_subjects({one}, {"python3 " + near("script.py")}, [&](const auto& command) {
        EXPECT_TRUE(std::filesystem::path(command.argv[1]).is_absolute()) << command.argv[1];
        return answer_with({asked++ == 0 ? "x" : "mine"});
      });
  ASSERT_EQ(value.subjects.size(), 2U);
  const std::vector<std::string>& listed = value.subjects[0].argv;
  EXPECT_TRUE(std::filesystem::path(listed[0]).is_absolute()) << listed[0];
  EXPECT_TRUE(std::filesystem::equivalent(listed[0], scratch / "program"));
  EXPECT_EQ(listed[2], "--flag");
  const std::vector<std::string>& extra = value.subjects[1].argv;
  EXPECT_EQ(extra[0], "python3");
  EXPECT_TRUE(std::filesystem::equivalent(extra[1], scratch / "script.py"));
  EXPECT_EQ(value.subjects_json[1]["command"], extra);
}

}  // namespace
}  // namespace steelyard::study

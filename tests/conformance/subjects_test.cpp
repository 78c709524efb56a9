// SPDX-License-Identifier: Apache-2.0
#include "conformance/examination.hpp"
#include "study/conformance.hpp"
#include "study/subjects_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace steelyard::study {
namespace {

/// The command of a subject as the launcher set it up; empty, with the reason in `why`, when there
/// is none.
std::vector<std::string> command_of(const std::string& name, std::string& why) {
  const char* named = std::getenv("STEELYARD_SUBJECTS");
  const std::filesystem::path file = named != nullptr ? named : SUBJECTS_FILE;
  if (!std::filesystem::exists(file)) {
    why = file.string() + " does not exist; ./steelyard setup writes it";
    return {};
  }
  const std::vector<subject_entry> entries = read_subjects_file(file);
  const auto entry = std::ranges::find(entries, name, &subject_entry::name);
  if (entry == entries.end() || entry->command.empty()) {
    why = entry == entries.end() ? "it is not listed" : entry->unavailable;
    return {};
  }
  return entry->command;
}

void expect_conformance(const std::vector<std::string>& command) {
  const scratch_folder scratch;
  conformance_plan plan = patient_plan(command, scratch);
  plan.sizes = conformance_sizes::full;
  const auto results = check_conformance(plan, {});
  EXPECT_GT(results.size(), 1U);
  for (const conformance_result& one : results) {
    EXPECT_TRUE(one.passed) << one.implementation << " " << one.check << ": " << one.detail;
  }
}

TEST(conformance, of_the_cpp_subject) {
  expect_conformance({CPP_SUBJECT});
}

TEST(conformance, of_the_rust_subject) {
  std::string why;
  const std::vector<std::string> command = command_of("rust", why);
  if (command.empty()) {
    GTEST_SKIP() << "no Rust subject: " << why;
  }
  expect_conformance(command);
}

TEST(conformance, of_the_python_subject) {
  std::string why;
  const std::vector<std::string> command = command_of("python", why);
  if (command.empty()) {
    GTEST_SKIP() << "no Python subject: " << why;
  }
  expect_conformance(command);
}

}  // namespace
}  // namespace steelyard::study

// SPDX-License-Identifier: Apache-2.0
#include "conformance/examination.hpp"
#include "study/conformance.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <ostream>
#include <string>
#include <string_view>

namespace steelyard::study {
namespace {

/// A fault of tests/faulty_subject, and the check that must name it.
struct fault {
  std::string mode;
  std::string check;
  std::string detail;  ///< a part of it
};

std::ostream& operator<<(std::ostream& out, const fault& value) {
  return out << value.mode;
}

conformance_plan plan_for(const std::string& mode, const scratch_folder& scratch) {
  conformance_plan plan = patient_plan({FAULTY_SUBJECT, mode}, scratch);
  plan.workers = {1, 3};
  return plan;
}

class harmless : public testing::TestWithParam<std::string> {};

TEST_P(harmless, passes_every_check) {
  const scratch_folder scratch;
  const auto results = check_conformance(plan_for(GetParam(), scratch), {});
  EXPECT_EQ(results.size(), 8U);
  for (const conformance_result& one : results) {
    EXPECT_TRUE(one.passed) << one.check << ": " << one.detail;
  }
  EXPECT_TRUE(std::filesystem::is_empty(scratch.path()));
}

INSTANTIATE_TEST_SUITE_P(conformance,
                         harmless,
                         testing::Values("none", "slow-describe", "stray-print", "flood-stderr"),
                         [](const auto& mode) { return case_name(mode.param); });

class faulty : public testing::TestWithParam<fault> {};

TEST_P(faulty, is_caught_by_the_check_of_its_property) {
  const scratch_folder scratch;
  conformance_plan plan = plan_for(GetParam().mode, scratch);
  // What never ends is given up soon, what ends is waited for.
  if (GetParam().detail.starts_with("no answer") && GetParam().detail.ends_with("s")) {
    plan.answer_timeout_ns = 300'000'000;
  }
  if (GetParam().mode == "ignore-close") {
    plan.close_grace_ns = 300'000'000;
  }
  plan.limits.line_bytes = 1 << 20;
  plan.limits.tree_rss_bytes = 200 << 20;
  auto found = by_check(check_conformance(plan, {}));
  const conformance_result& check = found[GetParam().check];
  EXPECT_FALSE(check.passed);
  EXPECT_NE(check.detail.find(GetParam().detail), std::string::npos) << check.detail;
  EXPECT_TRUE(found["describe"].passed);
  for (const auto& [name, one] : found) {
    EXPECT_TRUE(one.passed || name == GetParam().check || one.detail.starts_with("not reached") ||
                (GetParam().check == "results" && name == "output"))
        << name << ": " << one.detail;
  }
}

INSTANTIATE_TEST_SUITE_P(
    conformance,
    faulty,
    testing::Values(fault{"wrong-row", "results", "dense 64, 1 worker, call 1"},
                    fault{"swapped-rows", "results", "dense 64, 1 worker, call 1"},
                    fault{"do-nothing", "results", "dense 64, 1 worker, call 1"},
                    fault{"do-nothing-later", "results", "dense 64, 1 worker, call 2"},
                    fault{"hang-open", "results", "no answer to open in 0.3 s"},
                    fault{"hang-call", "results", "no answer to call in 0.3 s"},
                    fault{"spin-call", "results", "no answer to call in 0.3 s"},
                    fault{"crash-call", "results", "SIGSEGV"},
                    fault{"exit-call", "results", "exit status 7"},
                    fault{"garbage", "answers", "answer to call"},
                    fault{"endless", "answers", "a line over 1048576 bytes"},
                    fault{"allocate", "results", "memory"},
                    fault{"ignore-close", "close", "still running 0.3 s"},
                    fault{"leave-children", "close", "still alive"},
                    fault{"exit-nonzero", "close", "exit status 3"},
                    fault{"missing-digest", "answers", "digests"}),
    [](const auto& fault) { return case_name(fault.param.mode); });

TEST(conformance, of_no_program_is_a_failed_description) {
  const scratch_folder scratch;
  conformance_plan plan = plan_for("none", scratch);
  plan.subject.argv = {"/nonexistent/subject"};
  const auto results = check_conformance(plan, {});
  ASSERT_EQ(results.size(), 1U);
  EXPECT_FALSE(results[0].passed);
  EXPECT_NE(results[0].detail.find("/nonexistent/subject"), std::string::npos);
}

TEST(conformance, ends_when_the_pulse_says_so) {
  const scratch_folder scratch;
  std::string told;
  const auto stop = [&told](std::string_view doing) {
    told = doing;
    return false;
  };
  const auto results = check_conformance(plan_for("none", scratch), stop);
  EXPECT_EQ(results.size(), 1U);
  EXPECT_EQ(told, "faulty, 1 worker");
}

TEST(conformance, is_stopped_in_the_middle_of_a_hang) {
  const scratch_folder scratch;
  int asked = 0;
  const auto stop = [&asked](std::string_view) { return ++asked < 3; };
  const auto results = check_conformance(plan_for("hang-call", scratch), stop);
  EXPECT_EQ(results.size(), 1U);
}

}  // namespace
}  // namespace steelyard::study

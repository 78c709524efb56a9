// SPDX-License-Identifier: Apache-2.0
#include "conformance/examination.hpp"
#include "study/conformance.hpp"

#include <gtest/gtest.h>

#include <map>
#include <ostream>
#include <string>

namespace steelyard::study {
namespace {

/// A rule that unruly_subject.py breaks, and the check that must name it.
struct breach {
  std::string mode;
  std::string check;
  std::string detail;  ///< a part of it
};

std::ostream& operator<<(std::ostream& out, const breach& value) {
  return out << value.mode;
}

std::map<std::string, conformance_result> examine(const std::string& mode) {
  const scratch_folder scratch;
  conformance_plan plan = patient_plan({"/usr/bin/python3", UNRULY_SUBJECT, mode}, scratch);
  plan.workers = {1};
  return by_check(check_conformance(plan, {}));
}

class unruly : public testing::TestWithParam<breach> {};

TEST_P(unruly, is_caught_by_the_check_of_its_rule) {
  auto found = examine(GetParam().mode);
  const conformance_result& check = found[GetParam().check];
  EXPECT_FALSE(check.passed);
  EXPECT_NE(check.detail.find(GetParam().detail), std::string::npos) << check.detail;
  for (const auto& [name, one] : found) {
    EXPECT_TRUE(one.passed || name == GetParam().check || one.detail.starts_with("not reached"))
        << name << ": " << one.detail;
  }
}

INSTANTIATE_TEST_SUITE_P(
    conformance,
    unruly,
    testing::Values(breach{"protocol-2", "describe", "protocol"},
                    breach{"two-of-one", "describe", "not unique"},
                    breach{"nothing", "describe", "no implementation"},
                    breach{"no-reason", "describe", "does not say why"},
                    breach{"odd-kind", "describe", "[banded]"},
                    breach{"not-refused", "unavailable", "not answered with an error"},
                    breach{"fails-64", "results", "dense 64, 1 worker: open: not this one"},
                    breach{"wrong-in-loop", "results", "last of run_for"},
                    breach{"another-output", "output", "dense 64"},
                    breach{"short-output", "output", "63 numbers"},
                    breach{"no-output", "output", "0 numbers"},
                    breach{"accepts-unknown-op", "errors", "not answered with an error"},
                    breach{"odd-code", "errors", "refused as failed and not as bad_request"},
                    breach{"too-many-workers", "workers", "2 workers were started"},
                    breach{"workers-forgotten", "workers", "close of 0"},
                    breach{"entry-lost", "workers", "48 of 49"},
                    breach{"foreign-cpu", "workers", "not within the CPU set"},
                    breach{"spin", "idle", "ms of CPU"},
                    breach{"one-time-too-few", "answers", "ns"},
                    breach{"two-answers", "answers", "standard output"},
                    breach{"speaks-in-silence", "answers", ""},
                    breach{"last-words", "answers", "after the answer to close"}),
    [](const auto& breach) { return case_name(breach.param.mode); });

TEST(conformance, of_a_subject_that_breaks_no_rule) {
  const auto found = examine("none");
  EXPECT_EQ(found.size(), 8U);
  for (const auto& [name, one] : found) {
    EXPECT_TRUE(one.passed) << name << ": " << one.detail;
  }
}

TEST(conformance, sees_that_an_error_changed_the_state) {
  auto found = examine("broken-by-error");
  EXPECT_FALSE(found["results"].passed);
  EXPECT_NE(found["results"].detail.find("after '{\"op\":'"), std::string::npos)
      << found["results"].detail;
}

}  // namespace
}  // namespace steelyard::study

// SPDX-License-Identifier: Apache-2.0
#include "study/resume.hpp"

#include "record/text.hpp"
#include "scratch_directory.hpp"
#include "study/run_directory.hpp"
#include "synthetic_study.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace steelyard::study {
namespace {

plan stored(const user_matrix* matrix = nullptr) {
  request asked;
  asked.matrix = matrix == nullptr ? "" : "dir/m.mtx";
  plan result = make_plan(resolve(asked, 1), offer_of(the_sixteen()), machine_of(2, 1), matrix);
  result.manifest.tool_version = "1.2.3";
  result.manifest.git_commit = "abc";
  return result;
}

tool_build this_tool() {
  return {"1.2.3", "abc"};
}

TEST(changes_since, finds_none_on_the_same_machine) {
  EXPECT_TRUE(
      changes_since(stored(), offer_of(the_sixteen()), machine_of(2, 1), nullptr, this_tool())
          .empty());
}

TEST(changes_since, names_an_executable_that_changed_or_is_gone) {
  offer now = offer_of(the_sixteen());
  now.subjects_json[0]["files"][0]["sha256"] = "sha256:2";
  EXPECT_EQ(changes_since(stored(), now, machine_of(2, 1), nullptr, this_tool()),
            (std::vector<std::string>{"subject fake: fake-subject has changed"}));
  now.subjects_json[0]["files"] = nlohmann::ordered_json::array();
  EXPECT_EQ(changes_since(stored(), now, machine_of(2, 1), nullptr, this_tool()),
            (std::vector<std::string>{"subject fake: fake-subject is gone"}));
  now = offer_of(the_sixteen());
  now.subjects_json[0]["describe"]["build"]["compiler"] = "d";
  EXPECT_EQ(changes_since(stored(), now, machine_of(2, 1), nullptr, this_tool()),
            (std::vector<std::string>{"subject fake: its build has changed"}));
  now.subjects_json = nlohmann::ordered_json::array();
  EXPECT_EQ(changes_since(stored(), now, machine_of(2, 1), nullptr, this_tool()),
            (std::vector<std::string>{"subject fake: it does not answer any more"}));
}

TEST(changes_since, names_another_build_of_this_program) {
  const auto changes = [](const tool_build& tool) {
    return changes_since(stored(), offer_of(the_sixteen()), machine_of(2, 1), nullptr, tool);
  };
  EXPECT_EQ(changes({"1.3.0", "abd"}),
            (std::vector<std::string>{"steelyard: version 1.3.0 instead of 1.2.3"}));
  EXPECT_EQ(changes({"1.2.3", "abc+changes"}),
            (std::vector<std::string>{"steelyard: commit abc+changes instead of commit abc"}));
  EXPECT_EQ(changes({"1.2.3", ""}),
            (std::vector<std::string>{"steelyard: no checkout instead of commit abc"}));
}

TEST(changes_since, names_cpu_set_and_kernel) {
  machine_facts machine = machine_of(1, 1);
  machine.kernel = "6.2 #9";
  EXPECT_EQ(changes_since(stored(), offer_of(the_sixteen()), machine, nullptr, this_tool()),
            (std::vector<std::string>{"CPU set: CPU 1 may not be used any more",
                                      "kernel: 6.2 #9 instead of 6.1 #1"}));
}

TEST(changes_since, names_a_matrix_that_changed_or_is_gone) {
  user_matrix matrix;
  matrix.workload.id = "matrix-m";
  matrix.workload.kind = "csr";
  matrix.workload.source = "prepared";
  matrix.workload.facts = {{"sha256", "sha256:1"}};
  matrix.fullest_share = [](std::uint32_t) { return 1.0; };
  const plan before = stored(&matrix);
  EXPECT_TRUE(changes_since(before, offer_of(the_sixteen()), machine_of(2, 1), &matrix, this_tool())
                  .empty());
  EXPECT_EQ(matrix_of(before).file, std::filesystem::current_path() / "dir/m.mtx");
  EXPECT_EQ(changes_since(before, offer_of(the_sixteen()), machine_of(2, 1), nullptr, this_tool()),
            (std::vector<std::string>{"input matrix-m: the matrix is gone"}));
  matrix.workload.facts["sha256"] = "sha256:2";
  matrix.workload.facts["x_sha256"] = "sha256:3";
  EXPECT_EQ(changes_since(before, offer_of(the_sixteen()), machine_of(2, 1), &matrix, this_tool()),
            (std::vector<std::string>{"input matrix-m: the matrix has changed",
                                      "input matrix-m: the vector has changed"}));
}

TEST(stored_plan, comes_from_the_manifest_and_names_it_when_damaged) {
  const scratch_directory scratch;
  plan value = stored();
  write_manifest(value, {scratch.path(), "id", "2026-01-02T03:04:05Z"}, {"steelyard"});
  EXPECT_EQ(names_of(stored_plan(scratch.path()).cells), names_of(value.cells));
  EXPECT_EQ(stored_subjects(value).at(0).command, (std::vector<std::string>{"fake-subject"}));
  value.manifest.plan.erase("execution");
  write_manifest(value, {scratch.path(), "id", "2026-01-02T03:04:05Z"}, {"steelyard"});
  try {
    (void)stored_plan(scratch.path());
    FAIL() << "no error";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("manifest.json: field \"plan.execution\" is missing"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace steelyard::study

// SPDX-License-Identifier: Apache-2.0
#include "study/make_plan.hpp"

#include "record/text.hpp"
#include "scratch_directory.hpp"
#include "synthetic_study.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

namespace steelyard::study {
namespace {

plan planned(const request& asked, const machine_facts& machine) {
  return make_plan(resolve(asked, 42), offer_of(the_sixteen()), machine, nullptr);
}

std::string message_of(const request& asked) {
  try {
    (void)planned(asked, machine_of(2, 1));
    return "accepted";
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

const planned_cell& cell_of(const plan& value, const std::string& name) {
  return *std::ranges::find_if(
      value.cells, [&](const auto& cell) { return record::to_string(cell.cell) == name; });
}

TEST(make_plan, quick_gives_serial_rows_one_worker_and_parallel_rows_the_cores) {
  const plan value = planned({}, machine_of(4, 2));
  const std::vector<std::string> expected = {"cpp-serial/w1",
                                             "cpp-std-thread/w4",
                                             "cpp-openmp-static/w4",
                                             "cpp-openmp-dynamic/w4",
                                             "cpp-onetbb/w4",
                                             "rust-serial/w1",
                                             "rust-scoped-threads/w4",
                                             "rust-rayon/w4",
                                             "python-serial/w1",
                                             "python-thread-pool/w4",
                                             "python-process-copy/w4",
                                             "python-process-shared/w4",
                                             "numpy-serial/w1",
                                             "numpy-threads/w4",
                                             "numba-serial/w1",
                                             "numba-prange/w4"};
  std::vector<std::string> names;
  for (const char* workload : {"dense-2048/", "csr-uniform-32768/", "csr-skewed-32768/"}) {
    for (const std::string& name : expected) {
      names.push_back(workload + name);
    }
  }
  EXPECT_EQ(names_of(value.cells), names);
  EXPECT_EQ(value.budget_s, 120);
  EXPECT_EQ(value.rounds, std::nullopt);
  EXPECT_TRUE(value.memory_picks_only);
  const planned_cell& interpreted = cell_of(value, "dense-2048/python-serial/w1");
  EXPECT_EQ(interpreted.calls.warm_calls, 1U);
  EXPECT_EQ(interpreted.max_rounds, 2U);
  const planned_cell& jit = cell_of(value, "dense-2048/numba-prange/w4");
  EXPECT_EQ(jit.period, 3U);
  EXPECT_EQ(jit.calls.warm_calls, 5U);
  const planned_cell& native = cell_of(value, "dense-2048/cpp-onetbb/w4");
  EXPECT_EQ(native.period, 1U);
  EXPECT_EQ(native.max_rounds, 0U);
  EXPECT_EQ(native.calls.validate, protocol::validation::each);
}

TEST(make_plan, baseline_takes_one_two_and_four_workers_within_the_cpu_set) {
  request asked;
  asked.profile = "baseline";
  asked.only = {"cpp-serial", "cpp-onetbb", "python-serial"};
  asked.workloads = {"dense"};
  EXPECT_EQ(names_of(planned(asked, machine_of(4, 1)).cells),
            (std::vector<std::string>{"dense-2048/cpp-serial/w1",
                                      "dense-2048/cpp-onetbb/w1",
                                      "dense-2048/cpp-onetbb/w2",
                                      "dense-2048/cpp-onetbb/w4",
                                      "dense-2048/python-serial/w1"}));
  const plan two = planned(asked, machine_of(2, 1));
  EXPECT_EQ(names_of(two.cells),
            (std::vector<std::string>{"dense-2048/cpp-serial/w1",
                                      "dense-2048/cpp-onetbb/w1",
                                      "dense-2048/cpp-onetbb/w2",
                                      "dense-2048/python-serial/w1"}));
  EXPECT_EQ(two.rounds, 3U);
  EXPECT_EQ(two.budget_s, std::nullopt);
  EXPECT_EQ(cell_of(two, "dense-2048/python-serial/w1").calls.warm_calls, 5U);
  EXPECT_EQ(cell_of(two, "dense-2048/python-serial/w1").max_rounds, 0U);
  ASSERT_EQ(two.memory_cells.size(), 4U);
  EXPECT_FALSE(two.memory_picks_only);
  EXPECT_EQ(two.memory_cells[0].calls.warm_calls, 2U);
  EXPECT_EQ(two.memory_cells[0].calls.hold_ns, 100'000'000);
  EXPECT_EQ(two.memory_cells[0].purpose, record::purpose::memory);
}

TEST(make_plan, stress_takes_the_eleven_parallel_rows_on_all_cpus_in_a_closed_loop) {
  request asked;
  asked.profile = "stress";
  asked.workloads = {"csr-skewed"};
  const plan value = planned(asked, machine_of(4, 2));
  EXPECT_EQ(value.cells.size(), 11U);
  for (const planned_cell& cell : value.cells) {
    EXPECT_EQ(cell.cell.workload, "csr-skewed-131072");
    EXPECT_EQ(cell.cell.workers, 8U);
    EXPECT_EQ(cell.calls.loop_seconds, 10);
    EXPECT_EQ(cell.calls.warm_calls, 0U);
    EXPECT_EQ(cell.purpose, record::purpose::sustained);
  }
  EXPECT_EQ(value.rounds, 1U);
  EXPECT_EQ(value.memory_cells.size(), 11U);
  EXPECT_EQ(value.memory_cells[0].calls.loop_seconds, 10);
  EXPECT_EQ(value.manifest.implementations.size(), 11U);
}

TEST(make_plan, allows_more_workers_than_cpus_and_says_so) {
  request asked;
  asked.profile = "stress";
  asked.workers = {{16}};
  const plan value = planned(asked, machine_of(2, 1));
  EXPECT_EQ(value.cells[0].cell.workers, 16U);
  EXPECT_EQ(value.notices,
            (std::vector<std::string>{
                "16 workers on 2 CPUs: oversubscribed, and marked so in every figure"}));
}

TEST(make_plan, keeps_the_workers_of_a_users_profile_and_flags_them) {
  const scratch_directory scratch;
  write_text(scratch / "my.yaml",
             "version: 1\nstudy: matvec\nprofile: wide\nprofiles: {wide: {workers: [1, 16]}}\n");
  request asked;
  asked.study_file = scratch / "my.yaml";
  asked.sizes = {{64}};
  asked.only = {"cpp-onetbb"};
  asked.workloads = {"dense"};
  const plan value = planned(asked, machine_of(2, 1));
  EXPECT_EQ(names_of(value.cells),
            (std::vector<std::string>{"dense-64/cpp-onetbb/w1", "dense-64/cpp-onetbb/w16"}));
  EXPECT_EQ(value.notices.size(), 1U);
}

TEST(make_plan, predicts_the_fullest_share_of_a_skewed_matrix) {
  request asked;
  asked.profile = "baseline";
  asked.workloads = {"csr-skewed"};
  const plan value = planned(asked, machine_of(2, 1));
  const record::workload& workload = value.manifest.workloads.at(0);
  EXPECT_EQ(workload.nnz, 2097152U);
  ASSERT_EQ(workload.fullest_share.size(), 2U);
  EXPECT_EQ(workload.fullest_share[0], (std::pair<std::uint32_t, double>{1, 1.0}));
  EXPECT_EQ(workload.fullest_share[1], (std::pair<std::uint32_t, double>{2, 0.875}));
  // 8 z + 4 z + 8 (m + 1) + 8 n + 8 m
  EXPECT_EQ(workload.logical_bytes, 25952264U);
}

TEST(make_plan, keeps_rows_that_nobody_offers_or_that_are_missing) {
  std::vector<offered_implementation> rows = {offered("cpp-serial", false)};
  offered_implementation missing = offered("rust-serial", false);
  missing.row.available = false;
  missing.row.reason = "no cargo";
  missing.row.install = "apt-get install cargo";
  rows.push_back(missing);
  const plan value = make_plan(resolve({}, 1), offer_of(rows), machine_of(2, 1), nullptr);
  EXPECT_EQ(value.manifest.implementations.size(), 16U);
  const auto& rust = *std::ranges::find(
      value.manifest.implementations, "rust-serial", &record::implementation::id);
  EXPECT_EQ(rust.install, "apt-get install cargo");
  const auto& numba = *std::ranges::find(
      value.manifest.implementations, "numba-prange", &record::implementation::id);
  EXPECT_FALSE(numba.available);
  EXPECT_EQ(numba.reason, "no subject offers it");
  EXPECT_EQ(std::ranges::count_if(value.cells, [](const auto& c) { return c.is_runnable(); }), 3);
}

TEST(make_plan, gives_rows_of_a_missing_subject_the_workers_they_would_have) {
  std::vector<offered_implementation> rows = {
      offered("cpp-serial", false), offered("rust-serial", false), offered("rust-rayon", true)};
  rows[1].row.available = false;
  rows[2].row.available = false;
  request asked;
  asked.only = {"rust-*", "cpp-onetbb"};
  asked.workloads = {"dense"};
  const auto cells = [&] {
    return names_of(make_plan(resolve(asked, 1), offer_of(rows), machine_of(2, 1), nullptr).cells);
  };
  // Nobody lists cpp-onetbb here, nor rust-scoped-threads: whether they are serial is not known.
  EXPECT_EQ(cells(),
            (std::vector<std::string>{"dense-2048/cpp-onetbb/w2",
                                      "dense-2048/rust-serial/w1",
                                      "dense-2048/rust-scoped-threads/w2",
                                      "dense-2048/rust-rayon/w2"}));
  asked.profile = "stress";
  EXPECT_EQ(cells(),
            (std::vector<std::string>{"dense-4096/cpp-onetbb/w2",
                                      "dense-4096/rust-scoped-threads/w2",
                                      "dense-4096/rust-rayon/w2"}));
}

TEST(make_plan, skips_what_is_predicted_too_large_or_too_long) {
  request asked;
  asked.sizes = {{32768}};
  asked.only = {"cpp-serial", "python-serial"};
  asked.workloads = {"dense"};
  asked.memory_guard_bytes = 1LL << 40;
  plan value = planned(asked, machine_of(2, 1));
  EXPECT_TRUE(cell_of(value, "dense-32768/cpp-serial/w1").is_runnable());
  EXPECT_NE(
      cell_of(value, "dense-32768/python-serial/w1").skipped.find("a call; the limit is 20 s"),
      std::string::npos);
  asked.memory_guard_bytes = 4LL << 30;
  value = planned(asked, machine_of(2, 1));
  EXPECT_NE(cell_of(value, "dense-32768/cpp-serial/w1").skipped.find("the memory guard is 4.0 GiB"),
            std::string::npos);
}

TEST(make_plan, filters_by_globs_and_refuses_those_that_match_nothing) {
  request asked;
  asked.only = {"cpp-*"};
  asked.skip = {"*-dynamic"};
  asked.workloads = {"csr-*"};
  const plan value = planned(asked, machine_of(2, 1));
  EXPECT_EQ(value.cells.size(), 8U);
  EXPECT_EQ(value.manifest.reference, "cpp-openmp-static");
  asked.only = {"cpp-seral"};
  EXPECT_EQ(
      message_of(asked).substr(0, 85),
      "--only: no implementation matches \"cpp-seral\"; did you mean \"cpp-serial\"? (there are:");
  asked.only = {"cpp-serial"};
  asked.skip = {"cpp-*"};
  EXPECT_EQ(message_of(asked), "no implementation is left by --only and --skip");
  asked.skip = {};
  asked.workloads = {"sparse"};
  EXPECT_NE(message_of(asked).find("--workloads: no workload matches \"sparse\""),
            std::string::npos);
  asked.workloads = {};
  asked.cpus = {{0, 9}};
  EXPECT_EQ(message_of(asked), "--cpus: CPU 9 is not one this process may use (0,1)");
  asked.cpus = {};
  asked.reference = "cpp-openmp-static";
  EXPECT_NE(message_of(asked).find("--reference: \"cpp-openmp-static\" is not measured here"),
            std::string::npos);
}

TEST(make_plan, counts_cores_within_the_cpu_set) {
  request asked;
  asked.only = {"cpp-onetbb"};
  asked.workloads = {"dense"};
  asked.cpus = {{5, 1, 0}};  // CPUs 1 and 5 share a core
  const plan value = planned(asked, machine_of(4, 2));
  EXPECT_EQ(value.cells[0].cell.workers, 2U);
  EXPECT_EQ(value.manifest.cpus, (std::vector<std::uint32_t>{0, 1, 5}));
}

TEST(make_plan, puts_a_users_matrix_in_place_of_the_workloads) {
  user_matrix matrix;
  matrix.workload.id = "matrix-m";
  matrix.workload.kind = "csr";
  matrix.workload.source = "prepared";
  matrix.workload.rows = 3;
  matrix.workload.cols = 4;
  matrix.fullest_share = [](std::uint32_t workers) { return 1.0 / workers; };
  std::vector<offered_implementation> rows = {offered("cpp-serial", false),
                                              offered("cpp-onetbb", true)};
  rows[1].kinds = {"dense"};
  request asked;
  asked.only = {"cpp-serial", "cpp-onetbb"};
  const plan value = make_plan(resolve(asked, 1), offer_of(rows), machine_of(2, 1), &matrix);
  EXPECT_EQ(names_of(value.cells),
            (std::vector<std::string>{"matrix-m/cpp-serial/w1", "matrix-m/cpp-onetbb/w2"}));
  EXPECT_EQ(value.cells[1].unavailable, "it does not offer csr matrices");
}

TEST(plan_from, gives_the_plan_that_was_stored) {
  for (const char* profile : {"quick", "baseline", "stress"}) {
    request asked;
    asked.profile = profile;
    plan value = planned(asked, machine_of(2, 1));
    const record::manifest stored =
        record::manifest_from(record::parse_json(record::file_text(to_json(value.manifest))));
    const plan back = plan_from(stored);
    EXPECT_EQ(execution_json(back).dump(), execution_json(value).dump()) << profile;
    EXPECT_EQ(back.subjects.size(), 1U);
    EXPECT_EQ(back.subjects[0].argv, (std::vector<std::string>{"fake-subject"}));
  }
}

TEST(plan_from, names_a_damaged_field) {
  plan value = planned({}, machine_of(2, 1));
  value.manifest.plan["execution"]["cells"][0]["period"] = 0;
  EXPECT_THROW((void)plan_from(value.manifest), std::invalid_argument);
  value.manifest.plan.erase("execution");
  EXPECT_THROW((void)plan_from(value.manifest), std::invalid_argument);
}

TEST(dry_run_text, shows_cells_time_and_notices) {
  request asked;
  asked.only = {"cpp-serial"};
  asked.workloads = {"dense"};
  asked.rounds = 2;
  const std::string text = dry_run_text(planned(asked, machine_of(2, 1)));
  EXPECT_NE(text.find("dense-2048/cpp-serial/w1"), std::string::npos) << text;
  EXPECT_NE(text.find("1 cells, 1 of them runnable"), std::string::npos) << text;
  EXPECT_NE(text.find("2 rounds: about"), std::string::npos) << text;
}

TEST(dry_run_text, counts_the_memory_pass) {
  request asked;
  asked.only = {"cpp-serial"};
  asked.workloads = {"dense"};
  asked.rounds = 2;
  asked.budget_s = 60;
  plan value = planned(asked, machine_of(2, 1));
  value.cells.at(0).estimated_s = 3;
  value.memory_cells.at(0).estimated_s = 2;
  const auto expect = [&value](const std::string& words) {
    const std::string text = dry_run_text(value);
    EXPECT_NE(text.find(words), std::string::npos) << text;
  };
  expect(
      "2 rounds: about 6 s, budget 60 s; memory pass: every cell, about 2 s; in all about 8 s\n");
  value.rounds = {};
  expect("about 3 s a full round, budget 60 s; memory pass: every cell, about 2 s\n");
  value.memory_picks_only = true;
  expect("memory pass: pick and runner-up of each workload\n");
  value.memory_cells.clear();
  expect("memory pass: none\n");
}

}  // namespace
}  // namespace steelyard::study

// SPDX-License-Identifier: Apache-2.0
#include "analysis/summary.hpp"
#include "analysis/synthetic_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace steelyard::analysis {
namespace {

using testing::exact_row;
using testing::exact_run;

std::string id_of(const std::optional<record::cell>& cell) {
  return cell ? record::to_string(*cell) : "none";
}

const cell_summary& cell_of(const workload_summary& workload,
                            const std::string& implementation,
                            std::uint32_t workers) {
  const cell_summary* found = find_cell(workload, {workload.workload.id, implementation, workers});
  EXPECT_NE(found, nullptr) << implementation;
  return *found;
}

TEST(summarize, an_empty_run_has_nothing_and_says_so) {
  const run_summary summary = summarize(record::run{});
  EXPECT_TRUE(summary.workloads.empty());
  EXPECT_EQ(summary.processes, 0U);
  EXPECT_TRUE(summary.invalid.empty());
}

TEST(summarize, gives_medians_pick_runner_up_and_verdict) {
  const run_summary summary = summarize(
      exact_run({{"cpp-serial", 1, 300}, {"cpp-openmp-static", 2, 200}, {"cpp-onetbb", 2, 250}}));
  ASSERT_EQ(summary.workloads.size(), 1U);
  const workload_summary& workload = summary.workloads[0];
  EXPECT_EQ(id_of(workload.pick), "dense-64/cpp-openmp-static/w2");
  EXPECT_EQ(id_of(workload.runner_up), "dense-64/cpp-onetbb/w2");
  ASSERT_EQ(workload.verdicts.size(), 2U);
  EXPECT_EQ(workload.verdicts[0].word, verdict_word::faster);
  EXPECT_DOUBLE_EQ(workload.verdicts[0].ratio.value->median, 1.25);
  EXPECT_EQ(workload.verdicts[0].reason, "n=12 interval=[1.25,1.25] margin=2%");
  EXPECT_EQ(workload.verdicts[1].b, "cpp-serial");
  EXPECT_EQ(workload.cells[0].cell.implementation, "cpp-openmp-static");
  EXPECT_DOUBLE_EQ(*workload.cells[0].bytes_per_s.value, 33792.0 / 200e-9);
  EXPECT_DOUBLE_EQ(*workload.intensity.value, 8192.0 / 33792.0);
  EXPECT_EQ(summary.rounds, 12U);
  EXPECT_EQ(summary.processes, 36U);
}

TEST(summarize, picks_the_least_dependency_among_equals) {
  const run_summary summary = summarize(exact_run({{"numba-prange", 2, 100},
                                                   {"cpp-onetbb", 2, 100},
                                                   {"cpp-std-thread", 2, 101},
                                                   {"rust-rayon", 2, 150}}));
  // 101 is outside the best set: every round says so.
  EXPECT_EQ(id_of(summary.workloads[0].pick), "dense-64/cpp-onetbb/w2");
  EXPECT_EQ(summary.workloads[0].best_set.size(), 2U);
}

TEST(summarize, prefers_one_worker_and_breaks_ties_by_memory) {
  EXPECT_EQ(id_of(summarize(exact_run({{"cpp-std-thread", 2, 100}, {"numpy-serial", 1, 100}}))
                      .workloads[0]
                      .pick),
            "dense-64/numpy-serial/w1");
  record::run run = exact_run({{"cpp-openmp-dynamic", 2, 100}, {"cpp-openmp-static", 2, 100}});
  run.processes.push_back(testing::memory_process({"dense-64", "cpp-openmp-static", 2}, 5));
  EXPECT_EQ(id_of(summarize(run).workloads[0].pick), "dense-64/cpp-openmp-static/w2");
}

TEST(summarize, three_rounds_give_medians_but_neither_interval_nor_pick) {
  const run_summary summary =
      summarize(exact_run({{"cpp-serial", 1, 300, 3}, {"cpp-onetbb", 2, 200, 3}}));
  const workload_summary& workload = summary.workloads[0];
  EXPECT_EQ(workload.cells[0].warm_ns.value->median, 200);
  EXPECT_EQ(workload.cells[0].warm_ns.value->interval.why_not.key, "why.too_few_rounds");
  ASSERT_TRUE(workload.cells[0].warm_iqr_ns.value);
  EXPECT_FALSE(workload.pick);
  EXPECT_EQ(workload.undecided_because.key, "why.too_few_rounds_for_pick");
  ASSERT_EQ(workload.verdicts.size(), 1U);
  EXPECT_EQ(workload.verdicts[0].word, verdict_word::undecided);
  EXPECT_EQ(workload.verdicts[0].reason, "n=3 needs=8 margin=2%");
}

TEST(summarize, uses_exact_ranks_when_the_rounds_were_fixed) {
  record::run run = exact_run({{"cpp-serial", 1, 300, 6}, {"cpp-onetbb", 2, 200, 6}});
  EXPECT_EQ(summarize(run).looked, looking::after_each_round);
  EXPECT_EQ(summarize(run).workloads[0].verdicts[0].word, verdict_word::undecided);
  run.manifest.plan["rounds"] = {{"value", 6}, {"from", "--rounds"}};
  EXPECT_EQ(summarize(run).looked, looking::once);
  EXPECT_EQ(summarize(run).workloads[0].verdicts[0].word, verdict_word::faster);
  run.manifest.plan["rounds"] = nullptr;
  EXPECT_EQ(summarize(run).looked, looking::after_each_round);
}

TEST(summarize, marks_what_stopped_after_two_rounds) {
  const run_summary summary =
      summarize(exact_run({{"cpp-serial", 1, 100}, {"python-serial", 1, 90000, 2}}));
  const cell_summary& slow = cell_of(summary.workloads[0], "python-serial", 1);
  EXPECT_EQ(slow.state, cell_state::out_of_contention);
  EXPECT_EQ(slow.reason.key, "why.out_of_contention");
  EXPECT_EQ(slow.warm_ns.value->median, 90000);
  EXPECT_FALSE(slow.warm_ns.value->interval.value);
}

nlohmann::ordered_json stopped_event(const std::string& implementation, const std::string& why) {
  return {{"kind", "stopped"},
          {"cell", {{"workload", "dense-64"}, {"implementation", implementation}, {"workers", 2}}},
          {"why", why},
          {"reason", "r"},
          {"rounds", 2}};
}

TEST(summarize, names_what_was_given_up_for_the_budget) {
  record::run run =
      exact_run({{"cpp-serial", 1, 100}, {"cpp-onetbb", 2, 120, 9}, {"numba-prange", 2, 170, 2}});
  run.events = {stopped_event("numba-prange", "budget"), stopped_event("cpp-onetbb", "settled")};
  const workload_summary workload = summarize(run).workloads[0];
  const cell_summary& given_up = cell_of(workload, "numba-prange", 2);
  EXPECT_EQ(given_up.state, cell_state::out_of_contention);
  EXPECT_EQ(given_up.reason.key, "why.given_up");
  EXPECT_EQ(cell_of(workload, "cpp-onetbb", 2).state, cell_state::measured);
  run.events[0]["cell"].erase("workers");
  EXPECT_THROW((void)summarize(run), std::invalid_argument);
}

TEST(summarize, has_no_best_when_only_what_was_given_up_is_left) {
  // The leader of the race lost its figures to a wrong result; the others had stopped before.
  record::run run =
      exact_run({{"cpp-serial", 1, 100}, {"cpp-onetbb", 2, 120, 2}, {"numba-prange", 2, 170, 2}});
  run.processes.push_back(testing::failed_process(
      {"dense-64", "cpp-serial", 1}, record::status::wrong_result, "row 3 differs"));
  run.events = {stopped_event("numba-prange", "budget"), stopped_event("cpp-onetbb", "budget")};
  const workload_summary workload = summarize(run).workloads[0];
  EXPECT_EQ(id_of(workload.leader), "none");
  EXPECT_EQ(id_of(workload.pick), "none");
  EXPECT_TRUE(workload.verdicts.empty());
  const cell_summary& given_up = cell_of(workload, "cpp-onetbb", 2);
  EXPECT_EQ(given_up.warm_ns.value->median, 120);
  EXPECT_FALSE(given_up.vs_best.value);
  EXPECT_FALSE(workload.undecided_because.key.empty());
  EXPECT_EQ(given_up.vs_best.why_not.key, workload.undecided_because.key);
}

TEST(summarize, picks_no_member_of_the_best_set_that_another_member_beats) {
  // Eleven of twelve rounds lost: evidence 26 is enough for the verdict between the two (20), but
  // 52 is not for leaving one of four out of the best set (60). docs/method.md has both formulas.
  record::run run = exact_run({{"cpp-serial", 1, 105},
                               {"cpp-onetbb", 2, 100},
                               {"rust-serial", 1, 1000},
                               {"python-serial", 1, 1000}});
  run.processes[0].warm_ns = {90, 90, 90};
  const workload_summary workload = summarize(run).workloads[0];
  ASSERT_EQ(workload.best_set.size(), 2U);
  EXPECT_EQ(id_of(workload.best_set[1]), "dense-64/cpp-serial/w1");
  EXPECT_EQ(id_of(workload.pick), "dense-64/cpp-onetbb/w2") << "one worker would come first";
  for (std::size_t round = 0; round < 3; ++round) {
    run.processes[round].warm_ns = {90, 90, 90};
  }
  EXPECT_EQ(id_of(summarize(run).workloads[0].pick), "dense-64/cpp-serial/w1") << "undecided";
}

TEST(summarize, a_wrong_result_never_gets_a_time) {
  record::run run = exact_run({{"cpp-serial", 1, 300}, {"cpp-onetbb", 2, 100}});
  run.processes.push_back(testing::failed_process(
      {"dense-64", "cpp-onetbb", 2}, record::status::wrong_result, "row 3 differs"));
  const run_summary summary = summarize(run);
  const cell_summary& wrong = cell_of(summary.workloads[0], "cpp-onetbb", 2);
  EXPECT_EQ(wrong.state, cell_state::failed);
  EXPECT_FALSE(wrong.warm_ns.value);
  EXPECT_FALSE(wrong.warm_iqr_ns.value);
  EXPECT_FALSE(wrong.p50_ns.value);
  EXPECT_FALSE(wrong.bytes_per_s.value);
  EXPECT_EQ(wrong.warm_ns.why_not.key, "why.failed");
  EXPECT_EQ(id_of(summary.workloads[0].leader), "dense-64/cpp-serial/w1");
  ASSERT_EQ(summary.invalid.size(), 1U);
  EXPECT_EQ(summary.invalid[0].key, "check.wrong_results");
  EXPECT_EQ(summary.invalid[0].cells, std::vector<std::string>{"dense-64/cpp-onetbb/w2"});
}

TEST(summarize, a_cell_with_one_crash_keeps_its_figures_and_is_warned_about) {
  record::run run = exact_run({{"cpp-serial", 1, 300}});
  run.processes.push_back(
      testing::failed_process({"dense-64", "cpp-serial", 1}, record::status::crashed, "SIGSEGV"));
  const run_summary summary = summarize(run);
  EXPECT_EQ(summary.workloads[0].cells[0].failures, 1U);
  EXPECT_TRUE(summary.workloads[0].cells[0].warm_ns.value);
  EXPECT_TRUE(std::ranges::any_of(summary.warnings, [](const remark& warning) {
    return warning.key == "warning.some_processes_failed";
  }));
}

TEST(summarize, an_interrupted_process_is_not_counted) {
  record::run run = exact_run({{"cpp-serial", 1, 300}});
  record::process cut = run.processes.front();
  cut.status = record::status::interrupted;
  cut.round = 13;
  cut.warm_ns = {1};
  run.processes.push_back(cut);
  const run_summary summary = summarize(run);
  EXPECT_EQ(summary.processes, 12U);
  EXPECT_EQ(summary.failures, 0U);
  EXPECT_EQ(summary.workloads[0].cells[0].warm_ns.value->rounds, 12U);
}

TEST(summarize, what_was_never_started_is_neither_a_process_nor_a_failure) {
  record::run run = exact_run({{"cpp-serial", 1, 300}});
  run.processes.push_back(testing::failed_process(
      {"dense-64", "rust-rayon", 2}, record::status::unavailable, "no cargo"));
  run.processes.push_back(testing::failed_process(
      {"dense-64", "python-serial", 1}, record::status::skipped, "predicted 30 s"));
  const run_summary summary = summarize(run);
  EXPECT_EQ(summary.processes, 12U);
  EXPECT_EQ(summary.failures, 0U);
  for (const auto& [implementation, workers, state] :
       {std::tuple{"rust-rayon", 2U, cell_state::unavailable},
        std::tuple{"python-serial", 1U, cell_state::skipped}}) {
    const cell_summary& cell = cell_of(summary.workloads[0], implementation, workers);
    EXPECT_EQ(cell.state, state);
    EXPECT_EQ(cell.processes, 0U);
    EXPECT_EQ(cell.failures, 0U);
  }
  run.processes.back().usage = record::usage{};
  EXPECT_EQ(summarize(run).processes, 13U) << "skipped by a process that made its first call";
  EXPECT_EQ(summarize(run).failures, 0U);
}

TEST(summarize, names_the_rows_that_could_not_or_did_not_run) {
  record::run run = exact_run({{"cpp-serial", 1, 300}});
  record::implementation missing;
  missing.id = "rust-rayon";
  missing.parallel = true;
  missing.available = false;
  missing.reason = "no cargo";
  missing.install = "apt-get install cargo-web";
  record::implementation waiting;
  waiting.id = "numpy-serial";
  run.manifest.implementations.push_back(missing);
  run.manifest.implementations.push_back(waiting);
  const workload_summary workload = summarize(run).workloads[0];
  EXPECT_EQ(cell_of(workload, "rust-rayon", 2).state, cell_state::unavailable);
  EXPECT_EQ(cell_of(workload, "rust-rayon", 2).warm_ns.why_not.key, "why.unavailable_install");
  EXPECT_EQ(cell_of(workload, "numpy-serial", 1).state, cell_state::not_run);
}

TEST(summarize, speedup_is_against_the_own_one_worker_cell) {
  const run_summary summary = summarize(
      exact_run({{"cpp-onetbb", 1, 300}, {"cpp-onetbb", 2, 200}, {"cpp-std-thread", 2, 250}}));
  const cell_summary& two = cell_of(summary.workloads[0], "cpp-onetbb", 2);
  EXPECT_DOUBLE_EQ(two.speedup.value->median, 1.5);
  EXPECT_DOUBLE_EQ(*two.efficiency.value, 0.75);
  EXPECT_EQ(cell_of(summary.workloads[0], "cpp-std-thread", 2).speedup.why_not.key,
            "why.no_one_worker_cell");
  EXPECT_EQ(cell_of(summary.workloads[0], "cpp-onetbb", 1).speedup.why_not.key, "why.one_worker");
}

TEST(summarize, withholds_the_speedup_of_more_workers_than_cpus) {
  const run_summary summary = summarize(
      exact_run({{"cpp-onetbb", 1, 300}, {"cpp-onetbb", 2, 200}, {"cpp-onetbb", 3, 150}}));
  const cell_summary& three = cell_of(summary.workloads[0], "cpp-onetbb", 3);
  EXPECT_EQ(three.speedup.why_not.key, "why.more_workers_than_cpus");
  EXPECT_EQ(three.efficiency.why_not.key, "why.more_workers_than_cpus");
  EXPECT_FALSE(three.efficiency.value);
  EXPECT_TRUE(cell_of(summary.workloads[0], "cpp-onetbb", 2).speedup.value);
}

TEST(summarize, tails_need_twenty_and_hundred_calls_of_one_process) {
  record::run run = exact_run({{"cpp-serial", 1, 100, 1}});
  record::process& process = run.processes.front();
  process.warm_ns.assign(19, 100);
  EXPECT_EQ(summarize(run).workloads[0].cells[0].p95_ns.why_not.key, "why.too_few_calls");
  EXPECT_EQ(summarize(run).workloads[0].cells[0].p50_ns.value, 100);
  process.warm_ns.clear();
  for (std::int64_t call = 1; call <= 101; ++call) {
    process.warm_ns.push_back(call);
  }
  const cell_summary cell = summarize(run).workloads[0].cells[0];
  EXPECT_EQ(cell.p50_ns.value, 51);
  EXPECT_EQ(cell.p95_ns.value, 96);
  EXPECT_EQ(cell.p99_ns.value, 100);
}

TEST(summarize, sustained_rate_is_calls_over_the_wall_time_of_the_loop) {
  record::run run = exact_run({{"cpp-serial", 1, 100, 1}});
  EXPECT_EQ(summarize(run).workloads[0].cells[0].calls_per_s.why_not.key, "why.no_sustained_loop");
  run.processes[0].purpose = record::purpose::sustained;
  run.processes[0].loop_wall_ns = 600;
  const cell_summary cell = summarize(run).workloads[0].cells[0];
  EXPECT_DOUBLE_EQ(*cell.calls_per_s.value, 5e6);
  EXPECT_EQ(cell.warm_ns.value->median, 100);
}

TEST(summarize, break_even_follows_the_decided_side) {
  const run_summary summary = summarize(
      exact_run({{"cpp-serial", 1, 400, 12, 1000, 500}, {"numba-prange", 2, 100, 12, 10000, 500}}));
  ASSERT_EQ(summary.workloads[0].break_evens.size(), 1U);
  const break_even& found = summary.workloads[0].break_evens[0];
  EXPECT_EQ(found.faster.implementation, "numba-prange");
  EXPECT_DOUBLE_EQ(found.calls.value->median, 31);
  const run_summary equal =
      summarize(exact_run({{"cpp-serial", 1, 100}, {"cpp-std-thread", 2, 100}}));
  EXPECT_EQ(equal.workloads[0].break_evens[0].calls.why_not.key, "why.warm_side_undecided");
}

TEST(summarize, flags_more_workers_than_cpus_and_workers_outside_their_cpus) {
  record::run run = exact_run({{"cpp-std-thread", 16, 100}});
  EXPECT_TRUE(summarize(run).workloads[0].cells[0].oversubscribed);
  record::worker stray;
  stray.cpus = {0, 1, 2};
  run.processes[4].workers = {stray};
  const run_summary summary = summarize(run);
  ASSERT_EQ(summary.invalid.size(), 1U);
  EXPECT_EQ(summary.invalid[0].key, "check.affinity_outside");
}

bool has_warning(const run_summary& summary, std::string_view key) {
  return std::ranges::find(summary.warnings, key, &remark::key) != summary.warnings.end();
}

TEST(summarize, warns_of_memory_sampled_at_over_three_times_the_nominal_interval) {
  record::run run = exact_run({{"cpp-serial", 1, 100}});
  run.processes.push_back(testing::memory_process({"dense-64", "cpp-serial", 1}, 5));
  run.processes.back().memory->median_interval_ns = 30'000'000;
  const run_summary at_the_limit = summarize(run);
  EXPECT_EQ(at_the_limit.workloads[0].cells[0].pss_samples.value, 40);
  EXPECT_EQ(at_the_limit.workloads[0].cells[0].pss_interval_ns.value, 30e6);
  EXPECT_FALSE(has_warning(at_the_limit, "warning.memory_interval"));
  run.processes.back().memory->median_interval_ns = 30'000'001;
  EXPECT_TRUE(has_warning(summarize(run), "warning.memory_interval"));
}

nlohmann::ordered_json round_body(std::uint32_t round,
                                  const std::string& purpose,
                                  const std::vector<std::string>& regimes) {
  nlohmann::ordered_json body = {
      {"round", round}, {"purpose", purpose}, {"handovers", nlohmann::ordered_json::array()}};
  for (const std::string& regime : regimes) {
    body["handovers"].push_back(
        {{"from", 0}, {"to", 1}, {"round_trip_ns", 100}, {"regime", regime}});
  }
  return body;
}

TEST(summarize, warns_when_rounds_of_both_regimes_are_pooled) {
  record::run run = exact_run({{"cpp-serial", 1, 100}});
  run.rounds = {round_body(1, "timing", {"near", "far"}),
                round_body(2, "timing", {"far"}),
                round_body(3, "timing", {}),
                round_body(1, "memory", {"near"}),
                {{"round", 4}, {"purpose", "timing"}}};
  EXPECT_FALSE(has_warning(summarize(run), "warning.mixed_regimes"));
  run.rounds.push_back(round_body(2, "timing", {"near"}));
  EXPECT_FALSE(has_warning(summarize(run), "warning.mixed_regimes")) << "round 2, resumed";
  run.rounds.push_back(round_body(5, "timing", {"near", "near"}));
  const run_summary mixed = summarize(run);
  EXPECT_TRUE(has_warning(mixed, "warning.mixed_regimes"));
  EXPECT_EQ(mixed.near_rounds, 1U);
  EXPECT_EQ(mixed.far_rounds, 2U);
}

TEST(summarize, warns_of_a_loop_that_ended_before_its_planned_seconds) {
  record::run run = exact_run({{"cpp-serial", 1, 100, 1}, {"cpp-onetbb", 2, 100, 1}});
  for (record::process& process : run.processes) {
    process.purpose = record::purpose::sustained;
    process.loop_wall_ns = 10'000'000'000;
    run.manifest.plan["execution"]["cells"].push_back(
        {{"workload", process.cell.workload},
         {"implementation", process.cell.implementation},
         {"workers", process.cell.workers},
         {"loop_s", 10.0}});
  }
  EXPECT_FALSE(has_warning(summarize(run), "warning.short_loop"));
  run.processes[1].loop_wall_ns = 9'999'999'000;
  const run_summary cut = summarize(run);
  EXPECT_TRUE(has_warning(cut, "warning.short_loop"));
  EXPECT_EQ(cell_of(cut.workloads[0], "cpp-onetbb", 2).short_loops, 1U);
  EXPECT_EQ(cell_of(cut.workloads[0], "cpp-serial", 1).short_loops, 0U);
  run.manifest.plan["execution"]["cells"][1]["loop_s"] = nullptr;
  EXPECT_FALSE(has_warning(summarize(run), "warning.short_loop"));
}

TEST(summarize, a_whole_quick_run_has_a_pick_and_sixteen_rows_per_workload) {
  const run_summary summary = summarize(testing::quick_run());
  ASSERT_EQ(summary.workloads.size(), 3U);
  for (const workload_summary& workload : summary.workloads) {
    EXPECT_EQ(workload.cells.size(), 16U);
    EXPECT_TRUE(workload.pick);
    EXPECT_EQ(cell_of(workload, "numba-prange", 2).state, cell_state::unavailable);
    EXPECT_EQ(cell_of(workload, "python-process-copy", 2).state, cell_state::failed);
    EXPECT_EQ(cell_of(workload, "python-serial", 1).state, cell_state::out_of_contention);
    EXPECT_EQ(workload.break_evens.size(), 14U * 13 / 2);
  }
  const cell_summary& skewed = cell_of(summary.workloads[2], "cpp-std-thread", 2);
  EXPECT_NEAR(*skewed.measured_share.value, 0.883, 1e-6);
  EXPECT_NEAR(*skewed.predicted_share.value, 0.883, 1e-12);
  EXPECT_DOUBLE_EQ(*summary.read_bytes_per_s.value, 21.4e9);
}

}  // namespace
}  // namespace steelyard::analysis

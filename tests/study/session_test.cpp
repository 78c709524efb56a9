// SPDX-License-Identifier: Apache-2.0
#include "study/session.hpp"

#include "record/atomic_file.hpp"
#include "record/text.hpp"
#include "scratch_directory.hpp"
#include "study/run_directory.hpp"
#include "study/schedule.hpp"
#include "synthetic_study.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace steelyard::study {
namespace {

plan small_plan(request asked,
                std::vector<offered_implementation> rows = {offered("cpp-serial", false),
                                                            offered("cpp-onetbb", true),
                                                            offered("cpp-std-thread", true)}) {
  asked.only = {};
  for (const offered_implementation& row : rows) {
    asked.only.push_back(row.row.id);
  }
  if (!asked.sizes) {
    asked.sizes = {{7}};
  }
  return make_plan(resolve(asked, 42), offer_of(std::move(rows)), machine_of(2, 1), nullptr);
}

using cell_round = std::tuple<std::string, std::uint32_t, record::purpose>;

std::vector<cell_round> cell_rounds(const std::filesystem::path& directory) {
  std::vector<cell_round> result;
  for (const record::process& value : record::read_run(directory).processes) {
    result.emplace_back(record::to_string(value.cell), value.round, value.purpose);
  }
  return result;
}

void begin(plan& value, const std::filesystem::path& directory) {
  write_manifest(value, {directory, "id", "2026-01-02T03:04:05Z"}, {"steelyard", "run"});
}

TEST(run_session, measures_each_cell_once_a_round_with_a_fixed_number) {
  const scratch_directory scratch;
  request asked;
  asked.rounds = 3;
  asked.memory_pass = false;
  plan value = small_plan(asked);
  begin(value, scratch.path());
  synthetic_room room;
  const outcome end = run_session(value, scratch.path(), nullptr, room.with(value), watch_on);
  EXPECT_EQ(end.how, ending::completed);
  EXPECT_EQ(end.processes, 27U);
  std::map<cell_round, int> seen;
  for (const cell_round& one : cell_rounds(scratch.path())) {
    ++seen[one];
  }
  EXPECT_EQ(seen.size(), 27U);
  EXPECT_FALSE(std::filesystem::exists(scratch / "inputs"));
}

TEST(run_session, probes_the_handovers_between_its_cpus_once_a_round) {
  const scratch_directory scratch;
  request asked;
  asked.rounds = 3;
  plan value = small_plan(asked);
  begin(value, scratch.path());
  synthetic_room room;
  (void)run_session(value, scratch.path(), nullptr, room.with(value), watch_on);
  EXPECT_EQ(room.probed, std::vector<measure::cpu_list>(3, value.manifest.cpus));
  const std::vector<nlohmann::ordered_json> rounds = record::read_run(scratch.path()).rounds;
  ASSERT_EQ(rounds.size(), 4U);
  EXPECT_EQ(rounds[2].at("handovers").dump(),
            R"([{"from":0,"to":1,"round_trip_ns":260,"regime":"far"}])");
  EXPECT_EQ(rounds[3].at("purpose"), "memory");
  EXPECT_TRUE(rounds[3].at("handovers").empty());
}

TEST(run_session, gives_a_wrong_result_no_time_and_stops_that_cell_alone) {
  const scratch_directory scratch;
  request asked;
  asked.rounds = 3;
  asked.memory_pass = false;
  plan value = small_plan(asked);
  begin(value, scratch.path());
  synthetic_room room;
  room.behave = [](const record::cell& cell, std::uint32_t nth) {
    return behaviour{.is_wrong = cell.implementation == "cpp-onetbb" && nth == 2};
  };
  (void)run_session(value, scratch.path(), nullptr, room.with(value), watch_on);
  std::map<std::string, int> counts;
  for (const record::process& one : record::read_run(scratch.path()).processes) {
    ++counts[one.cell.implementation];
    if (one.status != record::status::ok) {
      EXPECT_EQ(one.status, record::status::wrong_result);
      EXPECT_EQ(one.round, 2U);
      EXPECT_FALSE(one.detail.empty());
      EXPECT_TRUE(one.warm_ns.empty());
      EXPECT_EQ(one.first_ns, std::nullopt);
    }
  }
  EXPECT_EQ(counts["cpp-onetbb"], 6);
  EXPECT_EQ(counts["cpp-serial"], 9);
}

TEST(run_session, interrupted_before_any_process_and_resumed_equals_an_undisturbed_one) {
  request asked;
  asked.rounds = 2;
  const scratch_directory undisturbed;
  plan value = small_plan(asked);
  begin(value, undisturbed.path());
  synthetic_room room;
  (void)run_session(value, undisturbed.path(), nullptr, room.with(value), watch_on);
  const std::vector<cell_round> expected = cell_rounds(undisturbed.path());
  ASSERT_EQ(expected.size(), 27U);  // two rounds and the memory pass

  for (std::size_t at = 0; at < expected.size(); ++at) {
    const scratch_directory scratch;
    begin(value, scratch.path());
    synthetic_room first;
    const auto stop_there = [&](const progress& report) {
      return report.kind != progress_kind::process_running || first.launched != at + 1;
    };
    const outcome broken =
        run_session(value, scratch.path(), nullptr, first.with(value), stop_there);
    ASSERT_EQ(broken.how, ending::interrupted) << at;
    ASSERT_EQ(cell_rounds(scratch.path()).size(), at);
    const plan stored = plan_from(record::read_manifest(scratch / "manifest.json"));
    synthetic_room second;
    (void)run_session(stored, scratch.path(), nullptr, second.with(stored), watch_on);
    ASSERT_EQ(cell_rounds(scratch.path()), expected) << "interrupted at process " << at;
  }
}

TEST(run_session, killed_between_any_two_journal_entries_and_resumed_equals_an_undisturbed_one) {
  request asked;
  asked.rounds = 2;
  asked.memory_pass = false;
  const scratch_directory undisturbed;
  plan value = small_plan(asked);
  begin(value, undisturbed.path());
  synthetic_room room;
  (void)run_session(value, undisturbed.path(), nullptr, room.with(value), watch_on);
  const std::vector<cell_round> expected = cell_rounds(undisturbed.path());
  const std::string journal = read_text(undisturbed / "journal.jsonl");
  for (std::size_t end = 0; end <= journal.size(); end = journal.find('\n', end) + 1) {
    const scratch_directory scratch;
    begin(value, scratch.path());
    write_text(scratch / "journal.jsonl", journal.substr(0, end) + "{\"type\":\"proc");
    synthetic_room second;
    (void)run_session(value, scratch.path(), nullptr, second.with(value), watch_on);
    ASSERT_EQ(cell_rounds(scratch.path()), expected) << "killed at byte " << end;
    if (end == journal.size()) {
      break;
    }
  }
}

TEST(run_session, refuses_a_journal_of_another_plan) {
  const scratch_directory scratch;
  request asked;
  asked.rounds = 1;
  plan value = small_plan(asked);
  begin(value, scratch.path());
  synthetic_room room;
  (void)run_session(value, scratch.path(), nullptr, room.with(value), watch_on);
  const plan other = small_plan(asked, {offered("cpp-serial", false)});
  synthetic_room second;
  EXPECT_THROW((void)run_session(other, scratch.path(), nullptr, second.with(other), watch_on),
               std::runtime_error);
}

/// The sixteen with the speeds and process times of a two-core machine.
behaviour as_on_two_cores(const record::cell& cell, std::uint32_t nth) {
  static const std::map<std::string, behaviour> known = {{"cpp-serial", {4.8e6, 0.13}},
                                                         {"cpp-std-thread", {2.66e6, 0.12}},
                                                         {"cpp-openmp-static", {2.51e6, 0.12}},
                                                         {"cpp-openmp-dynamic", {2.47e6, 0.12}},
                                                         {"cpp-onetbb", {2.48e6, 0.12}},
                                                         {"rust-serial", {4.95e6, 0.13}},
                                                         {"rust-scoped-threads", {2.84e6, 0.12}},
                                                         {"rust-rayon", {2.67e6, 0.12}},
                                                         {"python-serial", {300e6, 1.6}},
                                                         {"python-thread-pool", {310e6, 1.7}},
                                                         {"python-process-copy", {320e6, 2.2}},
                                                         {"python-process-shared", {170e6, 1.9}},
                                                         {"numpy-serial", {2.4e6, 0.45}},
                                                         {"numpy-threads", {1.35e6, 0.45}},
                                                         {"numba-serial", {5.2e6, 1.5}},
                                                         {"numba-prange", {2.74e6, 1.8}}};
  behaviour result = known.at(cell.implementation);
  result.warm_ns *= 1 + 0.01 * ((nth * 7) % 5);
  return result;
}

TEST(run_session, quick_on_two_cores_gives_each_contender_eleven_rounds_within_two_minutes) {
  const scratch_directory scratch;
  request asked;
  asked.sizes = {{16}};
  plan value = make_plan(resolve(asked, 42), offer_of(the_sixteen()), machine_of(2, 1), nullptr);
  begin(value, scratch.path());
  synthetic_room room;
  room.behave = as_on_two_cores;
  const outcome end = run_session(value, scratch.path(), nullptr, room.with(value), watch_on);
  EXPECT_LE(end.used_s, 120);
  const record::run run = record::read_run(scratch.path());
  std::set<std::string> stopped;
  for (const auto& event : run.events) {
    if (event["kind"] == "stopped" && event["why"] != "settled") {
      stopped.insert(event["cell"]["workload"].get<std::string>() + "/" +
                     event["cell"]["implementation"].get<std::string>());
    }
  }
  std::map<std::string, int> rounds;
  int memory = 0;
  for (const record::process& one : run.processes) {
    ASSERT_EQ(one.status, record::status::ok);
    memory += one.purpose == record::purpose::memory ? 1 : 0;
    rounds[one.cell.workload + "/" + one.cell.implementation] +=
        one.purpose == record::purpose::timing ? 1 : 0;
  }
  EXPECT_EQ(rounds.size(), 48U) << "every row is seen";
  EXPECT_EQ(memory, 6) << "pick and runner-up of three workloads";
  int contenders = 0;
  for (const auto& [cell, count] : rounds) {
    if (!stopped.contains(cell)) {
      ++contenders;
      EXPECT_GE(count, 11) << cell;
    }
  }
  EXPECT_GE(contenders, 3);
  EXPECT_TRUE(stopped.contains("dense-16/python-serial"));
}

TEST(run_session, ends_within_the_grace_when_a_subject_hangs) {
  const scratch_directory scratch;
  request asked;
  asked.budget_s = 20;
  plan value = small_plan(asked);
  begin(value, scratch.path());
  synthetic_room room;
  room.behave = [](const record::cell& cell, std::uint32_t) {
    return behaviour{.process_s = cell.implementation == "cpp-onetbb" ? 1e6 : 0.1};
  };
  const outcome end = run_session(value, scratch.path(), nullptr, room.with(value), watch_on);
  EXPECT_LE(end.used_s, 20 + budget_grace_s + 0.5);
  EXPECT_GT(end.processes, 0U);
}

TEST(run_session, goes_on_with_what_is_left_of_the_budget) {
  const scratch_directory scratch;
  request asked;
  asked.budget_s = 30;
  asked.memory_pass = false;
  plan value = small_plan(asked, {offered("cpp-serial", false), offered("cpp-onetbb", true)});
  begin(value, scratch.path());
  synthetic_room first;
  first.behave = [](const record::cell&, std::uint32_t nth) {
    return behaviour{.warm_ns = 1e6 + 1e4 * (nth % 3), .process_s = 0.5};
  };
  const auto stop_after = [&](const progress& report) {
    return report.used_s < 20 || report.kind == progress_kind::ended;
  };
  const outcome broken = run_session(value, scratch.path(), nullptr, first.with(value), stop_after);
  EXPECT_EQ(broken.how, ending::interrupted);
  synthetic_room second;
  second.now_ns = 77'000'000'000;  // another boot: clocks of sessions do not compare
  second.behave = first.behave;
  const outcome end = run_session(value, scratch.path(), nullptr, second.with(value), watch_on);
  EXPECT_GT(end.used_s, 25);
  EXPECT_LE(end.used_s, 30);
  EXPECT_LT(second.now_ns - 77'000'000'000, 11'000'000'000);
}

TEST(run_session, tells_where_it_stands) {
  const scratch_directory scratch;
  request asked;
  asked.rounds = 1;
  asked.memory_pass = false;
  plan value = small_plan(asked, {offered("cpp-serial", false)});
  value.notices = {"a notice"};
  begin(value, scratch.path());
  synthetic_room room;
  std::vector<progress_kind> kinds;
  std::string last;
  (void)run_session(value, scratch.path(), nullptr, room.with(value), [&](const progress& report) {
    kinds.push_back(report.kind);
    last = report.message;
    if (report.kind == progress_kind::process_started) {
      EXPECT_EQ(report.due, 3U);
      EXPECT_GT(report.left_s.value_or(0), 0);
    }
    return true;
  });
  EXPECT_EQ(kinds.front(), progress_kind::started);
  EXPECT_EQ(std::ranges::count(kinds, progress_kind::process_ended), 3);
  EXPECT_EQ(std::ranges::count(kinds, progress_kind::round_started), 1);
  EXPECT_EQ(kinds.back(), progress_kind::ended);
  EXPECT_EQ(last, "completed");
}

TEST(run_session, records_a_cell_that_a_rule_skips) {
  const scratch_directory scratch;
  request asked;
  asked.rounds = 1;
  asked.memory_pass = false;
  plan value = small_plan(asked, {offered("cpp-serial", false)});
  value.cells[0].skipped = "predicted 30 s a call; the limit is 20 s";
  begin(value, scratch.path());
  synthetic_room room;
  (void)run_session(value, scratch.path(), nullptr, room.with(value), watch_on);
  const record::run run = record::read_run(scratch.path());
  ASSERT_EQ(run.processes.size(), 3U);
  EXPECT_EQ(run.processes[0].status, record::status::skipped);
  EXPECT_EQ(run.processes[0].detail, "predicted 30 s a call; the limit is 20 s");
  EXPECT_EQ(room.launched, 2U);
}

}  // namespace
}  // namespace steelyard::study

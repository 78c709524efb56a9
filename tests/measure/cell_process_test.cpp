// SPDX-License-Identifier: Apache-2.0
#include "measure/cell_process.hpp"

#include "measure/clock.hpp"
#include "measure/process_tree.hpp"
#include "measure/sentinel.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace steelyard::measure {
namespace {

namespace fs = std::filesystem;
using record::status;

const subject_command faulty{"faulty", {"/usr/bin/python3", "-S", "-E", FAULTY_SUBJECT}};

/// A cell whose implementation id is the fault to commit; "" commits none.
cell_launch cell(const std::string& fault) {
  cell_launch launch;
  launch.subject = faulty;
  launch.open = {.study = "matvec",
                 .implementation = fault,
                 .workload = {"dense", "formula", "dense", "", 4, 4},
                 .workers = 2,
                 .cpus = {0}};
  launch.calls.warm_calls = 3;
  launch.environment = {"PATH=/usr/bin:/bin"};
  launch.noise.shared_core_burst = false;
  launch.limits.available_memory_bytes = 0;
  return launch;
}

record::process run(const cell_launch& launch) {
  return measure_cell(launch, {});
}

void expect_no_times(const record::process& record) {
  EXPECT_FALSE(record.setup_ns || record.setup_inner_ns || record.first_ns || record.process_ns ||
               record.loop_wall_ns || record.input_ns);
  EXPECT_TRUE(record.warm_ns.empty());
  EXPECT_TRUE(record.cpu_ns.empty());
}

void expect_fault(const cell_launch& launch, status expected, const std::string& detail) {
  const record::process record = run(launch);
  EXPECT_EQ(record.status, expected) << record.detail;
  EXPECT_EQ(record.detail, detail);
  EXPECT_TRUE(record.usage.has_value());
  expect_no_times(record);
}

fs::path scratch_file(const std::string& name) {
  return fs::temp_directory_path() / ("steelyard-" + std::to_string(getpid()) + "-" + name);
}

std::vector<std::string> lines_of(const fs::path& path) {
  std::ifstream file{path};
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    lines.push_back(line);
  }
  fs::remove(path);
  return lines;
}

TEST(measure_cell, records_a_process_that_ends_well) {
  const record::process record = run(cell(""));
  ASSERT_EQ(record.status, status::ok) << record.detail;
  EXPECT_EQ(record.detail, "");
  EXPECT_EQ(record.setup_inner_ns, 5);
  EXPECT_EQ(record.input_ns, 6);
  EXPECT_EQ(record.first_ns, 1000);
  EXPECT_EQ(record.warm_ns, (std::vector<std::int64_t>{1001, 1001, 1001}));
  EXPECT_EQ(record.cpu_ns, (std::vector<std::int64_t>{1000, 1001, 1001, 1001}));
  ASSERT_EQ(record.digests.size(), 4U);
  for (std::uint64_t call = 0; call < 4; ++call) {
    EXPECT_EQ(record.digests[call].call, call);
    EXPECT_EQ(record.digests[call].hash, "0x00000000000000ff");
  }
  EXPECT_EQ(record.payload_bytes, 48);
  EXPECT_EQ(record.workers_started, 2U);
  ASSERT_EQ(record.workers.size(), 1U);
  EXPECT_EQ(record.workers[0].cpus, (std::vector<std::uint32_t>{0}));
  EXPECT_EQ(record.workers[0].entries, 9U);
  EXPECT_EQ(record.cpus, (std::vector<std::uint32_t>{0}));
  EXPECT_EQ(record.versions.dump(), R"({"python":"3"})");
  EXPECT_GT(*record.setup_ns, 0);
  EXPECT_GT(*record.process_ns, *record.setup_ns);
  EXPECT_GT(record.usage->max_rss_bytes, 1 << 20);
  EXPECT_EQ(record.started_utc.size(), 24U);
  EXPECT_FALSE(record.memory.has_value());
}

TEST(measure_cell, makes_short_warm_calls_in_one_request_and_pads_the_environment) {
  cell_launch launch = cell("");
  launch.environment_pad = 1234;
  launch.calls.output_last = scratch_file("requests");
  ASSERT_EQ(run(launch).status, status::ok);
  const std::vector<std::string> lines = lines_of(launch.calls.output_last);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[1], "1234");
  EXPECT_EQ(lines[2], "['open', 'call1', 'call3', 'output']");
}

TEST(measure_cell, makes_long_warm_calls_one_by_one) {
  cell_launch launch = cell("slow");
  launch.calls.warm_calls = 2;
  launch.calls.long_call_ns = 10'000'000;
  launch.calls.output_last = scratch_file("slow");
  EXPECT_EQ(run(launch).warm_ns.size(), 2U);
  EXPECT_EQ(lines_of(launch.calls.output_last).at(2),
            "['open', 'call1', 'call1', 'call1', 'output']");
}

TEST(measure_cell, does_not_make_calls_that_would_be_too_long) {
  cell_launch launch = cell("slow");
  launch.calls.longest_call_ns = 10'000'000;
  expect_fault(launch, status::skipped, "predicted 0.020 s a call, more than 0.010 s");
  launch.calls.longest_call_ns = 20'000'000'000;
  launch.calls.warm_calls = 1'000'000;
  EXPECT_EQ(run(launch).status, status::skipped);
}

TEST(measure_cell, lets_a_first_call_that_compiles_speak_for_one_more_call_only) {
  cell_launch launch = cell("compiling");
  launch.limits.timeout_ns = 60'000'000'000;
  launch.calls.warm_calls = 300;  // 90 s by the first call
  const record::process record = run(launch);
  EXPECT_EQ(record.status, status::ok) << record.detail;
  EXPECT_EQ(record.warm_ns.size(), 300U);
}

TEST(measure_cell, records_a_sustained_loop) {
  cell_launch launch = cell("");
  launch.calls.loop_seconds = 0.01;
  launch.purpose = record::purpose::sustained;
  const record::process record = run(launch);
  ASSERT_EQ(record.status, status::ok) << record.detail;
  EXPECT_EQ(record.purpose, record::purpose::sustained);
  EXPECT_EQ(record.warm_ns, (std::vector<std::int64_t>{10, 11, 12}));
  EXPECT_EQ(record.loop_wall_ns, 40);
  ASSERT_EQ(record.digests.size(), 3U);
  EXPECT_EQ(record.digests[1].call, 1U);
  EXPECT_EQ(record.digests[2].call, 4U);  // first, three in the loop, one more
}

TEST(measure_cell, turns_every_end_into_a_status) {
  expect_fault(cell("crash-in-open"), status::crashed, "signal 6 (SIGABRT) during open");
  expect_fault(cell("exit-3-in-open"), status::crashed, "exit status 3 during open");
  expect_fault(cell("exit-0-in-open"),
               status::protocol_fault,
               "ended with exit status 0 without an answer to open");
  expect_fault(cell("killed"),
               status::crashed,
               "signal 9 (SIGKILL) during call, not sent by the engine (out of memory?)");
  expect_fault(cell("exit-4-at-end"), status::crashed, "exit status 4 after the answer to close");
  expect_fault(
      cell("closed-output"), status::protocol_fault, "closed its output without an answer to call");
}

TEST(measure_cell, turns_error_answers_into_a_status) {
  expect_fault(cell("unavailable"), status::unavailable, "open: no such runtime (unavailable)");
  expect_fault(cell("failed"), status::crashed, "open: out of luck (failed)");
}

TEST(measure_cell, turns_answers_that_are_none_into_protocol_faults) {
  for (const char* fault : {"garbage", "wrong-op", "not-all-calls"}) {
    const record::process record = run(cell(fault));
    EXPECT_EQ(record.status, status::protocol_fault) << fault;
    EXPECT_FALSE(record.detail.empty()) << fault;
    expect_no_times(record);
  }
  expect_fault(cell("two-answers"), status::protocol_fault, "wrote output before it was sent call");
  cell_launch banner = cell("");
  banner.environment.emplace_back("FAULT=banner");
  EXPECT_EQ(run(banner).status, status::protocol_fault);
}

TEST(measure_cell, does_not_believe_times_longer_than_the_wait) {
  const record::process record = run(cell("boasting"));
  EXPECT_EQ(record.status, status::protocol_fault);
  EXPECT_EQ(record.detail.substr(0, 47), "claims 50.000 s of calls in an answer that took");
}

TEST(measure_cell, bounds_a_flood) {
  cell_launch launch = cell("flood");
  launch.limits.line_bytes = 1 << 20;
  rusage before{};
  getrusage(RUSAGE_SELF, &before);
  expect_fault(launch, status::protocol_fault, "answer to call is longer than 1048576 bytes");
  rusage after{};
  getrusage(RUSAGE_SELF, &after);
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 16 << 10);  // KiB
}

TEST(measure_cell, ends_silence_at_the_timeout) {
  cell_launch launch = cell("silent");
  launch.limits.timeout_ns = 1'000'000'000;
  expect_fault(launch, status::timeout, "no answer to call within the 1 s of the process");
}

TEST(measure_cell, ends_a_process_that_stays_after_close) {
  cell_launch launch = cell("stays");
  launch.limits.close_grace_ns = 100'000'000;
  expect_fault(launch, status::protocol_fault, "still running 0.1 s after the answer to close");
}

TEST(measure_cell, keeps_the_last_lines_of_the_log_of_a_fault) {
  EXPECT_EQ(run(cell("crash-in-open")).stderr_tail,
            (std::vector<std::string>{"about to crash", "now"}));
  const std::vector<std::string> tail = run(cell("stderr-flood")).stderr_tail;
  ASSERT_EQ(tail.size(), 20U);
  EXPECT_EQ(tail.back(), "line 29999");
}

TEST(measure_cell, stops_a_tree_that_takes_too_much_memory) {
  cell_launch launch = cell("allocate");
  launch.limits.tree_rss_bytes = 200 << 20;
  launch.limits.guard_interval_ns = 50'000'000;
  const record::process record = run(launch);
  EXPECT_EQ(record.status, status::guard_stop);
  EXPECT_EQ(record.detail.substr(0, 37), "memory guard: the process tree holds ");
  launch = cell("silent");
  launch.limits.guard_interval_ns = 50'000'000;
  launch.limits.available_memory_bytes = std::int64_t{1} << 60;
  EXPECT_EQ(run(launch).status, status::guard_stop);
}

TEST(measure_cell, asks_the_pulse_without_drawing_while_a_call_is_timed) {
  cell_launch launch = cell("silent");
  launch.limits.guard_interval_ns = 50'000'000;
  int drawable = 0;
  int withheld = 0;
  const record::process record =
      measure_cell(launch, [&](std::int64_t elapsed_ns, std::int64_t limit_ns, drawing may) {
        EXPECT_GT(elapsed_ns, 0);
        EXPECT_EQ(limit_ns, launch.limits.timeout_ns);
        ++(may == drawing::allowed ? drawable : withheld);
        return drawable == 0 || may == drawing::allowed;
      });
  EXPECT_EQ(record.status, status::interrupted);
  EXPECT_EQ(drawable, 1);  // between open and call
  EXPECT_GE(withheld, 1);  // some may fall into open, which is timed too
  expect_no_times(record);
}

TEST(measure_cell, names_a_program_that_cannot_be_started) {
  cell_launch launch = cell("");
  launch.subject.argv = {"/no/such/subject"};
  const record::process record = run(launch);
  EXPECT_EQ(record.status, status::unavailable);
  EXPECT_EQ(record.detail, "cannot start '/no/such/subject': No such file or directory");
}

TEST(measure_cell, leaves_no_process_that_escaped_its_session) {
  ASSERT_EQ(run(cell("escaping-child")).status, status::ok);
  EXPECT_TRUE(descendants_of(getpid()).empty());
}

TEST(measure_cell, reads_the_proportional_memory_of_the_tree) {
  cell_launch launch = cell("memory-64-mib");
  launch.purpose = record::purpose::memory;
  launch.calls.hold_ns = 60'000'000;
  launch.calls.output_last = scratch_file("pss");
  const record::process record = run(launch);
  ASSERT_EQ(record.status, status::ok) << record.detail;
  const double subject_read = std::stod(lines_of(launch.calls.output_last).at(0)) * 1024;
  ASSERT_TRUE(record.memory.has_value());
  // 64 MiB, shared by the two processes after the fork: RSS would show it twice.
  EXPECT_GT(subject_read, 64.0 * (1 << 20));
  EXPECT_LT(subject_read, 100.0 * (1 << 20));
  EXPECT_NEAR(
      static_cast<double>(record.memory->peak_pss_bytes), subject_read, 0.05 * subject_read);
  EXPECT_EQ(record.memory->source, "smaps_rollup");
  EXPECT_GE(record.memory->samples, 3U);
  EXPECT_GE(record.memory->median_interval_ns, 5'000'000);
  EXPECT_EQ(record.memory->nominal_interval_ns, 10'000'000);
}

TEST(measure_cell, gathers_evidence_of_disturbance) {
  cell_launch launch = cell("");
  launch.noise = {.sentinel_steps = 100'000, .shared_core_burst = true};
  const record::process record = run(launch);
  ASSERT_EQ(record.status, status::ok) << record.detail;
  EXPECT_GT(record.noise.sentinel_ns, 0);
  EXPECT_FALSE(record.noise.shared_core_before.has_value());  // one CPU alone shares with none
  EXPECT_TRUE(record.noise.load_1min.has_value());
  launch.noise.sentinel_steps = 0;
  EXPECT_FALSE(run(launch).noise.sentinel_ns.has_value());
}

TEST(describe, gives_the_answer) {
  const protocol::describe_answer answer = describe(faulty, {"PATH=/usr/bin:/bin"});
  EXPECT_EQ(answer.subject, "faulty");
  EXPECT_EQ(answer.language, "Python");
}

TEST(describe, says_why_there_is_no_answer) {
  const std::vector<std::string> environment{"PATH=/usr/bin:/bin"};
  const auto reason = [&](const std::string& script) -> std::string {
    try {
      static_cast<void>(describe({"mine", {"/bin/sh", "-c", script}}, environment));
    } catch (const subject_error& error) {
      std::string text = error.what();
      for (const std::string& line : error.stderr_tail) {
        text += " | " + line;
      }
      return text;
    }
    return "no error";
  };
  EXPECT_EQ(reason("echo broken >&2; exit 7"),
            "subject 'mine': exit status 7 without an answer to describe | broken");
  EXPECT_EQ(reason("exec 1>&-; sleep 0.01"),
            "subject 'mine': exit status 0 without an answer to describe");
  EXPECT_EQ(reason(R"(echo '{"error":{"code":"failed","message":"no"}}'; sleep 10)"),
            "subject 'mine': describe: no (failed)");
  EXPECT_EQ(reason("echo hello").substr(0, 34), "subject 'mine': answer to describe");
  EXPECT_THROW(static_cast<void>(describe({"none", {"/no/such"}}, environment)), subject_error);
}

}  // namespace
}  // namespace steelyard::measure

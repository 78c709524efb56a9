// SPDX-License-Identifier: Apache-2.0
#include "report/terminal.hpp"

#include "analysis/synthetic_run.hpp"
#include "report/utf8.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>

namespace steelyard::report {
namespace {

constexpr terminal_options plain{80, false, true, advice::language::english};

TEST(terminal, says_the_verdict_first_and_then_its_table) {
  const auto summary =
      analysis::summarize(testing::exact_run({{"cpp-serial", 1, 3'000'000},
                                              {"cpp-openmp-static", 2, 2'000'000},
                                              {"python-serial", 1, 90'000'000, 2}}));
  EXPECT_EQ(terminal(summary, plain),
            R"(Steelyard 0.1.0: matvec, profile quick, 12 rounds, 26 processes (0 failed),
759 ms measured

dense-64
  Use cpp-openmp-static (2 workers): 2.00 ms [2.00, 2.00] a call.
  Against the runner-up cpp-serial (1 worker), which takes 1.50x [1.50, 1.50] as
    long: faster.
  12 common rounds, each in fresh processes and in random order; 95.0 % interval
    that stays valid when looking after every round; margin 2.00 %.

dense-64
  implementation     w     warm  interval       n  ratio  verdict   set-up
  cpp-openmp-static  2  2.00 ms  [2.00, 2.00]  12  1.00x  PICK     1.00 ms
  cpp-serial         1  3.00 ms  [3.00, 3.00]  12  1.50x  slower   1.00 ms
  python-serial      1  90.0 ms  -              2  45.0x  out      1.00 ms
  w: workers; n: rounds; ratio: time / time of cpp-openmp-static (2 workers)
  out: out of contention. Its fastest round is over 3 times another's slowest
    after 2 rounds, or it is slower in each and the budget could not hold all
  If Python must stay interpreted: python-serial (1 worker), which takes 45.0x
    as long.
)");
}

TEST(terminal, shows_undecided_failed_and_unavailable_rows_with_their_reasons) {
  record::run run = testing::exact_run({{"cpp-serial", 1, 3'000'000, 3}});
  run.processes.push_back(testing::failed_process(
      {"dense-64", "cpp-onetbb", 2}, record::status::wrong_result, "row 7 differs"));
  record::implementation missing;
  missing.id = "rust-rayon";
  missing.parallel = true;
  missing.available = false;
  missing.reason = "no cargo";
  missing.install = "apt-get install cargo-web";
  run.manifest.implementations.push_back(missing);
  EXPECT_EQ(terminal(analysis::summarize(run), plain),
            R"(Steelyard 0.1.0: matvec, profile quick, 3 rounds, 4 processes (1 failed),
31.5 ms measured
INVALID RESULTS: do not use these figures.

dense-64
  No recommendation: too few rounds to name the best (n = 3, needs 7). Smallest
    median: cpp-serial (1 worker), 3.00 ms a call.
  Nothing else was measured to compare with.

dense-64
  implementation  w     warm  interval  n  ratio  verdict        set-up   first
  cpp-serial      1  3.00 ms  -         3  1.00x  least median  1.00 ms  500 us
  cpp-onetbb: failed: wrong result: row 7 differs
  rust-rayon: not available: no cargo; to install: apt-get install cargo-web
  w: workers; n: rounds; ratio: time / time of cpp-serial (1 worker)

Warnings
  ! processes with a wrong result: 1
  ! cells that failed and have no figures: 1
  ! no recommendation for dense-64: too few rounds to name the best (n = 3,
    needs 7)
  1 more in the report
)");
}

TEST(terminal, gives_no_ratio_when_nothing_leads) {
  record::run run =
      testing::exact_run({{"cpp-serial", 1, 1'000'000}, {"cpp-onetbb", 2, 2'000'000, 2}});
  run.processes.push_back(testing::failed_process(
      {"dense-64", "cpp-serial", 1}, record::status::wrong_result, "row 7 differs"));
  run.events = {
      {{"kind", "stopped"},
       {"cell", {{"workload", "dense-64"}, {"implementation", "cpp-onetbb"}, {"workers", 2}}},
       {"why", "budget"}}};
  const std::string text = terminal(analysis::summarize(run), plain);
  EXPECT_NE(text.find("No answer: all that has figures was given up"), std::string::npos) << text;
  EXPECT_NE(text.find("cpp-onetbb      2  2.00 ms  -         2      -  out"), std::string::npos)
      << text;
}

TEST(terminal, marks_more_workers_than_cpus) {
  const std::string text = terminal(
      analysis::summarize(
          testing::exact_run({{"cpp-serial", 1, 3'000'000}, {"cpp-onetbb", 16, 2'000'000}})),
      plain);
  EXPECT_NE(text.find("\n  cpp-onetbb      16*  2.00 ms  "), std::string::npos) << text;
  EXPECT_NE(text.find("\n  cpp-serial        1  3.00 ms  "), std::string::npos) << text;
  EXPECT_NE(text.find("\n  *: more workers than CPUs of the set\n"), std::string::npos) << text;
}

TEST(terminal, shows_rate_and_quantiles_of_calls_back_to_back) {
  record::run run =
      testing::exact_run({{"cpp-onetbb", 2, 2'000'000, 1}, {"python-thread-pool", 2, 1, 1}});
  run.processes[0].warm_ns.assign(150, 2'000'000);
  run.processes[0].loop_wall_ns = 600'000'000;
  run.processes[1].warm_ns.assign(19, 40'000'000);
  run.processes[1].loop_wall_ns = 760'000'000;
  for (record::process& process : run.processes) {
    process.purpose = record::purpose::sustained;
  }
  const std::string text = terminal(analysis::summarize(run), plain);
  EXPECT_NE(text.find(R"(
  implementation      w  calls/s      P50      P95      P99  ratio  verdict
  cpp-onetbb          2    250/s  2.00 ms  2.00 ms  2.00 ms  1.00x  least median
  python-thread-pool  2   25.0/s  40.0 ms        -        -  20.0x  undecided
  w: workers; calls back to back: their rate and quantiles; ratio: time / time
    of cpp-onetbb (2 workers)
)"),
            std::string::npos)
      << text;
}

TEST(terminal, never_is_wider_than_asked_nor_lets_foreign_controls_through) {
  for (const record::run& run : {testing::quick_run(),
                                 testing::baseline_run(),
                                 testing::stress_run(),
                                 testing::hostile_run()}) {
    const analysis::run_summary summary = analysis::summarize(run);
    for (const std::size_t width : {20U, 80U, 97U, 120U, 500U}) {
      for (const auto in : {advice::language::english, advice::language::chinese}) {
        std::istringstream text(terminal(summary, {width, false, false, in}));
        for (std::string line; std::getline(text, line);) {
          EXPECT_LE(display_width(line), std::clamp<std::size_t>(width, 80, 120)) << line;
          EXPECT_TRUE(std::ranges::none_of(line, [](char c) {
            return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
          })) << line;
        }
      }
    }
  }
}

TEST(terminal, colours_only_when_asked) {
  const auto summary = analysis::summarize(testing::quick_run());
  EXPECT_EQ(terminal(summary, plain).find('\x1b'), std::string::npos);
  EXPECT_NE(terminal(summary, {80, true, true, advice::language::english}).find("\x1b[1;32m"),
            std::string::npos);
}

TEST(terminal, is_ascii_when_asked) {
  const std::string text = terminal(analysis::summarize(testing::hostile_run()), plain);
  EXPECT_TRUE(
      std::ranges::all_of(text, [](char c) { return c == '\n' || (c >= 0x20 && c < 0x7f); }));
}

TEST(terminal, an_empty_run_is_said_to_be_empty) {
  EXPECT_NE(terminal(analysis::summarize(testing::exact_run({})), plain)
                .find("No answer: nothing was measured."),
            std::string::npos);
}

}  // namespace
}  // namespace steelyard::report

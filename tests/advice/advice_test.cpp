// SPDX-License-Identifier: Apache-2.0
#include "advice/advice.hpp"

#include "advice/catalogue.hpp"
#include "analysis/synthetic_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace steelyard::advice {
namespace {

using analysis::remark;
using testing::exact_run;

std::string plain(std::string_view foreign) {
  return std::string(foreign);
}

std::string said(const remark& what) {
  return say(what, {language::english, {true, " "}, plain});
}

std::vector<remark> all_sentences(const run_advice& advice) {
  std::vector<remark> all;
  const auto add = [&](const std::vector<remark>& more) {
    all.insert(all.end(), more.begin(), more.end());
  };
  for (const workload_answer& answer : advice.workloads) {
    all.push_back(answer.use);
    add(answer.details);
    add(answer.unless);
  }
  for (const situation_answer& situation : advice.situations) {
    add(situation.answers);
  }
  add(advice.checklist);
  add(advice.losses);
  add(advice.undecided);
  add(advice.caveats);
  return all;
}

bool has_key(const std::vector<remark>& list, const std::string& key) {
  return std::ranges::any_of(list, [&](const remark& what) { return what.key == key; });
}

TEST(advise, names_the_pick_its_lead_and_how_sure) {
  const run_advice advice = advise(analysis::summarize(
      exact_run({{"cpp-serial", 1, 3'000'000}, {"cpp-openmp-static", 2, 2'000'000}})));
  ASSERT_EQ(advice.workloads.size(), 1U);
  const workload_answer& answer = advice.workloads[0];
  EXPECT_EQ(said(answer.use), "Use cpp-openmp-static (2 workers): 2.00 ms [2.00, 2.00] a call.");
  ASSERT_EQ(answer.details.size(), 2U);
  EXPECT_EQ(said(answer.details[0]),
            "Against the runner-up cpp-serial (1 worker), which takes 1.50x [1.50, 1.50] as long: "
            "faster.");
  EXPECT_EQ(answer.details[0].cells,
            (std::vector<std::string>{"dense-64/cpp-openmp-static/w2", "dense-64/cpp-serial/w1"}));
  EXPECT_EQ(answer.details[1].key, "sure.anytime");
}

TEST(advise, says_why_one_of_several_equals_is_taken) {
  const run_advice advice = advise(analysis::summarize(
      exact_run({{"cpp-onetbb", 2, 2'000'000}, {"cpp-openmp-static", 2, 2'000'000}})));
  EXPECT_EQ(
      said(advice.workloads[0].use),
      "Use cpp-openmp-static (2 workers): 2.00 ms [2.00, 2.00] a call. It cannot be told from "
      "the best: cpp-onetbb (2 workers). Of these it needs least: the compiler's OpenMP "
      "runtime.");
}

TEST(advise, recommends_nothing_after_three_rounds) {
  const run_advice advice = advise(analysis::summarize(
      exact_run({{"cpp-serial", 1, 3'000'000, 3}, {"cpp-onetbb", 2, 2'000'000, 3}})));
  EXPECT_EQ(said(advice.workloads[0].use),
            "No recommendation: too few rounds to name the best (n = 3, needs 7). Smallest median: "
            "cpp-onetbb (2 workers), 2.00 ms a call.");
  EXPECT_TRUE(has_key(advice.workloads[0].details, "sure.no_interval"));
  EXPECT_TRUE(has_key(advice.losses, "loss.no_pick"));
}

TEST(advise, an_empty_run_has_no_answer_and_no_fault) {
  record::run run = exact_run({});
  const run_advice advice = advise(analysis::summarize(run));
  EXPECT_EQ(said(advice.workloads[0].use), "No answer: nothing was measured.");
}

TEST(advise, tells_where_the_pick_loses) {
  record::run run = exact_run({{"numba-prange", 2, 1'000'000, 12, 1'400'000'000},
                               {"rust-serial", 1, 3'000'000, 12, 8'000'000}});
  run.processes.push_back(testing::memory_process({"dense-64", "numba-prange", 2}, 180'000'000));
  run.processes.push_back(testing::memory_process({"dense-64", "rust-serial", 1}, 35'000'000));
  const run_advice advice = advise(analysis::summarize(run));
  ASSERT_EQ(advice.losses.size(), 2U);
  // (1400 - 8) / 2 + 1 = 697 calls.
  EXPECT_EQ(
      said(advice.losses[0]),
      "dense-64: under 697 calls a process, rust-serial (1 worker) costs less in all than the "
      "pick numba-prange (2 workers).");
  EXPECT_EQ(advice.losses[1].key, "loss.memory");
  EXPECT_TRUE(has_key(advice.workloads[0].unless, "unless.few_calls"));
  EXPECT_TRUE(has_key(advice.workloads[0].unless, "unless.memory"));
  EXPECT_TRUE(has_key(advice.workloads[0].unless, "unless.bound"));
}

TEST(advise, says_that_all_pairs_were_compared_when_nothing_is_lost) {
  const run_advice advice = advise(
      analysis::summarize(exact_run({{"cpp-serial", 1, 1'000'000}, {"cpp-onetbb", 2, 2'000'000}})));
  ASSERT_EQ(advice.losses.size(), 1U);
  EXPECT_EQ(said(advice.losses[0]), "The picks lose nowhere: all 1 measured pairs were compared.");
}

TEST(advise, answers_all_eight_situations_or_says_why_not) {
  const run_advice advice = advise(analysis::summarize(testing::quick_run()));
  ASSERT_EQ(advice.situations.size(), 8U);
  for (const situation_answer& situation : advice.situations) {
    EXPECT_FALSE(situation.answers.empty());
  }
  // The skewed input alone is uneven; the regular loop is asked of the two others.
  EXPECT_EQ(advice.situations[1].answers.size(), 2U);
  EXPECT_EQ(advice.situations[2].answers.size(), 1U);
  EXPECT_TRUE(said(advice.situations[2].answers[0])
                  .starts_with("csr-skewed-32768: cpp-openmp-dynamic (2 workers)"));
  const run_advice none = advise(analysis::summarize(exact_run({{"cpp-serial", 1, 1000}})));
  EXPECT_EQ(none.situations[2].answers[0].key, "situation.no_workload");
  EXPECT_EQ(said(none.situations[3].answers[0]),
            "dense-64: cannot be answered: no candidate was measured.");
}

TEST(advise, every_sentence_of_every_run_has_its_words_and_names_real_cells) {
  for (const record::run& run : {testing::quick_run(),
                                 testing::baseline_run(),
                                 testing::stress_run(),
                                 testing::hostile_run()}) {
    const analysis::run_summary summary = analysis::summarize(run);
    std::vector<std::string> cells;
    for (const analysis::workload_summary& workload : summary.workloads) {
      for (const analysis::cell_summary& cell : workload.cells) {
        cells.push_back(record::to_string(cell.cell));
      }
    }
    for (const remark& what : all_sentences(advise(summary))) {
      for (const language in : {language::english, language::chinese}) {
        EXPECT_FALSE(say(what, {in, {false, " "}, plain}).empty()) << what.key;
      }
      for (const std::string& cell : what.cells) {
        EXPECT_NE(std::ranges::find(cells, cell), cells.end()) << what.key << ' ' << cell;
      }
    }
  }
}

}  // namespace
}  // namespace steelyard::advice

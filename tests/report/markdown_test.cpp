// SPDX-License-Identifier: Apache-2.0
#include "report/markdown.hpp"

#include "analysis/synthetic_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

namespace steelyard::report {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line);
  }
  return lines;
}

std::vector<std::string> chapters_of(const std::string& text) {
  std::vector<std::string> chapters;
  for (const std::string& line : lines_of(text)) {
    if (line.starts_with("## ")) {
      chapters.push_back(line.substr(3));
    }
  }
  return chapters;
}

TEST(markdown, has_every_chapter_in_order) {
  const auto summary = analysis::summarize(testing::quick_run());
  EXPECT_EQ(chapters_of(markdown(summary, {})),
            (std::vector<std::string>{"Answer",
                                      "Choosing",
                                      "Evidence: matvec",
                                      "Where each pick loses",
                                      "Undecided",
                                      "Method",
                                      "Caveats and biases",
                                      "Self-check",
                                      "Environment",
                                      "Reproduce"}));
  const std::string against =
      markdown(summary, {advice::language::english, published_for("quick")});
  EXPECT_EQ(chapters_of(against).at(3), "Published figures, another machine");
  EXPECT_EQ(chapters_of(markdown(summary, {advice::language::chinese, {}})).size(), 10U);
}

TEST(markdown, shows_figures_beside_their_cell_and_reasons_for_dashes) {
  const std::string text =
      markdown(analysis::summarize(testing::exact_run({{"cpp-serial", 1, 3'000'000},
                                                       {"cpp-openmp-static", 2, 2'000'000},
                                                       {"python-serial", 1, 90'000'000, 2}})),
               {});
  const std::string expected =
      "| cell | warm | interval | n | IQR as published | ratio | its interval | verdict | band |\n"
      "|---|---|---|---|---|---|---|---|---|\n"
      "| dense-64/cpp-openmp-static/w2 | 2.00\u00a0ms | [2.00,\u00a02.00]\u00a0ms | 12 | "
      "[2.00,\u00a02.00]\u00a0ms | 1.00\u00d7 |  | **PICK** |  |\n"
      "| dense-64/cpp-serial/w1 | 3.00\u00a0ms | [3.00,\u00a03.00]\u00a0ms | 12 | "
      "[3.00,\u00a03.00]\u00a0ms | 1.50\u00d7 | [1.50,\u00a01.50]\u00d7 | slower | 0\u00a0% |\n"
      "| dense-64/python-serial/w1 | 90.0\u00a0ms | \u2014\u00a0(1) | 2 | "
      "[90.0,\u00a090.0]\u00a0ms | 45.0\u00d7 | \u2014\u00a0(1) | out of contention | 0\u00a0% |\n"
      "\n(1)\u00a0too few rounds (n = 2, needs 8)\n";
  EXPECT_NE(text.find(expected), std::string::npos) << text;
}

TEST(markdown, says_how_memory_was_sampled) {
  record::run run = testing::exact_run({{"cpp-serial", 1, 3'000'000}});
  run.processes.push_back(testing::memory_process({"dense-64", "cpp-serial", 1}, 4 << 20));
  const std::string text = markdown(analysis::summarize(run), {});
  EXPECT_NE(text.find("| cell | payload | PSS | samples | every | source |\n"
                      "|---|---|---|---|---|---|\n"
                      "| dense-64/cpp-serial/w1 | \u2014\u00a0(1) | 4.00\u00a0MiB | 40 | "
                      "10.2\u00a0ms | smaps\\_rollup |\n"),
            std::string::npos)
      << text;
}

TEST(markdown, marks_more_workers_than_cpus_and_withholds_their_speedup) {
  const std::string text = markdown(
      analysis::summarize(testing::exact_run({{"cpp-onetbb", 1, 300}, {"cpp-onetbb", 16, 200}})),
      {});
  EXPECT_NE(text.find("\\*: more workers than CPUs of the set\n"), std::string::npos) << text;
  EXPECT_NE(text.find("| dense-64/cpp-onetbb/w16\\* | 200\u00a0ns |"), std::string::npos) << text;
  EXPECT_NE(text.find("| dense-64/cpp-onetbb/w16\\* | \u2014\u00a0(1) |  |  | \u2014\u00a0(1) |\n"
                      "\n(1)\u00a0more workers than CPUs\n"),
            std::string::npos)
      << text;
}

TEST(markdown, marks_invalid_results_at_the_top) {
  record::run run = testing::exact_run({{"cpp-serial", 1, 1000}});
  run.processes.push_back(testing::failed_process(
      {"dense-64", "cpp-onetbb", 2}, record::status::wrong_result, "row 1 differs"));
  EXPECT_EQ(lines_of(markdown(analysis::summarize(run), {})).at(2),
            "**INVALID RESULTS: do not use these figures.**");
}

TEST(markdown, lets_no_hostile_text_do_anything) {
  const auto summary = analysis::summarize(testing::hostile_run());
  for (const auto in : {advice::language::english, advice::language::chinese}) {
    const std::string text = markdown(summary, {in, {}});
    EXPECT_EQ(text.find("<script"), std::string::npos);
    EXPECT_EQ(text.find("<!--"), std::string::npos);
    EXPECT_EQ(text.find("\xe2\x80\xae"), std::string::npos);
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
    EXPECT_EQ(text.find('\xff'), std::string::npos);
    EXPECT_EQ(chapters_of(text).size(), 10U);
    std::size_t columns = 0;
    for (const std::string& line : lines_of(text)) {
      if (!line.starts_with("|")) {
        columns = 0;
        continue;
      }
      std::size_t bars = 0;
      for (std::size_t i = 0; i < line.size(); ++i) {
        bars += line[i] == '|' && (i == 0 || line[i - 1] != '\\') ? 1U : 0U;
      }
      columns = columns == 0 ? bars : columns;
      EXPECT_EQ(bars, columns) << line;
    }
  }
}

TEST(markdown, is_the_same_text_for_the_same_run) {
  const record::run run = testing::stress_run();
  EXPECT_EQ(markdown(analysis::summarize(run), {}), markdown(analysis::summarize(run), {}));
}

TEST(markdown, every_chapter_stands_even_when_nothing_was_measured) {
  EXPECT_EQ(chapters_of(markdown(analysis::summarize(testing::exact_run({})), {})).size(), 10U);
}

}  // namespace
}  // namespace steelyard::report

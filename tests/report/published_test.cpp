// SPDX-License-Identifier: Apache-2.0
#include "report/published.hpp"

#include "analysis/synthetic_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace steelyard::report {
namespace {

TEST(parse_published, reads_notes_columns_and_absent_figures) {
  const published_table table = parse_published(
      "t.csv",
      "# machine A\n# 4 workers\nimplementation,dense_calls_per_s,dense_median_ms,csr_skewed_ms\n"
      "cpp-serial,68.5,,2.5\r\n");
  EXPECT_EQ(table.note, "machine A; 4 workers");
  ASSERT_EQ(table.figures.size(), 2U);
  EXPECT_EQ(table.figures[0].workload, "dense");
  EXPECT_EQ(table.figures[0].quantity, published_quantity::calls_per_s);
  EXPECT_EQ(table.figures[0].value, 68.5);
  EXPECT_EQ(table.figures[1].workload, "csr-skewed");
  EXPECT_EQ(table.figures[1].value, 2.5);
}

std::string fault_of(const char* text) {
  try {
    static_cast<void>(parse_published("t.csv", text));
  } catch (const std::invalid_argument& fault) {
    return fault.what();
  }
  return "none";
}

TEST(parse_published, names_file_line_and_fault) {
  EXPECT_EQ(fault_of("implementation,dense_weight\n"), "t.csv:1: unknown column 'dense_weight'");
  EXPECT_EQ(fault_of("implementation,dense_ms\na,1,2\n"), "t.csv:2: 3 fields, the header has 2");
  EXPECT_EQ(fault_of("implementation,dense_ms\na,fast\n"), "t.csv:2: 'fast' is no number over 0");
  EXPECT_EQ(fault_of("implementation,dense_ms\na,nan\n"), "t.csv:2: 'nan' is no number over 0");
}

TEST(published_for, carries_both_studies) {
  EXPECT_EQ(published_for("baseline").figures.size(), 64U);
  EXPECT_EQ(published_for("quick").file, published_for("baseline").file);
  EXPECT_EQ(published_for("stress").figures.size(), 47U);
}

TEST(compare_with, puts_ratios_to_the_best_side_by_side) {
  published_table table =
      parse_published("t.csv", "implementation,dense_ms\ncpp-serial,4\ncpp-onetbb,2\nnot-here,1\n");
  table.dense_rows = 64;
  table.workers = 4;
  const auto rows = compare_with(analysis::summarize(testing::exact_run(
                                     {{"cpp-serial", 1, 3'000'000}, {"cpp-onetbb", 2, 1'000'000}})),
                                 table);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].published_ratio, 2);
  EXPECT_EQ(rows[0].here, 3);
  EXPECT_EQ(rows[0].here_ratio, 3);
  EXPECT_EQ(rows[1].published_ratio, 1);
  EXPECT_EQ(rows[0].published_workers, 1U);
  EXPECT_EQ(rows[1].published_workers, 4U);
  EXPECT_EQ(rows[1].cell.workers, 2U);
}

TEST(compare_with, takes_the_published_worker_count_where_it_was_measured) {
  published_table table = parse_published("t.csv", "implementation,dense_ms\ncpp-onetbb,2\n");
  table.dense_rows = 64;
  table.workers = 4;
  const record::run run = testing::exact_run(
      {{"cpp-onetbb", 1, 3'000'000}, {"cpp-onetbb", 2, 1'000'000}, {"cpp-onetbb", 4, 2'000'000}});
  const auto rows = compare_with(analysis::summarize(run), table);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].cell.workers, 4U);
  EXPECT_EQ(rows[0].here, 2);
}

TEST(compare_with, compares_nothing_of_another_size) {
  record::run run = testing::exact_run({{"cpp-serial", 1, 1000}, {"numpy-threads", 2, 1000}});
  EXPECT_TRUE(compare_with(analysis::summarize(run), published_for("quick")).empty());
  run.manifest.workloads[0].rows = 2048;
  EXPECT_FALSE(compare_with(analysis::summarize(run), published_for("quick")).empty());
  EXPECT_TRUE(compare_with(analysis::summarize(run), published_for("stress")).empty());
  run.manifest.workloads[0].rows = 4096;
  const auto dense = compare_with(analysis::summarize(run), published_for("stress"));
  ASSERT_FALSE(dense.empty());
  EXPECT_EQ(dense[0].published_workers, 16U);
  EXPECT_EQ(dense[0].cell.workers, 2U);
  run.manifest.workloads[0].name = "csr-skewed";
  EXPECT_TRUE(compare_with(analysis::summarize(run), published_for("stress")).empty());
  run.manifest.workloads[0].rows = 131072;
  EXPECT_FALSE(compare_with(analysis::summarize(run), published_for("stress")).empty());
}

TEST(compare_with, a_users_matrix_has_no_published_figures) {
  record::run run = testing::exact_run({{"cpp-serial", 1, 1000}});
  run.manifest.workloads[0].rows = 2048;
  run.manifest.workloads[0].source = "prepared";
  EXPECT_TRUE(compare_with(analysis::summarize(run), published_for("baseline")).empty());
}

TEST(terminal_against, marks_another_machine) {
  const std::string text =
      terminal_against(analysis::summarize(testing::quick_run()), published_for("quick"), {});
  EXPECT_TRUE(text.starts_with("Published figures, another machine\n"));
  EXPECT_NE(text.find("i7-1270P"), std::string::npos);
  EXPECT_NE(text.find("cpp-std-thread         4  "), std::string::npos) << text;
}

}  // namespace
}  // namespace steelyard::report

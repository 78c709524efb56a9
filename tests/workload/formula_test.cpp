// SPDX-License-Identifier: Apache-2.0
#include "workload/formula.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace steelyard::workload {
namespace {

struct csr_rows {
  std::vector<std::int32_t> columns;
  std::vector<double> values;
};

csr_rows filled(const formula_workload& workload, row_slab slab) {
  const auto entries =
      static_cast<std::size_t>(row_begin(workload, slab.last) - row_begin(workload, slab.first));
  csr_rows rows{std::vector<std::int32_t>(entries), std::vector<double>(entries)};
  fill_csr_entries(workload, slab, rows.columns, rows.values);
  return rows;
}

/// By the definition of docs/workloads.md, and std::set for the order.
csr_rows by_definition(const formula_workload& workload, std::size_t step, std::size_t row) {
  std::set<std::int32_t> columns;
  for (std::size_t k = 0; k < entries_in_row(workload, row); ++k) {
    columns.insert(static_cast<std::int32_t>((40503 * row + step * k) % workload.cols));
  }
  csr_rows rows;
  for (const std::int32_t column : columns) {
    rows.columns.push_back(column);
    const auto inner = static_cast<std::int64_t>(
        (7919 * row + 104729 * static_cast<std::size_t>(column) + 13) % 1000003 % 101);
    rows.values.push_back(static_cast<double>(inner - 50) / 32);
  }
  return rows;
}

void expect_definition(const formula_workload& workload, std::size_t step) {
  const csr_rows all = filled(workload, {0, workload.rows});
  std::size_t next = 0;
  for (std::size_t row = 0; row < workload.rows; ++row) {
    ASSERT_EQ(row_begin(workload, row), static_cast<std::int64_t>(next));
    const csr_rows expected = by_definition(workload, step, row);
    ASSERT_LE(next + expected.columns.size(), all.columns.size());
    const auto at = static_cast<std::ptrdiff_t>(next);
    EXPECT_TRUE(
        std::equal(expected.columns.begin(), expected.columns.end(), all.columns.begin() + at) &&
        std::equal(expected.values.begin(), expected.values.end(), all.values.begin() + at))
        << name_of(workload.kind) << " of " << workload.cols << " columns, row " << row;
    next += expected.columns.size();
  }
  EXPECT_EQ(row_begin(workload, workload.rows), static_cast<std::int64_t>(next));
}

TEST(formula_a, has_the_values_of_the_definition) {
  EXPECT_EQ(formula_a(0, 0), -37);   // 13 mod 101 - 50
  EXPECT_EQ(formula_a(1, 1), -4);    // 112661 mod 101 = 46
  EXPECT_EQ(formula_a(2047, 3), 4);  // 16524393 mod 1000003 = 524345, mod 101 = 54
}

TEST(formula_b, has_the_values_of_the_definition) {
  EXPECT_EQ(formula_b(0), -41);
  EXPECT_EQ(formula_b(3), -45);
  EXPECT_EQ(formula_b(97), -41);
}

TEST(column_step, is_the_next_prime_that_does_not_divide) {
  EXPECT_EQ(column_step(32768), 613U);
  EXPECT_EQ(column_step(613), 617U);
  EXPECT_EQ(column_step(1226), 617U);
  EXPECT_EQ(column_step(std::size_t{613} * 617), 619U);
}

TEST(fill_csr_entries, equals_the_definition_at_awkward_sizes) {
  for (const std::size_t n : {1U, 2U, 7U, 16U, 17U, 63U, 64U, 65U, 100U, 783U, 785U, 4096U}) {
    expect_definition({formula_kind::csr_uniform, n, n}, 613);
    expect_definition({formula_kind::csr_skewed, n, n}, 613);
  }
  expect_definition({formula_kind::csr_skewed, 40, 613}, 617);
  expect_definition({formula_kind::csr_uniform, 40, 1226}, 617);
}

TEST(fill_csr_entries, equals_the_definition_where_rows_and_columns_differ) {
  expect_definition({formula_kind::csr_skewed, 33, 50000}, 613);
  expect_definition({formula_kind::csr_uniform, 33, 1000003}, 613);
  expect_definition({formula_kind::csr_skewed, 500, 3}, 613);
}

TEST(fill_csr_entries, gives_the_same_rows_whatever_the_cut) {
  const formula_workload workload{formula_kind::csr_skewed, 257, 1000};
  const csr_rows all = filled(workload, {0, 257});
  csr_rows joined;
  for (const row_slab slab : {row_slab{0, 0}, {0, 5}, {5, 200}, {200, 257}, {257, 257}}) {
    const csr_rows part = filled(workload, slab);
    joined.columns.insert(joined.columns.end(), part.columns.begin(), part.columns.end());
    joined.values.insert(joined.values.end(), part.values.begin(), part.values.end());
  }
  EXPECT_EQ(joined.columns, all.columns);
  EXPECT_EQ(joined.values, all.values);
}

TEST(row_begin, gives_the_heavy_sixteenth_rounded_up) {
  const formula_workload workload{formula_kind::csr_skewed, 33, 4096};
  EXPECT_EQ(row_begin(workload, 3), 3 * 784);
  EXPECT_EQ(row_begin(workload, 4), 3 * 784 + 16);
  EXPECT_EQ(stored_entries(workload), 3U * 784 + 30U * 16);
}

TEST(row_begin, puts_77_percent_of_the_entries_in_the_first_sixteenth) {
  const formula_workload workload{formula_kind::csr_skewed, 32768, 32768};
  EXPECT_EQ(stored_entries(workload), 2097152U);
  EXPECT_EQ(row_begin(workload, 2048), 1605632);
}

TEST(fill_row_begin, may_start_anywhere_and_end_with_the_total) {
  std::vector<std::int64_t> offsets(3);
  fill_row_begin({formula_kind::csr_uniform, 10, 100}, 8, offsets);
  EXPECT_EQ(offsets, (std::vector<std::int64_t>{512, 576, 640}));
}

TEST(fill_dense_values, equals_the_definition_element_by_element) {
  const formula_workload workload{formula_kind::dense, 2000, 37};
  std::vector<double> values(std::size_t{1500} * 37);
  fill_dense_values(workload, {500, 2000}, values);
  for (std::size_t row = 500; row < 2000; ++row) {
    for (std::size_t col = 0; col < 37; ++col) {
      const auto inner =
          static_cast<std::int64_t>((7919 * row + 104729 * col + 13) % 1000003 % 101);
      ASSERT_EQ(values[(row - 500) * 37 + col], static_cast<double>(inner - 50) / 32);
    }
  }
}

TEST(fill_x, may_start_anywhere) {
  std::vector<double> x(2);
  fill_x(3, x);
  EXPECT_EQ(x, (std::vector<double>{-45.0 / 32, -14.0 / 32}));
}

TEST(formula_kind_named, knows_the_names_of_the_protocol_only) {
  EXPECT_EQ(formula_kind_named("csr-skewed"), formula_kind::csr_skewed);
  EXPECT_EQ(formula_kind_named("csr_skewed"), std::nullopt);
  EXPECT_EQ(name_of(formula_kind::csr_uniform), "csr-uniform");
}

}  // namespace
}  // namespace steelyard::workload

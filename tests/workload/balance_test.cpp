// SPDX-License-Identifier: Apache-2.0
#include "workload/balance.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace steelyard::workload {
namespace {

TEST(static_slab, gives_the_remainder_to_the_first_workers) {
  EXPECT_EQ(static_slab(10, 4, 1).first, 3U);
  EXPECT_EQ(static_slab(10, 4, 1).last, 6U);
  EXPECT_EQ(static_slab(10, 4, 2).last, 8U);
}

TEST(static_slab, partitions_the_rows) {
  for (const std::size_t rows : {0U, 1U, 7U, 12U, 100U}) {
    std::size_t next = 0;
    for (std::size_t worker = 0; worker < 12; ++worker) {
      EXPECT_EQ(static_slab(rows, 12, worker).first, next);
      next = static_slab(rows, 12, worker).last;
    }
    EXPECT_EQ(next, rows);
  }
}

TEST(balance_of, finds_the_fullest_worker) {
  const std::vector<std::int64_t> row_begin{0, 1, 2, 10, 10, 12};
  EXPECT_EQ(balance_of(row_begin, 1).fullest_share, 1.0);
  // rows 0-2 and 3-4
  EXPECT_EQ(balance_of(row_begin, 2).fullest_entries, 10U);
  // 0-1, 2-3, 4
  EXPECT_EQ(balance_of(row_begin, 3).fullest_entries, 8U);
  EXPECT_EQ(balance_of(row_begin, 3).total_entries, 12U);
  EXPECT_DOUBLE_EQ(*balance_of(row_begin, 3).fullest_share, 8.0 / 12);
}

TEST(balance_of, says_what_the_published_workloads_have) {
  const formula_workload skewed{formula_kind::csr_skewed, 32768, 32768};
  // The first half: 2048 rows of 784 and 14336 of 16, of 2097152 entries.
  EXPECT_DOUBLE_EQ(*balance_of(skewed, 2).fullest_share, 1835008.0 / 2097152);
  EXPECT_DOUBLE_EQ(*balance_of(skewed, 16).fullest_share, 1605632.0 / 2097152);
  EXPECT_DOUBLE_EQ(*balance_of({formula_kind::csr_uniform, 32768, 32768}, 4).fullest_share, 0.25);
  EXPECT_DOUBLE_EQ(*balance_of({formula_kind::dense, 2048, 2048}, 3).fullest_share, 683.0 / 2048);
}

TEST(balance_of, has_no_share_of_nothing) {
  const std::vector<std::int64_t> row_begin{0, 0, 0};
  EXPECT_EQ(balance_of(row_begin, 2).fullest_share, std::nullopt);
}

TEST(balance_of_dense, counts_elements) {
  EXPECT_EQ(balance_of_dense(7, 10, 2).fullest_entries, 40U);
  EXPECT_EQ(balance_of_dense(3, 10, 16).fullest_entries, 10U);
}

TEST(operation_of, counts_every_array_once) {
  const operation_size dense = operation_of({formula_kind::dense, 2048, 2048});
  EXPECT_EQ(dense.flops, 8388608U);
  EXPECT_EQ(dense.logical_bytes, 33587200U);
  EXPECT_DOUBLE_EQ(dense.flops_per_byte, 8388608.0 / 33587200);
  const operation_size sparse = operation_of({formula_kind::csr_uniform, 32768, 32768});
  EXPECT_EQ(sparse.flops, 4194304U);
  EXPECT_EQ(sparse.logical_bytes, 25952264U);
}

TEST(csr_operation, takes_rows_and_columns_apart) {
  EXPECT_EQ(csr_operation(2, 5, 3).logical_bytes, 36U + 24 + 40 + 16);
  EXPECT_EQ(dense_operation(2, 5).logical_bytes, 80U + 40 + 16);
}

}  // namespace
}  // namespace steelyard::workload

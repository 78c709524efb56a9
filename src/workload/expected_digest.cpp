// SPDX-License-Identifier: Apache-2.0
#include "workload/expected_digest.hpp"

#include <vector>

namespace steelyard::workload {
namespace {

std::vector<std::int64_t> formula_vector(std::size_t cols) {
  std::vector<std::int64_t> b(cols);
  for (std::size_t col = 0; col < cols; ++col) {
    b[col] = formula_b(col);
  }
  return b;
}

std::int64_t dense_row_sum(std::size_t row, const std::vector<std::int64_t>& b) {
  std::int64_t sum = 0;
  for (std::size_t col = 0; col < b.size(); ++col) {
    sum += formula_a(row, col) * b[col];
  }
  return sum;
}

std::int64_t sparse_row_sum(std::size_t row,
                            std::size_t entries,
                            std::uint64_t step,
                            const std::vector<std::int64_t>& b) {
  const std::uint64_t cols = b.size();
  std::uint64_t column = 40503 * (row % cols) % cols;
  std::int64_t sum = 0;
  for (std::size_t k = 0; k < entries; ++k) {
    sum += formula_a(row, column) * b[column];
    column = (column + step) % cols;
  }
  return sum;
}

}  // namespace

digest expected_digest(const formula_workload& workload) {
  const std::vector<std::int64_t> b = formula_vector(workload.cols);
  const std::uint64_t step = column_step(workload.cols);
  std::vector<std::int64_t> q(workload.rows);
  for (std::size_t row = 0; row < workload.rows; ++row) {
    q[row] = workload.kind == formula_kind::dense
                 ? dense_row_sum(row, b)
                 : sparse_row_sum(row, entries_in_row(workload, row), step, b);
  }
  return digest_of(q);
}

}  // namespace steelyard::workload

// SPDX-License-Identifier: Apache-2.0
#include "workload/balance.hpp"

#include <algorithm>
#include <cassert>

namespace steelyard::workload {
namespace {

/// \param offset_of  offset of the first entry of a row; also asked for the row behind the last.
template <typename OffsetOf>
entry_balance balance_by(std::size_t rows, std::size_t workers, OffsetOf offset_of) {
  entry_balance balance;
  balance.total_entries = offset_of(rows);
  for (std::size_t worker = 0; worker < workers; ++worker) {
    const row_slab slab = static_slab(rows, workers, worker);
    balance.fullest_entries =
        std::max(balance.fullest_entries, offset_of(slab.last) - offset_of(slab.first));
  }
  if (balance.total_entries > 0) {
    balance.fullest_share =
        static_cast<double>(balance.fullest_entries) / static_cast<double>(balance.total_entries);
  }
  return balance;
}

operation_size operation_with(std::uint64_t entries, std::uint64_t logical_bytes) noexcept {
  const std::uint64_t flops = 2 * entries;
  const double intensity =
      logical_bytes == 0 ? 0 : static_cast<double>(flops) / static_cast<double>(logical_bytes);
  return {flops, logical_bytes, intensity};
}

}  // namespace

row_slab static_slab(std::size_t rows, std::size_t workers, std::size_t worker) noexcept {
  assert(worker < workers);
  const std::size_t short_size = rows / workers;
  const std::size_t long_slabs = rows % workers;
  const std::size_t first = worker * short_size + std::min(worker, long_slabs);
  return {first, first + short_size + (worker < long_slabs ? 1 : 0)};
}

entry_balance balance_of(std::span<const std::int64_t> row_begin, std::size_t workers) {
  assert(!row_begin.empty());
  return balance_by(row_begin.size() - 1, workers, [row_begin](std::size_t row) {
    return static_cast<std::size_t>(row_begin[row]);
  });
}

entry_balance balance_of(const formula_workload& workload, std::size_t workers) {
  return balance_by(workload.rows, workers, [&workload](std::size_t row) {
    return static_cast<std::size_t>(row_begin(workload, row));
  });
}

entry_balance balance_of_dense(std::size_t rows, std::size_t cols, std::size_t workers) {
  return balance_by(rows, workers, [cols](std::size_t row) { return row * cols; });
}

operation_size dense_operation(std::size_t rows, std::size_t cols) noexcept {
  return operation_with(rows * cols, 8 * rows * cols + 8 * cols + 8 * rows);
}

operation_size csr_operation(std::size_t rows,
                             std::size_t cols,
                             std::size_t stored_entries) noexcept {
  return operation_with(stored_entries, 12 * stored_entries + 8 * (rows + 1) + 8 * cols + 8 * rows);
}

operation_size operation_of(const formula_workload& workload) noexcept {
  return workload.kind == formula_kind::dense
             ? dense_operation(workload.rows, workload.cols)
             : csr_operation(workload.rows, workload.cols, stored_entries(workload));
}

}  // namespace steelyard::workload

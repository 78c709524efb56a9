// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workload/formula.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace steelyard::workload {

/// How stored entries fall to workers that take equal contiguous slabs of rows.
struct entry_balance {
  std::size_t total_entries = 0;
  std::size_t fullest_entries = 0;  ///< of the worker with most
  /// fullest / total, from 1 / workers (even) to 1; absent when there are no entries.
  std::optional<double> fullest_share;
};

/// The rows of `worker` under the static cut: slabs follow worker order, cover the rows exactly
/// once, and their sizes differ by at most one row, the larger ones first. \param workers  at least
/// 1; worker is less.
[[nodiscard]] row_slab static_slab(std::size_t rows,
                                   std::size_t workers,
                                   std::size_t worker) noexcept;

/// \param row_begin  rows + 1 offsets.
[[nodiscard]] entry_balance balance_of(std::span<const std::int64_t> row_begin,
                                       std::size_t workers);
[[nodiscard]] entry_balance balance_of(const formula_workload& workload, std::size_t workers);
[[nodiscard]] entry_balance balance_of_dense(std::size_t rows,
                                             std::size_t cols,
                                             std::size_t workers);

/// What one call does, counted from the agreed representation alone.
struct operation_size {
  std::uint64_t flops = 0;          ///< a multiplication and an addition an entry
  std::uint64_t logical_bytes = 0;  ///< every array once: matrix, x and y
  double flops_per_byte = 0;        ///< arithmetic intensity
};

[[nodiscard]] operation_size dense_operation(std::size_t rows, std::size_t cols) noexcept;
[[nodiscard]] operation_size csr_operation(std::size_t rows,
                                           std::size_t cols,
                                           std::size_t stored_entries) noexcept;
[[nodiscard]] operation_size operation_of(const formula_workload& workload) noexcept;

}  // namespace steelyard::workload

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace steelyard::workload {

enum class formula_kind { dense, csr_uniform, csr_skewed };

/// A generated input: y = A x with A of `rows` x `cols`, `cols` at least 1 and no more than int32
/// holds. Source: docs/workloads.md.
struct formula_workload {
  formula_kind kind = formula_kind::dense;
  std::size_t rows = 0;
  std::size_t cols = 0;

  friend bool operator==(const formula_workload&, const formula_workload&) = default;
};

/// Rows `[first, last)`.
struct row_slab {
  std::size_t first = 0;
  std::size_t last = 0;
};

/// "dense", "csr-uniform" or "csr-skewed": the name in the protocol.
[[nodiscard]] std::string_view name_of(formula_kind kind) noexcept;
[[nodiscard]] std::optional<formula_kind> formula_kind_named(std::string_view name) noexcept;

/// 32 A[row, col], an integer in [-50, 50].
[[nodiscard]] std::int64_t formula_a(std::uint64_t row, std::uint64_t col) noexcept;
/// 32 x[col], an integer in [-48, 48].
[[nodiscard]] std::int64_t formula_b(std::uint64_t col) noexcept;
/// The distance between successive entries of a sparse row: 613, or the next prime that does not
/// divide `cols`, so that the columns of a row are distinct.
[[nodiscard]] std::uint64_t column_step(std::size_t cols) noexcept;

[[nodiscard]] std::size_t entries_in_row(const formula_workload& workload,
                                         std::size_t row) noexcept;
/// Offset of the first stored entry of `row`, in closed form; `row` may be `rows`.
[[nodiscard]] std::int64_t row_begin(const formula_workload& workload, std::size_t row) noexcept;
/// Dense: rows x cols.
[[nodiscard]] std::size_t stored_entries(const formula_workload& workload) noexcept;

// The fills below write a slab alone, into memory of the caller, so that the worker that computes a
// slab can be the one that touches it first. Spans have exactly the shape of the slab.

/// \param values  (last - first) * cols elements, row-major.
void fill_dense_values(const formula_workload& workload, row_slab slab, std::span<double> values);

/// \param columns, values  row_begin(last) - row_begin(first) elements; columns of a row ascend.
void fill_csr_entries(const formula_workload& workload,
                      row_slab slab,
                      std::span<std::int32_t> columns,
                      std::span<double> values);

/// Writes row_begin(first_row), row_begin(first_row + 1), ... into `offsets`.
void fill_row_begin(const formula_workload& workload,
                    std::size_t first_row,
                    std::span<std::int64_t> offsets) noexcept;

/// Writes x[first_col], x[first_col + 1], ... into `x`.
void fill_x(std::size_t first_col, std::span<double> x) noexcept;

}  // namespace steelyard::workload

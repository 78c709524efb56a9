// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workload/formula.hpp"
#include "workload/prepared.hpp"

#include <steelyard_subject.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>

namespace steelyard::matvec {

enum class matrix_kind { dense, csr };

/// Where the numbers of a workload come from, a formula or a mapped prepared file, behind one set
/// of fills. Fills write slabs of rows, so that each worker can be the first to touch its own.
class input {
 public:
  /// Errors: `sdk::refused` for what this subject has no input for; what prepared_file throws.
  explicit input(const protocol::workload& wanted);

  [[nodiscard]] matrix_kind kind() const noexcept { return kind_; }

  [[nodiscard]] std::size_t rows() const noexcept { return rows_; }

  [[nodiscard]] std::size_t cols() const noexcept { return cols_; }

  [[nodiscard]] std::size_t stored_entries() const noexcept { return stored_entries_; }

  /// Offset of the first stored entry of `row`; `row` may be `rows`. Precondition: csr.
  [[nodiscard]] std::size_t row_begin(std::size_t row) const noexcept;

  /// Spans have exactly the shape of the slab. Preconditions: dense; csr.
  void fill_dense(workload::row_slab slab, std::span<double> values) const;
  void fill_csr(workload::row_slab slab,
                std::span<std::int32_t> columns,
                std::span<double> values) const;
  void fill_row_begin(std::size_t first_row, std::span<std::int64_t> offsets) const;
  void fill_x(std::span<double> x) const;

 private:
  void take_formula(const protocol::workload& wanted);
  void take_prepared(const protocol::workload& wanted);

  matrix_kind kind_;
  std::size_t rows_ = 0;
  std::size_t cols_ = 0;
  std::size_t stored_entries_ = 0;
  std::variant<workload::formula_workload, workload::prepared_file> source_;
};

}  // namespace steelyard::matvec

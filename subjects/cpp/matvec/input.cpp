// SPDX-License-Identifier: Apache-2.0
#include "input.hpp"

#include <steelyard_subject.hpp>

#include <algorithm>
#include <limits>
#include <string>

namespace steelyard::matvec {
namespace {

/// 128 TiB of float64: what a process can address. Keeps the products below from overflowing.
constexpr std::size_t stored_entries_limit = std::size_t{1} << 44;

matrix_kind kind_of(workload::formula_kind formula) noexcept {
  return formula == workload::formula_kind::dense ? matrix_kind::dense : matrix_kind::csr;
}

[[noreturn]] void refuse(const std::string& message) {
  throw sdk::refused(protocol::error_code::unsupported, message);
}

template <class Element>
void copy_part(std::span<const Element> from, std::size_t first, std::span<Element> to) {
  std::ranges::copy(from.subspan(first, to.size()), to.begin());
}

}  // namespace

input::input(const protocol::workload& wanted)
    : kind_(wanted.kind == "dense" ? matrix_kind::dense : matrix_kind::csr) {
  if (wanted.source == "formula") {
    take_formula(wanted);
  } else {
    take_prepared(wanted);
  }
}

void input::take_formula(const protocol::workload& wanted) {
  const auto formula = workload::formula_kind_named(wanted.name);
  if (!formula || kind_of(*formula) != kind_) {
    refuse("no " + wanted.kind + " formula \"" + wanted.name +
           "\" here; there are: dense; csr-uniform, csr-skewed");
  }
  if (wanted.cols > std::numeric_limits<std::int32_t>::max() ||
      wanted.rows > stored_entries_limit / wanted.cols) {
    refuse("a matrix of " + std::to_string(wanted.rows) + " x " + std::to_string(wanted.cols) +
           " is too large for int32 columns or for memory");
  }
  const workload::formula_workload chosen{*formula, wanted.rows, wanted.cols};
  rows_ = chosen.rows;
  cols_ = chosen.cols;
  stored_entries_ = workload::stored_entries(chosen);
  source_ = chosen;
}

void input::take_prepared(const protocol::workload& wanted) {
  workload::prepared_file file(wanted.path, workload::prepared_check::layout);
  const matrix_kind found = file.dense() ? matrix_kind::dense : matrix_kind::csr;
  if (found != kind_) {
    refuse(wanted.path + " holds no " + wanted.kind + " matrix");
  }
  rows_ = file.rows();
  cols_ = file.cols();
  stored_entries_ = file.stored_entries();
  source_ = std::move(file);
}

std::size_t input::row_begin(std::size_t row) const noexcept {
  if (const auto* formula = std::get_if<workload::formula_workload>(&source_)) {
    return static_cast<std::size_t>(workload::row_begin(*formula, row));
  }
  const auto* file = std::get_if<workload::prepared_file>(&source_);
  return static_cast<std::size_t>(file->csr()->row_begin[row]);
}

void input::fill_dense(workload::row_slab slab, std::span<double> values) const {
  if (const auto* formula = std::get_if<workload::formula_workload>(&source_)) {
    workload::fill_dense_values(*formula, slab, values);
    return;
  }
  copy_part(std::get<workload::prepared_file>(source_).dense()->values, slab.first * cols_, values);
}

void input::fill_csr(workload::row_slab slab,
                     std::span<std::int32_t> columns,
                     std::span<double> values) const {
  if (const auto* formula = std::get_if<workload::formula_workload>(&source_)) {
    workload::fill_csr_entries(*formula, slab, columns, values);
    return;
  }
  const workload::csr_view& matrix = *std::get<workload::prepared_file>(source_).csr();
  copy_part(matrix.columns, row_begin(slab.first), columns);
  copy_part(matrix.values, row_begin(slab.first), values);
}

void input::fill_row_begin(std::size_t first_row, std::span<std::int64_t> offsets) const {
  if (const auto* formula = std::get_if<workload::formula_workload>(&source_)) {
    workload::fill_row_begin(*formula, first_row, offsets);
    return;
  }
  copy_part(std::get<workload::prepared_file>(source_).csr()->row_begin, first_row, offsets);
}

void input::fill_x(std::span<double> x) const {
  if (std::holds_alternative<workload::formula_workload>(source_)) {
    workload::fill_x(0, x);
    return;
  }
  copy_part(std::get<workload::prepared_file>(source_).x(), 0, x);
}

}  // namespace steelyard::matvec

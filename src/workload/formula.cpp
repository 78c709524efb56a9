// SPDX-License-Identifier: Apache-2.0
#include "workload/formula.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <utility>
#include <vector>

namespace steelyard::workload {
namespace {

constexpr std::uint64_t outer_modulus = 1000003;
constexpr std::uint64_t inner_modulus = 101;
constexpr std::uint64_t row_factor = 7919;
constexpr std::uint64_t col_factor = 104729;
constexpr std::uint64_t sparse_row_factor = 40503;
constexpr std::size_t uniform_entries = 64;
constexpr std::size_t heavy_entries = 784;
constexpr std::size_t light_entries = 16;
constexpr double value_scale = 1.0 / 32.0;

constexpr std::array<std::pair<formula_kind, std::string_view>, 3> kind_names{{
    {formula_kind::dense, "dense"},
    {formula_kind::csr_uniform, "csr-uniform"},
    {formula_kind::csr_skewed, "csr-skewed"},
}};

/// The part of the outer residue that belongs to the row.
constexpr std::uint64_t row_residue(std::uint64_t row) noexcept {
  return (row_factor * (row % outer_modulus) + 13) % outer_modulus;
}

double value_of_residue(std::uint32_t residue) noexcept {
  const auto inner = static_cast<std::int32_t>(residue % static_cast<std::uint32_t>(inner_modulus));
  return static_cast<double>(inner - 50) * value_scale;
}

bool is_prime(std::uint64_t candidate) noexcept {
  for (std::uint64_t divisor = 2; divisor * divisor <= candidate; ++divisor) {
    if (candidate % divisor == 0) {
      return false;
    }
  }
  return true;
}

std::size_t heavy_rows(std::size_t rows) noexcept {
  return rows / 16 + (rows % 16 != 0 ? 1 : 0);
}

std::size_t light_row_entries(const formula_workload& workload) noexcept {
  return std::min(light_entries, workload.cols);
}

std::size_t heavy_row_entries(const formula_workload& workload) noexcept {
  return std::min(heavy_entries, workload.cols);
}

/// Writes the columns of one sparse row in ascending order. They are an arithmetic progression
/// modulo `cols`, which makes sorting them linear in their number.
class sorted_columns {
 public:
  explicit sorted_columns(std::size_t cols) : cols_{cols}, step_{column_step(cols) % cols} {}

  void fill(std::size_t row, std::span<std::int32_t> columns) {
    if (columns.empty()) {
      return;
    }
    const std::uint64_t start = sparse_row_factor * (row % cols_) % cols_;
    if (step_ * (columns.size() - 1) < cols_) {
      fill_with_one_wrap(start, columns);
    } else {
      fill_by_marking(start, columns);
    }
  }

 private:
  /// The progression wraps at most once and its wrapped part ends below `start`.
  void fill_with_one_wrap(std::uint64_t start, std::span<std::int32_t> columns) const noexcept {
    const std::uint64_t until_wrap =
        step_ == 0 ? columns.size() : (cols_ - start + step_ - 1) / step_;
    const std::size_t unwrapped = std::min<std::uint64_t>(until_wrap, columns.size());
    const std::size_t wrapped = columns.size() - unwrapped;
    std::uint64_t column = start + unwrapped * step_ - cols_;  // unused when nothing wraps
    for (std::size_t k = 0; k < wrapped; ++k, column += step_) {
      columns[k] = static_cast<std::int32_t>(column);
    }
    column = start;
    for (std::size_t k = wrapped; k < columns.size(); ++k, column += step_) {
      columns[k] = static_cast<std::int32_t>(column);
    }
  }

  /// One bit a column, then one pass over the bits. Reached only when `cols` is no more than the
  /// step times the entries of the row, so the pass costs no more than about ten words an entry.
  void fill_by_marking(std::uint64_t start, std::span<std::int32_t> columns) {
    marks_.resize(cols_ / 64 + 1);
    std::uint64_t column = start;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      marks_[column / 64] |= std::uint64_t{1} << (column % 64);
      column += step_;
      column -= column >= cols_ ? cols_ : 0;
    }
    std::size_t next = 0;
    for (std::size_t word = 0; word < marks_.size(); ++word) {
      for (std::uint64_t bits = std::exchange(marks_[word], 0); bits != 0; bits &= bits - 1) {
        const auto bit = static_cast<std::size_t>(std::countr_zero(bits));
        columns[next++] = static_cast<std::int32_t>(word * 64 + bit);
      }
    }
    assert(next == columns.size());
  }

  std::uint64_t cols_;
  std::uint64_t step_;
  std::vector<std::uint64_t> marks_;
};

}  // namespace

std::string_view name_of(formula_kind kind) noexcept {
  const auto* const entry =
      std::find_if(kind_names.begin(), kind_names.end(), [kind](const auto& candidate) {
        return candidate.first == kind;
      });
  assert(entry != kind_names.end());
  return entry->second;
}

std::optional<formula_kind> formula_kind_named(std::string_view name) noexcept {
  for (const auto& [kind, text] : kind_names) {
    if (text == name) {
      return kind;
    }
  }
  return std::nullopt;
}

std::int64_t formula_a(std::uint64_t row, std::uint64_t col) noexcept {
  const std::uint64_t outer =
      (row_residue(row) + col_factor * (col % outer_modulus)) % outer_modulus;
  return static_cast<std::int64_t>(outer % inner_modulus) - 50;
}

std::int64_t formula_b(std::uint64_t col) noexcept {
  return static_cast<std::int64_t>((31 * (col % 97) + 7) % 97) - 48;
}

std::uint64_t column_step(std::size_t cols) noexcept {
  std::uint64_t step = 613;
  while (cols % step == 0) {
    do {
      ++step;
    } while (!is_prime(step));
  }
  return step;
}

std::size_t entries_in_row(const formula_workload& workload, std::size_t row) noexcept {
  assert(row < workload.rows);
  switch (workload.kind) {
    case formula_kind::dense:
      return workload.cols;
    case formula_kind::csr_uniform:
      return std::min(uniform_entries, workload.cols);
    case formula_kind::csr_skewed:
      break;
  }
  return row < heavy_rows(workload.rows) ? heavy_row_entries(workload)
                                         : light_row_entries(workload);
}

std::int64_t row_begin(const formula_workload& workload, std::size_t row) noexcept {
  assert(row <= workload.rows);
  switch (workload.kind) {
    case formula_kind::dense:
      return static_cast<std::int64_t>(row * workload.cols);
    case formula_kind::csr_uniform:
      return static_cast<std::int64_t>(row * std::min(uniform_entries, workload.cols));
    case formula_kind::csr_skewed:
      break;
  }
  const std::size_t heavy = std::min(row, heavy_rows(workload.rows));
  return static_cast<std::int64_t>(heavy * heavy_row_entries(workload) +
                                   (row - heavy) * light_row_entries(workload));
}

std::size_t stored_entries(const formula_workload& workload) noexcept {
  return static_cast<std::size_t>(row_begin(workload, workload.rows));
}

void fill_dense_values(const formula_workload& workload, row_slab slab, std::span<double> values) {
  assert(values.size() == (slab.last - slab.first) * workload.cols);
  double* out = values.data();
  for (std::size_t row = slab.first; row < slab.last; ++row) {
    auto residue = static_cast<std::uint32_t>(row_residue(row));
    for (std::size_t col = 0; col < workload.cols; ++col) {
      *out++ = value_of_residue(residue);
      residue += static_cast<std::uint32_t>(col_factor);
      residue -= residue >= outer_modulus ? static_cast<std::uint32_t>(outer_modulus) : 0;
    }
  }
}

void fill_csr_entries(const formula_workload& workload,
                      row_slab slab,
                      std::span<std::int32_t> columns,
                      std::span<double> values) {
  assert(workload.kind != formula_kind::dense && columns.size() == values.size());
  sorted_columns sorted{workload.cols};
  std::size_t next = 0;
  for (std::size_t row = slab.first; row < slab.last; ++row) {
    const std::size_t entries = entries_in_row(workload, row);
    const std::span<std::int32_t> row_columns = columns.subspan(next, entries);
    sorted.fill(row, row_columns);
    const std::uint64_t row_part = row_residue(row);
    for (const std::int32_t column : row_columns) {
      const std::uint64_t outer =
          (row_part + col_factor * static_cast<std::uint64_t>(column)) % outer_modulus;
      values[next++] = value_of_residue(static_cast<std::uint32_t>(outer));
    }
  }
  assert(next == columns.size());
}

void fill_row_begin(const formula_workload& workload,
                    std::size_t first_row,
                    std::span<std::int64_t> offsets) noexcept {
  for (std::size_t k = 0; k < offsets.size(); ++k) {
    offsets[k] = row_begin(workload, first_row + k);
  }
}

void fill_x(std::size_t first_col, std::span<double> x) noexcept {
  for (std::size_t k = 0; k < x.size(); ++k) {
    x[k] = static_cast<double>(formula_b(first_col + k)) * value_scale;
  }
}

}  // namespace steelyard::workload

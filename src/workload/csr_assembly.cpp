// SPDX-License-Identifier: Apache-2.0
#include "workload/csr_assembly.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace steelyard::workload {
namespace {

struct entry {
  std::int32_t column;
  double value;
};

/// Calls `visit(row, column, value)` for every entry, and after one off the diagonal for its
/// mirror.
template <typename Visit>
void for_each_entry(const block_store<triplet>& entries, mirroring mirror, Visit visit) {
  const double factor = mirror == mirroring::negated ? -1.0 : 1.0;
  entries.for_each_span([&](std::span<const triplet> span) {
    for (const triplet& t : span) {
      visit(t.row, t.column, t.value);
      if (mirror != mirroring::none && t.row != t.column) {
        visit(t.column, t.row, factor * t.value);
      }
    }
  });
}

/// Gives offsets[row] = the place of the first entry of `row`, with one more for the end.
std::vector<std::int64_t> row_offsets(const block_store<triplet>& entries,
                                      std::size_t rows,
                                      mirroring mirror) {
  std::vector<std::int64_t> offsets(rows + 1);
  for_each_entry(entries, mirror, [&](std::int32_t row, std::int32_t, double) {
    ++offsets[static_cast<std::size_t>(row) + 1];
  });
  for (std::size_t row = 0; row < rows; ++row) {
    offsets[row + 1] += offsets[row];
  }
  return offsets;
}

/// Puts every entry into its row, in the order they came.
csr_matrix scatter(const block_store<triplet>& entries,
                   std::size_t rows,
                   std::size_t cols,
                   mirroring mirror) {
  csr_matrix matrix{rows, cols, row_offsets(entries, rows, mirror), {}, {}};
  std::vector<std::int64_t>& next = matrix.row_begin;
  const auto stored = static_cast<std::size_t>(next.back());
  matrix.columns.resize(stored);
  matrix.values.resize(stored);
  for_each_entry(entries, mirror, [&](std::int32_t row, std::int32_t column, double value) {
    const auto place = static_cast<std::size_t>(next[static_cast<std::size_t>(row)]++);
    matrix.columns[place] = column;
    matrix.values[place] = value;
  });
  // Every offset has moved to the end of its row, which is the beginning of the next one.
  std::copy_backward(next.begin(), next.end() - 1, next.end());
  next.front() = 0;
  return matrix;
}

/// Sorts rows and sums what stands in one place, moving everything to the front as it goes.
class row_sorter {
 public:
  row_sorter(csr_assembly& result, mirroring mirror)
      : result_{result}, matrix_{result.matrix}, mirror_{mirror} {}

  void sort_all() {
    std::size_t begin = 0;
    for (std::size_t row = 0; row < matrix_.rows; ++row) {
      const auto end = static_cast<std::size_t>(matrix_.row_begin[row + 1]);
      sort_row(begin, end);
      const std::size_t row_start = written_;
      for (std::size_t k = begin; k < end; ++k) {
        put(row, row_start, k);
      }
      matrix_.row_begin[row + 1] = static_cast<std::int64_t>(written_);
      begin = end;
    }
    matrix_.columns.resize(written_);
    matrix_.values.resize(written_);
  }

 private:
  void sort_row(std::size_t begin, std::size_t end) {
    const auto at = [](auto& array, std::size_t k) {
      return array.begin() + static_cast<std::ptrdiff_t>(k);
    };
    if (std::is_sorted(at(matrix_.columns, begin), at(matrix_.columns, end))) {
      return;
    }
    row_.clear();
    for (std::size_t k = begin; k < end; ++k) {
      row_.push_back({matrix_.columns[k], matrix_.values[k]});
    }
    // Stable, so that sums of duplicates do not depend on the library's choice of pivot.
    std::stable_sort(row_.begin(), row_.end(), [](const entry& left, const entry& right) {
      return left.column < right.column;
    });
    for (std::size_t k = begin; k < end; ++k) {
      matrix_.columns[k] = row_[k - begin].column;
      matrix_.values[k] = row_[k - begin].value;
    }
  }

  void put(std::size_t row, std::size_t row_start, std::size_t k) {
    const std::int32_t column = matrix_.columns[k];
    if (written_ == row_start || matrix_.columns[written_ - 1] != column) {
      matrix_.columns[written_] = column;
      matrix_.values[written_] = matrix_.values[k];
      ++written_;
      return;
    }
    double& sum = matrix_.values[written_ - 1];
    sum += matrix_.values[k];
    // A mirrored pair is one entry of the file.
    if (mirror_ == mirroring::none || static_cast<std::size_t>(column) <= row) {
      ++result_.duplicates_summed;
    }
    if (!std::isfinite(sum) && !result_.overflow) {
      result_.overflow = triplet{static_cast<std::int32_t>(row), column, sum};
    }
  }

  csr_assembly& result_;
  csr_matrix& matrix_;
  mirroring mirror_;
  std::vector<entry> row_;
  std::size_t written_ = 0;
};

}  // namespace

std::size_t assembled_bytes(std::size_t triplets, std::size_t rows, mirroring mirror) {
  const std::size_t stored = mirror == mirroring::none ? triplets : 2 * triplets;
  return stored * (sizeof(std::int32_t) + sizeof(double)) + (rows + 1) * sizeof(std::int64_t);
}

csr_assembly assemble_csr(block_store<triplet>& entries,
                          std::size_t rows,
                          std::size_t cols,
                          mirroring mirror) {
  csr_assembly result;
  result.matrix = scatter(entries, rows, cols, mirror);
  entries = {};
  row_sorter{result, mirror}.sort_all();
  return result;
}

}  // namespace steelyard::workload

// SPDX-License-Identifier: Apache-2.0
#include "workload/csr_assembly.hpp"

#include "workload/huge_pages.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <span>
#include <vector>

namespace steelyard::workload {
namespace {

struct entry {
  std::int32_t column;
  double value;
};

/// Which index of an entry says the row it is put into.
enum class key { row, column };

template <key by>
void count_keys(std::span<const triplet> span, mirroring mirror, std::int64_t* counts) noexcept {
  for (const triplet& t : span) {
    ++counts[by == key::row ? t.row : t.column];
    if (mirror != mirroring::none && t.row != t.column) {
      ++counts[by == key::row ? t.column : t.row];
    }
  }
}

template <typename Element>
std::vector<Element> untouched_until_filled(std::size_t count) {
  std::vector<Element> array;
  array.reserve(count);
  prefer_huge_pages(array.data(), count * sizeof(Element));
  array.resize(count);
  return array;
}

/// Places are all over the arrays; asked for this many entries ahead, they are there in time.
constexpr std::size_t prefetch_entries = 16;

/// Puts entries into their rows, one after another; `next` holds where the next one of a row goes.
class row_filler {
 public:
  explicit row_filler(csr_matrix& matrix)
      : next_{matrix.row_begin.data()},
        columns_{matrix.columns.data()},
        values_{matrix.values.data()} {}

  void put(std::int32_t row, std::int32_t column, double value) noexcept {
    const std::int64_t place = next_[row]++;
    columns_[place] = column;
    values_[place] = value;
  }

  /// \param soon, later  rows of the entries that come next, and after those.
  void prefetch(std::int32_t soon, std::int32_t later) const noexcept {
    __builtin_prefetch(next_ + later, 1);
    const std::int64_t place = next_[soon];
    __builtin_prefetch(columns_ + place, 1);
    __builtin_prefetch(values_ + place, 1);
  }

 private:
  std::int64_t* next_;
  std::int32_t* columns_;
  double* values_;
};

/// Turns counts, which stand one behind their row, into offsets, and makes room for the entries.
void allocate_entries(csr_matrix& matrix) {
  std::partial_sum(matrix.row_begin.begin(), matrix.row_begin.end(), matrix.row_begin.begin());
  const auto stored = static_cast<std::size_t>(matrix.row_begin.back());
  matrix.columns = untouched_until_filled<std::int32_t>(stored);
  matrix.values = untouched_until_filled<double>(stored);
}

/// After filling every offset has moved to the end of its row, the beginning of the next one.
void restore_offsets(csr_matrix& matrix) {
  std::vector<std::int64_t>& offsets = matrix.row_begin;
  std::copy_backward(offsets.begin(), offsets.end() - 1, offsets.end());
  offsets.front() = 0;
}

template <key by>
void fill_rows(row_filler& filler, std::span<const triplet> span, mirroring mirror) noexcept {
  const auto row_of = [](const triplet& t) { return by == key::row ? t.row : t.column; };
  const auto column_of = [](const triplet& t) { return by == key::row ? t.column : t.row; };
  const bool negated = mirror == mirroring::negated;
  for (std::size_t k = 0; k < span.size(); ++k) {
    if (k + 2 * prefetch_entries < span.size()) {
      filler.prefetch(row_of(span[k + prefetch_entries]), row_of(span[k + 2 * prefetch_entries]));
    }
    const triplet& t = span[k];
    const double mirrored = negated ? -t.value : t.value;
    // Of a matrix turned by its columns, the mirror of an entry is still its mirror.
    filler.put(row_of(t), column_of(t), t.value);
    if (mirror != mirroring::none && t.row != t.column) {
      filler.put(column_of(t), row_of(t), mirrored);
    }
  }
}

/// Puts every entry into its row (by column: of the transposed matrix), in the order they came.
template <key by>
csr_matrix scatter(const block_store<triplet>& entries,
                   std::size_t rows,
                   std::size_t cols,
                   mirroring mirror) {
  csr_matrix matrix{rows, cols, std::vector<std::int64_t>(rows + 1), {}, {}};
  entries.for_each_span([&](std::span<const triplet> span) {
    count_keys<by>(span, mirror, matrix.row_begin.data() + 1);
  });
  allocate_entries(matrix);
  row_filler filler{matrix};
  entries.for_each_span(
      [&](std::span<const triplet> span) { fill_rows<by>(filler, span, mirror); });
  restore_offsets(matrix);
  return matrix;
}

csr_matrix transposed(const csr_matrix& matrix) {
  csr_matrix result{matrix.cols, matrix.rows, std::vector<std::int64_t>(matrix.cols + 1), {}, {}};
  for (const std::int32_t column : matrix.columns) {
    ++result.row_begin[static_cast<std::size_t>(column) + 1];
  }
  allocate_entries(result);
  row_filler filler{result};
  const std::vector<std::int32_t>& columns = matrix.columns;
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    const auto end = static_cast<std::size_t>(matrix.row_begin[row + 1]);
    for (auto k = static_cast<std::size_t>(matrix.row_begin[row]); k < end; ++k) {
      if (k + 2 * prefetch_entries < columns.size()) {
        filler.prefetch(columns[k + prefetch_entries], columns[k + 2 * prefetch_entries]);
      }
      filler.put(columns[k], static_cast<std::int32_t>(row), matrix.values[k]);
    }
  }
  restore_offsets(result);
  return result;
}

/// Neither row by row nor column by column: putting the entries into rows would leave them
/// unsorted.
bool is_shuffled(const block_store<triplet>& entries) {
  bool rows_ascend = true;
  bool columns_ascend = true;
  triplet previous{0, 0, 0};
  entries.for_each_span([&](std::span<const triplet> span) {
    for (std::size_t k = 0; k < span.size() && (rows_ascend || columns_ascend); ++k) {
      rows_ascend = rows_ascend && previous.row <= span[k].row;
      columns_ascend = columns_ascend && previous.column <= span[k].column;
      previous = span[k];
    }
  });
  return !rows_ascend && !columns_ascend;
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
      if (begin == written_ && is_strictly_ascending(begin, end)) {
        written_ = end;  // the usual row stays where it is
      } else {
        sort_row(begin, end);
        const std::size_t row_start = written_;
        for (std::size_t k = begin; k < end; ++k) {
          put(row, row_start, k);
        }
      }
      matrix_.row_begin[row + 1] = static_cast<std::int64_t>(written_);
      begin = end;
    }
    matrix_.columns.resize(written_);
    matrix_.values.resize(written_);
  }

 private:
  [[nodiscard]] bool is_strictly_ascending(std::size_t begin, std::size_t end) const noexcept {
    const std::int32_t* const columns = matrix_.columns.data();
    return std::adjacent_find(columns + begin, columns + end, std::greater_equal<>{}) ==
           columns + end;
  }

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
  // Sorting by column and then, stably, by row takes linear time, and with the entries gone no more
  // memory; only the offsets of the columns have to be few beside the entries.
  if (is_shuffled(entries) && cols <= entries.size() / 4) {
    const csr_matrix by_columns = scatter<key::column>(entries, cols, rows, mirror);
    entries = {};
    result.matrix = transposed(by_columns);
  } else {
    result.matrix = scatter<key::row>(entries, rows, cols, mirror);
    entries = {};
  }
  row_sorter{result, mirror}.sort_all();
  return result;
}

}  // namespace steelyard::workload

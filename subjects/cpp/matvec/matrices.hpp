// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fresh_array.hpp"
#include "input.hpp"

#include <steelyard_subject.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// The private memory of one open input with its row loop, without any idea of threads. Strategies
/// call the same functions on the rows they cut: to fill, and to multiply.
namespace steelyard::matvec {

template <class Element>
protocol::array described(const std::string& name,
                          const std::string& type,
                          const fresh_array<Element>& held) {
  return {name, type, held.size(), held.size() * sizeof(Element)};
}

class dense_matrix {
 public:
  explicit dense_matrix(const input& source)
      : cols_(source.cols()),
        values_(source.stored_entries()),
        x_(source.cols()),
        y_(source.rows()) {}

  [[nodiscard]] std::size_t rows() const noexcept { return y_.size(); }

  [[nodiscard]] fresh_array<double>& x() noexcept { return x_; }

  [[nodiscard]] fresh_array<double>& y() noexcept { return y_; }

  /// The first to touch the rows' part of the matrix and of y.
  void fill_rows(const input& source, std::size_t first, std::size_t last) {
    source.fill_dense({first, last}, values_.part(first * cols_, last * cols_));
    std::ranges::fill(y_.part(first, last), 0.0);
  }

  void multiply_rows(std::size_t first, std::size_t last) noexcept {
    const std::size_t cols = cols_;
    const double* const values = values_.data();
    const double* const x = x_.data();
    double* const y = y_.data();
    for (std::size_t row = first; row < last; ++row) {
      const double* const row_values = values + row * cols;
      double sum = 0.0;
      for (std::size_t col = 0; col < cols; ++col) {
        sum += row_values[col] * x[col];
      }
      y[row] = sum;
    }
  }

  [[nodiscard]] std::uint64_t entries(std::size_t first, std::size_t last) const noexcept {
    return (last - first) * cols_;
  }

  [[nodiscard]] std::vector<protocol::array> arrays() const {
    return {described("values", "float64", values_),
            described("x", "float64", x_),
            described("y", "float64", y_)};
  }

 private:
  std::size_t cols_;
  fresh_array<double> values_;
  fresh_array<double> x_;
  fresh_array<double> y_;
};

class csr_matrix {
 public:
  explicit csr_matrix(const input& source)
      : row_begin_(source.rows() + 1),
        columns_(source.stored_entries()),
        values_(source.stored_entries()),
        x_(source.cols()),
        y_(source.rows()) {}

  [[nodiscard]] std::size_t rows() const noexcept { return y_.size(); }

  [[nodiscard]] fresh_array<double>& x() noexcept { return x_; }

  [[nodiscard]] fresh_array<double>& y() noexcept { return y_; }

  /// The first to touch the rows' part of the matrix and of y. Offsets are the begins of the rows;
  /// the last slab writes the end of the last row too.
  void fill_rows(const input& source, std::size_t first, std::size_t last) {
    const std::size_t begin = source.row_begin(first);
    const std::size_t end = source.row_begin(last);
    source.fill_row_begin(first, row_begin_.part(first, last == rows() ? last + 1 : last));
    source.fill_csr({first, last}, columns_.part(begin, end), values_.part(begin, end));
    std::ranges::fill(y_.part(first, last), 0.0);
  }

  void multiply_rows(std::size_t first, std::size_t last) noexcept {
    const std::int64_t* const row_begin = row_begin_.data();
    const std::int32_t* const columns = columns_.data();
    const double* const values = values_.data();
    const double* const x = x_.data();
    double* const y = y_.data();
    for (std::size_t row = first; row < last; ++row) {
      double sum = 0.0;
      for (std::int64_t entry = row_begin[row]; entry < row_begin[row + 1]; ++entry) {
        sum += values[entry] * x[columns[entry]];
      }
      y[row] = sum;
    }
  }

  [[nodiscard]] std::uint64_t entries(std::size_t first, std::size_t last) const noexcept {
    return static_cast<std::uint64_t>(row_begin_.data()[last] - row_begin_.data()[first]);
  }

  [[nodiscard]] std::vector<protocol::array> arrays() const {
    return {described("row_begin", "int64", row_begin_),
            described("columns", "int32", columns_),
            described("values", "float64", values_),
            described("x", "float64", x_),
            described("y", "float64", y_)};
  }

 private:
  fresh_array<std::int64_t> row_begin_;
  fresh_array<std::int32_t> columns_;
  fresh_array<double> values_;
  fresh_array<double> x_;
  fresh_array<double> y_;
};

}  // namespace steelyard::matvec

// SPDX-License-Identifier: Apache-2.0
#include "workload/accept.hpp"

#include <fmt/core.h>

#include <cassert>
#include <cmath>
#include <limits>

namespace steelyard::workload {
namespace {

/// A row sum as an unevaluated sum of two doubles, with error-free products and additions (Dekker,
/// Knuth); std::fma gives the error of a product.
class compensated_sum {
 public:
  void add_product(double a, double x) noexcept {
    const double product = a * x;
    const double product_error = std::fma(a, x, -product);
    const double sum = high_ + product;
    const double part = sum - high_;
    const double sum_error = (high_ - (sum - part)) + (product - part);
    high_ = sum;
    low_ += sum_error + product_error;
    magnitude_ += std::fabs(product);
    ++terms_;
  }

  [[nodiscard]] double value() const noexcept { return high_ + low_; }

  /// The rounding of products below the normal numbers is not relative to their size, hence the
  /// second term; it vanishes beside the first one everywhere else.
  [[nodiscard]] double bound() const noexcept {
    const auto terms = static_cast<double>(terms_);
    return 4 * terms * std::numeric_limits<double>::epsilon() * magnitude_ +
           terms * std::numeric_limits<double>::denorm_min();
  }

 private:
  double high_ = 0;
  double low_ = 0;
  double magnitude_ = 0;
  std::size_t terms_ = 0;
};

void append_row(reference_rows& reference, const compensated_sum& sum) {
  if (!std::isfinite(sum.value()) || !std::isfinite(sum.bound())) {
    throw non_finite_row_error{reference.sums.size()};
  }
  reference.sums.push_back(sum.value());
  reference.bounds.push_back(sum.bound());
}

reference_rows with_room_for(std::size_t rows) {
  reference_rows reference;
  reference.sums.reserve(rows);
  reference.bounds.reserve(rows);
  return reference;
}

std::string digest_text(const digest& shown) {
  return shown.sum ? fmt::format("sum {}, hash {}", *shown.sum, hash_text(shown.hash))
                   : fmt::format("values that are not exact, hash {}", hash_text(shown.hash));
}

}  // namespace

std::optional<rejection> rejection_of(const digest& got, const digest& expected) {
  if (got == expected) {
    return std::nullopt;
  }
  return rejection{
      fmt::format("wrong result: {}; expected {}", digest_text(got), digest_text(expected)),
      std::nullopt};
}

non_finite_row_error::non_finite_row_error(std::size_t row)
    : std::runtime_error{fmt::format(
          "the product of row {} with x leaves float64, so no result could be judged", row + 1)},
      row_{row} {}

reference_rows reference_of(const csr_view& matrix, std::span<const double> x) {
  assert(x.size() == matrix.cols);
  reference_rows reference = with_room_for(matrix.rows);
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    compensated_sum sum;
    const auto end = static_cast<std::size_t>(matrix.row_begin[row + 1]);
    for (auto k = static_cast<std::size_t>(matrix.row_begin[row]); k < end; ++k) {
      sum.add_product(matrix.values[k], x[static_cast<std::size_t>(matrix.columns[k])]);
    }
    append_row(reference, sum);
  }
  return reference;
}

reference_rows reference_of(const dense_view& matrix, std::span<const double> x) {
  assert(x.size() == matrix.cols);
  reference_rows reference = with_room_for(matrix.rows);
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    compensated_sum sum;
    for (std::size_t col = 0; col < matrix.cols; ++col) {
      sum.add_product(matrix.values[row * matrix.cols + col], x[col]);
    }
    append_row(reference, sum);
  }
  return reference;
}

std::optional<rejection> rejection_of(std::span<const double> y, const reference_rows& expected) {
  if (y.size() != expected.sums.size()) {
    return rejection{
        fmt::format("wrong result: {} rows; expected {}", y.size(), expected.sums.size()),
        std::nullopt};
  }
  for (std::size_t row = 0; row < y.size(); ++row) {
    // Not `difference > bound`: that is false for NaN.
    if (!(std::fabs(y[row] - expected.sums[row]) <= expected.bounds[row])) {
      const row_difference found{row, y[row], expected.sums[row], expected.bounds[row]};
      return rejection{fmt::format("wrong result: row {} is {}; expected {} within {}",
                                   row + 1,
                                   found.value,
                                   found.expected,
                                   found.bound),
                       found};
    }
  }
  return std::nullopt;
}

}  // namespace steelyard::workload

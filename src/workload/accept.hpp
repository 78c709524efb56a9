// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workload/arrays.hpp"
#include "workload/digest.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

// The one place that says when a result is right. Source: docs/workloads.md.
namespace steelyard::workload {

struct row_difference {
  std::size_t row = 0;
  double value = 0;  ///< may be NaN or infinite
  double expected = 0;
  double bound = 0;  ///< largest difference that would be accepted
};

/// Why a result is not accepted.
struct rejection {
  std::string reason;                 ///< one line, with the figures
  std::optional<row_difference> row;  ///< the first wrong row, where one is known
};

/// For generated inputs, which are exact: the digests are equal, sums included. Gives nothing when
/// the result is accepted.
[[nodiscard]] std::optional<rejection> rejection_of(const digest& got, const digest& expected);

/// What y of a user's matrix has to be, a row each.
struct reference_rows {
  std::vector<double> sums;    ///< compensated (double-double) row sums, in column order
  std::vector<double> bounds;  ///< 4 nnz eps sum|a||x| and nnz times the least subnormal
};

/// A row whose sum, or the sum of its magnitudes, leaves float64: no implementation can be judged
/// by it. Rows count from 0 here and from 1 in what().
class non_finite_row_error : public std::runtime_error {
 public:
  explicit non_finite_row_error(std::size_t row);

  [[nodiscard]] std::size_t row() const noexcept { return row_; }

 private:
  std::size_t row_;
};

/// \param x  as many elements as the matrix has columns.
/// Errors: non_finite_row_error.
[[nodiscard]] reference_rows reference_of(const csr_view& matrix, std::span<const double> x);
[[nodiscard]] reference_rows reference_of(const dense_view& matrix, std::span<const double> x);

/// |y - sum| <= bound in every row; NaN is never accepted.
[[nodiscard]] std::optional<rejection> rejection_of(std::span<const double> y,
                                                    const reference_rows& expected);

}  // namespace steelyard::workload

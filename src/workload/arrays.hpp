// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace steelyard::workload {

/// A row-major float64 matrix, looked at: `values` has `rows * cols` elements.
struct dense_view {
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::span<const double> values;
};

/// A compressed-row matrix, looked at. `row_begin` has `rows + 1` offsets into `columns` and
/// `values`; columns of a row ascend and are distinct.
struct csr_view {
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::span<const std::int64_t> row_begin;
  std::span<const std::int32_t> columns;
  std::span<const double> values;
};

}  // namespace steelyard::workload

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workload/arrays.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace steelyard::workload {

/// A compressed-row matrix that owns its arrays; see csr_view for their meaning.
struct csr_matrix {
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::vector<std::int64_t> row_begin;
  std::vector<std::int32_t> columns;
  std::vector<double> values;

  [[nodiscard]] csr_view view() const noexcept { return {rows, cols, row_begin, columns, values}; }
};

/// A row-major matrix that owns its values.
struct dense_matrix {
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::vector<double> values;

  [[nodiscard]] dense_view view() const noexcept { return {rows, cols, values}; }
};

}  // namespace steelyard::workload

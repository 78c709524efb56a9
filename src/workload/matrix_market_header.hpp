// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workload/matrix_market.hpp"
#include "workload/text_cursor.hpp"

#include <cstddef>
#include <cstdint>

namespace steelyard::workload {

struct matrix_market_header {
  matrix_market_format format = matrix_market_format::coordinate;
  matrix_market_field field = matrix_market_field::real;
  matrix_market_symmetry symmetry = matrix_market_symmetry::general;
  std::size_t rows = 0;       ///< 1 to 2^31 - 1
  std::size_t cols = 0;       ///< 1 to 2^31 - 1
  std::uint64_t entries = 0;  ///< lines with an entry that have to follow
};

/// Reads the banner and the size line; the cursor stays at the end of the latter, so that a message
/// about the size names its line.
[[nodiscard]] matrix_market_header read_matrix_market_header(text_cursor& text);

/// The file begins as a Matrix Market file does. The cursor does not move.
[[nodiscard]] bool has_matrix_market_banner(text_cursor& text);

}  // namespace steelyard::workload

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workload/matrix.hpp"
#include "workload/matrix_market_error.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

namespace steelyard::workload {

enum class matrix_market_format { coordinate, array };
enum class matrix_market_field { real, integer, pattern };
enum class matrix_market_symmetry { general, symmetric, skew_symmetric };

/// The words of the banner.
[[nodiscard]] std::string_view name_of(matrix_market_format format) noexcept;
[[nodiscard]] std::string_view name_of(matrix_market_field field) noexcept;
[[nodiscard]] std::string_view name_of(matrix_market_symmetry symmetry) noexcept;

/// What the file said, for the record of the run.
struct matrix_market_facts {
  matrix_market_format format = matrix_market_format::coordinate;
  matrix_market_field field = matrix_market_field::real;
  matrix_market_symmetry symmetry = matrix_market_symmetry::general;
  bool compressed = false;
  std::size_t entries_in_file = 0;
  std::size_t duplicates_summed = 0;  ///< entries that went into another of the same place
  std::size_t explicit_zeros = 0;  ///< stored entries of the matrix with value 0; coordinate only
  std::size_t comment_lines = 0;
  std::size_t lines = 0;
};

/// A matrix read from a file: coordinate files give the first, array files the second.
struct matrix_market_matrix {
  std::variant<csr_matrix, dense_matrix> matrix;
  matrix_market_facts facts;
};

struct matrix_market_limits {
  /// Bytes the matrix and the vectors of a product with it may take together; absent: half of what
  /// /proc/meminfo calls available, whatever a control group allows.
  std::optional<std::size_t> memory_bytes;
};

/// Reads a Matrix Market file, plain or gzip.
///
/// Peak memory is what the entries of the file need, however many its header claims: at most 28
/// bytes an entry (coordinate; 40 where a symmetric one is stored twice) or 16 (array), and 8 a row
/// (coordinate). Against the limit count, from the size line on, also the vectors that the caller
/// will need: 8 bytes a column for x, 24 a row for y and its reference.
///
/// Errors: matrix_market_error with the line (bad content, and a matrix beyond the limit);
/// std::system_error with the path (cannot be read).
/// Source: docs/matrix-market.md, which states the policies.
[[nodiscard]] matrix_market_matrix read_matrix_market(const std::filesystem::path& path,
                                                      const matrix_market_limits& limits = {});

/// Reads the vector that a matrix with `expected_count` columns is multiplied with: a Matrix Market
/// array of expected_count x 1, real or integer, or text with one number a line.
/// Errors: as read_matrix_market; another length is one.
[[nodiscard]] std::vector<double> read_vector(const std::filesystem::path& path,
                                              std::size_t expected_count);

}  // namespace steelyard::workload

// SPDX-License-Identifier: Apache-2.0
#include "workload/matrix_market_header.hpp"

#include "workload/text_number.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <utility>

namespace steelyard::workload {
namespace {

template <typename Choice, std::size_t count>
using word_table = std::array<std::pair<std::string_view, Choice>, count>;

constexpr word_table<matrix_market_format, 2> formats{{
    {"coordinate", matrix_market_format::coordinate},
    {"array", matrix_market_format::array},
}};
constexpr word_table<matrix_market_field, 3> fields{{
    {"real", matrix_market_field::real},
    {"integer", matrix_market_field::integer},
    {"pattern", matrix_market_field::pattern},
}};
constexpr word_table<matrix_market_symmetry, 3> symmetries{{
    {"general", matrix_market_symmetry::general},
    {"symmetric", matrix_market_symmetry::symmetric},
    {"skew-symmetric", matrix_market_symmetry::skew_symmetric},
}};

constexpr std::string_view banner = "%%matrixmarket";
constexpr std::string_view field_expected =
    "a field of real, integer or pattern (complex values are refused: the products here are "
    "float64)";
constexpr std::string_view symmetry_expected =
    "a symmetry of general, symmetric or skew-symmetric (hermitian is for complex values, which "
    "are refused: the products here are float64)";

std::string in_lower_case(std::string_view text) {
  std::string lower{text};
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char symbol) {
    const bool upper = symbol >= 'A' && symbol <= 'Z';
    return upper ? static_cast<char>(symbol - 'A' + 'a') : symbol;
  });
  return lower;
}

/// The next word of the present line in lower case, and the cursor at its first character.
std::string word_at(text_cursor& text) {
  text.skip_blanks();
  const std::string_view rest = text.rest_of_line();
  return in_lower_case(rest.substr(0, rest.find_first_of(" \t\r")));
}

template <typename Choice, std::size_t count>
Choice read_word(text_cursor& text,
                 const word_table<Choice, count>& table,
                 std::string_view expected) {
  const std::string word = word_at(text);
  for (const auto& [name, choice] : table) {
    if (name == word) {
      text.move_to(text.at() + word.size());
      return choice;
    }
  }
  text.fail(expected);
}

void read_banner(text_cursor& text, matrix_market_header& header) {
  if (!has_matrix_market_banner(text)) {
    const std::string_view line = text.rest_of_line();
    text.fail_found(line.empty() ? "an empty line" : quoted(line),
                    "a first line of %%MatrixMarket matrix FORMAT FIELD SYMMETRY");
  }
  text.move_to(text.at() + banner.size());
  if (word_at(text) != "matrix") {
    text.fail("the object matrix");
  }
  text.move_to(text.at() + std::string_view{"matrix"}.size());
  header.format = read_word(text, formats, "a format of coordinate or array");
  header.field = read_word(text, fields, field_expected);
  header.symmetry = read_word(text, symmetries, symmetry_expected);
  text.finish_line("the end of the line after the symmetry");
}

void check_combination(const text_cursor& text, const matrix_market_header& header) {
  if (header.field != matrix_market_field::pattern) {
    return;
  }
  if (header.format == matrix_market_format::array) {
    text.fail_found("an array without values (pattern)", "real or integer for an array");
  }
  if (header.symmetry == matrix_market_symmetry::skew_symmetric) {
    text.fail_found("a skew-symmetric pattern, which has no signs",
                    "general or symmetric for a pattern");
  }
}

void check_shape(const text_cursor& text, const matrix_market_header& header) {
  constexpr std::size_t most = std::numeric_limits<std::int32_t>::max();
  const std::string found = fmt::format("{} rows and {} columns", header.rows, header.cols);
  if (header.rows == 0 || header.cols == 0) {
    text.fail_found(found, "at least one row and one column: there is nothing to multiply");
  }
  if (header.rows > most || header.cols > most) {
    text.fail_found(found, fmt::format("at most {} of each (indices are int32)", most));
  }
  if (header.symmetry != matrix_market_symmetry::general && header.rows != header.cols) {
    text.fail_found(
        found, fmt::format("as many rows as columns in a {} matrix", name_of(header.symmetry)));
  }
}

/// Array files hold whole columns; of a symmetric one, what is on or below the diagonal.
std::uint64_t array_entries(const matrix_market_header& header) {
  const std::uint64_t rows = header.rows;
  switch (header.symmetry) {
    case matrix_market_symmetry::symmetric:
      return rows * (rows + 1) / 2;
    case matrix_market_symmetry::skew_symmetric:
      return rows * (rows - 1) / 2;
    case matrix_market_symmetry::general:
      break;
  }
  return rows * header.cols;
}

template <typename Choice, std::size_t count>
std::string_view name_in(const word_table<Choice, count>& table, Choice choice) noexcept {
  for (const auto& [name, candidate] : table) {
    if (candidate == choice) {
      return name;
    }
  }
  return {};
}

}  // namespace

std::string_view name_of(matrix_market_format format) noexcept {
  return name_in(formats, format);
}

std::string_view name_of(matrix_market_field field) noexcept {
  return name_in(fields, field);
}

std::string_view name_of(matrix_market_symmetry symmetry) noexcept {
  return name_in(symmetries, symmetry);
}

bool has_matrix_market_banner(text_cursor& text) {
  const std::string_view line = text.rest_of_line();
  const std::string start = in_lower_case(line.substr(0, banner.size() + 1));
  return start == banner ||
         (start.starts_with(banner) && (start.back() == ' ' || start.back() == '\t'));
}

matrix_market_header read_matrix_market_header(text_cursor& text) {
  matrix_market_header header;
  read_banner(text, header);
  check_combination(text, header);
  const bool coordinate = header.format == matrix_market_format::coordinate;
  const std::string_view size_line =
      coordinate ? "a size line of ROWS COLUMNS ENTRIES" : "a size line of ROWS COLUMNS";
  if (!text.seek_content()) {
    text.fail_found("the end of the file", size_line);
  }
  header.rows = read_size(text, "the number of rows");
  header.cols = read_size(text, "the number of columns");
  if (coordinate) {
    header.entries = read_size(text, "the number of entries");
  }
  check_shape(text, header);
  if (!coordinate) {
    header.entries = array_entries(header);
  }
  text.expect_line_end(fmt::format("the end of the line after {}", size_line));
  return header;
}

}  // namespace steelyard::workload

// SPDX-License-Identifier: Apache-2.0
#include "workload/matrix_market.hpp"
#include "workload/matrix_market_header.hpp"
#include "workload/text_cursor.hpp"
#include "workload/text_number.hpp"

#include <fmt/core.h>

namespace steelyard::workload {
namespace {

void check_vector_header(const text_cursor& text,
                         const matrix_market_header& header,
                         std::size_t expected_count) {
  const std::string expected =
      fmt::format("a general array of {} x 1, one element a column of the matrix", expected_count);
  if (header.format != matrix_market_format::array ||
      header.symmetry != matrix_market_symmetry::general) {
    text.fail_found(fmt::format("a {} {} file", name_of(header.format), name_of(header.symmetry)),
                    expected);
  }
  if (header.rows != expected_count || header.cols != 1) {
    text.fail_found(fmt::format("an array of {} x {}", header.rows, header.cols), expected);
  }
}

}  // namespace

std::vector<double> read_vector(const std::filesystem::path& path, std::size_t expected_count) {
  text_cursor text{path, comment_style::percent_or_hash};
  bool integer = false;
  if (has_matrix_market_banner(text)) {
    const matrix_market_header header = read_matrix_market_header(text);
    check_vector_header(text, header, expected_count);
    integer = header.field == matrix_market_field::integer;
  }
  const std::string expected =
      fmt::format("{} numbers, one a column of the matrix", expected_count);
  std::vector<double> x;
  while (text.seek_content()) {
    if (x.size() == expected_count) {
      text.fail(fmt::format("the end of the file after {}", expected));
    }
    x.push_back(integer ? read_integer(text) : read_real(text));
    text.finish_line("the end of the line after the number");
  }
  if (x.size() != expected_count) {
    text.fail_found(fmt::format("the end of the file after {} numbers", x.size()), expected);
  }
  return x;
}

}  // namespace steelyard::workload

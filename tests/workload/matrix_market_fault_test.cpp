// SPDX-License-Identifier: Apache-2.0
#include "scratch_folder.hpp"
#include "workload/matrix_market.hpp"

#include <gtest/gtest.h>

#include <string>

namespace steelyard::workload {
namespace {

constexpr std::string_view general = "%%MatrixMarket matrix coordinate real general\n";

/// The message without the path: "LINE: found F, expected E".
std::string fault_of(std::string_view text, const matrix_market_limits& limits = {}) {
  const scratch_folder folder;
  const std::filesystem::path path = folder.write("m.mtx", text);
  try {
    static_cast<void>(read_matrix_market(path, limits));
  } catch (const matrix_market_error& fault) {
    const std::string what = fault.what();
    EXPECT_TRUE(what.starts_with(path.string() + ":")) << what;
    EXPECT_EQ(what.find('\n'), std::string::npos) << what;
    return what.substr(path.string().size() + 1);
  }
  return "none";
}

std::string fault_after_banner(std::string_view rest) {
  return fault_of(std::string{general}.append(rest));
}

void expect_words(const std::string& fault, std::string_view words) {
  EXPECT_NE(fault.find(words), std::string::npos) << fault;
}

TEST(matrix_market_error, names_a_wrong_banner) {
  expect_words(fault_of(""), "1: found an empty line, expected a first line of %%MatrixMarket");
  expect_words(fault_of("1 1 1\n"), "1: found \"1 1 1\", expected a first line");
  expect_words(fault_of("%%MatrixMarketmatrix\n"), "1: found \"%%MatrixMarketmatrix\"");
  expect_words(fault_of("%%MatrixMarket vector array real general\n"),
               "1: found \"vector\", expected the object matrix");
  expect_words(fault_of("%%MatrixMarket matrix sparse real general\n"),
               "1: found \"sparse\", expected a format of coordinate or array");
  expect_words(fault_of("%%MatrixMarket matrix coordinate float general\n"), "found \"float\"");
  expect_words(fault_of("%%MatrixMarket matrix coordinate real\n"),
               "1: found the end of the line, expected a symmetry of general");
  expect_words(fault_of("%%MatrixMarket matrix coordinate real general x\n"), "found \"x\"");
}

TEST(matrix_market_error, refuses_complex_and_hermitian_with_the_reason) {
  expect_words(fault_of("%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 1\n"),
               "1: found \"complex\", expected a field of real, integer or pattern (complex values "
               "are refused: the products here are float64)");
  expect_words(fault_of("%%MatrixMarket matrix coordinate real hermitian\n"),
               "found \"hermitian\"");
}

TEST(matrix_market_error, refuses_patterns_that_have_no_meaning) {
  expect_words(fault_of("%%MatrixMarket matrix array pattern general\n1 1\n"),
               "an array without values");
  expect_words(fault_of("%%MatrixMarket matrix coordinate pattern skew-symmetric\n1 1 0\n"),
               "a skew-symmetric pattern");
}

TEST(matrix_market_error, names_a_wrong_size_line) {
  expect_words(fault_after_banner(""),
               "1: found the end of the file, expected a size line of ROWS");
  expect_words(fault_after_banner("% only\n"), "2: found the end of the file");
  expect_words(fault_after_banner("-3 3 1\n"), "2: found \"-3\", expected the number of rows");
  expect_words(fault_after_banner("3 3\n"),
               "2: found the end of the line, expected the number of entries");
  expect_words(fault_after_banner("3 x 1\n"), "2: found \"x\", expected the number of columns");
  expect_words(fault_after_banner("3 3 1 1\n"), "2: found \"1\", expected the end of the line");
  expect_words(fault_after_banner("3 3 1.5\n"), "2: found \"1.5\", expected the number of entries");
  expect_words(fault_after_banner("99999999999999999999999 1 1\n"), "at most 1000000000000000000");
}

TEST(matrix_market_error, refuses_shapes_it_cannot_hold) {
  expect_words(
      fault_after_banner("1000000000000000000 1000000000000000000 1\n1 1 1\n"),
      "2: found 1000000000000000000 rows and 1000000000000000000 columns, expected at most "
      "2147483647 of each (indices are int32)");
  expect_words(fault_after_banner("1 2147483648 1\n1 1 1\n"),
               "2: found 1 rows and 2147483648 columns");
  expect_words(fault_after_banner("0 3 0\n"),
               "2: found 0 rows and 3 columns, expected at least one");
  expect_words(fault_after_banner("3 0 0\n"), "expected at least one");
  expect_words(fault_of("%%MatrixMarket matrix coordinate real symmetric\n2 3 1\n1 1 1\n"),
               "2: found 2 rows and 3 columns, expected as many rows as columns in a symmetric");
}

TEST(matrix_market_error, names_an_index_out_of_range) {
  expect_words(fault_after_banner("2 3 1\n\n%\n3 1 1\n"),
               "5: found \"3\", expected a row index from 1 to 2");
  expect_words(fault_after_banner("2 3 1\n1 4 1\n"),
               "3: found \"4\", expected a column index from 1 to 3");
  expect_words(fault_after_banner("2 3 1\n0 1 1\n"),
               "3: found \"0\", expected a row index from 1 to 2");
  expect_words(fault_after_banner("2 3 1\n-1 1 1\n"), "3: found \"-1\"");
  expect_words(fault_after_banner("2 3 1\n1.0 1 1\n"), "3: found \"1.0\"");
  expect_words(fault_after_banner("2 3 1\n1\n"),
               "3: found the end of the line, expected a column index");
  expect_words(fault_after_banner("2 3 1\n18446744073709551617 1 1\n"), "expected a row index");
}

TEST(matrix_market_error, names_a_value_that_is_no_finite_number) {
  for (const std::string value : {"NaN", "nan", "inf", "-Infinity", "1e400", "-1D400"}) {
    expect_words(fault_after_banner("2 3 1\n1 1 " + value + "\n"),
                 "3: found \"" + value + "\", expected a finite number within float64");
  }
  for (const std::string value :
       {"x", "1.5.2", "1e", "0x10", "+-1", "--1", "1,5", "1e5e5", "1.0+3"}) {
    expect_words(fault_after_banner("2 3 1\n1 1 " + value + "\n"),
                 "3: found \"" + value + "\", expected a real number");
  }
  expect_words(fault_after_banner("2 3 1\n1 1\n"),
               "3: found the end of the line, expected a real number");
  expect_words(fault_after_banner("2 3 1\n1 1 1 1\n"),
               "3: found \"1\", expected the end of the line");
}

TEST(matrix_market_error, names_an_integer_that_is_none) {
  constexpr std::string_view banner = "%%MatrixMarket matrix coordinate integer general\n";
  for (const std::string value : {"1.5", "1e3", "x", "+", "-", "+-1"}) {
    expect_words(fault_of(std::string{banner}.append("1 1 1\n1 1 " + value + "\n")),
                 "3: found \"" + value + "\", expected an integer");
  }
  expect_words(fault_of(std::string{banner}.append("1 1 1\n1 1 " + std::string(400, '9') + "\n")),
               "expected a finite number");
}

TEST(matrix_market_error, counts_entries) {
  expect_words(fault_after_banner("2 2 3\n1 1 1\n2 2 2\n"),
               "4: found the end of the file after 2 entries, expected 3 entries");
  expect_words(fault_after_banner("2 2 1\n1 1 1\n\n2 2 2\n"),
               "5: found \"2\", expected the end of the file after the 1 entries");
  expect_words(fault_of("%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n"),
               "5: found the end of the file after 3 entries, expected 4 entries");
  expect_words(fault_of("%%MatrixMarket matrix array real general\n1 2\n1\n2\n3\n"),
               "5: found \"3\", expected the end of the file");
  expect_words(fault_of("%%MatrixMarket matrix array real general\n1 2\n1 2\n"),
               "3: found \"2\", expected the end of the line");
}

TEST(matrix_market_error, needs_no_memory_for_what_a_header_only_claims) {
  const matrix_market_limits limits{std::size_t{64} << 20};
  const auto fault_within = [&](std::string_view text) { return fault_of(text, limits); };
  expect_words(
      fault_within(std::string{general} + "9 9 1000000000000000000\n1 1 1\n"),
      "3: found the end of the file after 1 entries, expected 1000000000000000000 entries");
  expect_words(fault_within("%%MatrixMarket matrix array real general\n1000 2000000\n1\n"),
               "expected 2000000000 entries");
}

TEST(matrix_market_error, refuses_at_the_size_line_what_the_vectors_alone_would_exceed) {
  const matrix_market_limits limits{std::size_t{64} << 20};
  const auto fault_within = [&](std::string_view text) { return fault_of(text, limits); };
  // x: 8 bytes a column.
  expect_words(fault_within(std::string{general} + "1 2147483647 1\n1 1 1\n"),
               "2: found a matrix that needs 16384 MiB with its vectors, expected at most 64 MiB");
  // Row pointers 8, reference 16, y 8 bytes a row.
  expect_words(fault_within(std::string{general} + "2000000000 9 1\n1 1 1\n"),
               "2: found a matrix that needs 61035 MiB");
  expect_words(fault_within(std::string{general} + "2000000000 9 0\n"), "2: found a matrix");
  expect_words(fault_within("%%MatrixMarket matrix array real general\n2000000000 2000000000\n1\n"),
               "2: found a matrix that needs 61035 MiB");
}

TEST(matrix_market_error, counts_the_vectors_beside_the_entries) {
  std::string text{general};
  text += "9 800000 200000\n";
  for (int k = 0; k < 200000; ++k) {
    text += "1 1 1\n";
  }
  // 6.1 MiB of x and 5.3 MiB of entries: either of them would fit alone.
  expect_words(fault_of(text, {std::size_t{8} << 20}), "expected at most 8 MiB");
}

TEST(matrix_market_error, stops_reading_at_the_memory_limit) {
  std::string text{general};
  text += "9 9 1000000000000000000\n";
  for (int k = 0; k < 300000; ++k) {
    text += "1 1 1\n";
  }
  expect_words(fault_of(text, {std::size_t{8} << 20}), "expected at most 8 MiB");
  std::string array = "%%MatrixMarket matrix array real general\n1000 1000\n";
  for (int k = 0; k < 800000; ++k) {
    array += "1\n";
  }
  expect_words(fault_of(array, {std::size_t{8} << 20}), "expected at most 8 MiB");
}

TEST(matrix_market_error, refuses_what_contradicts_the_symmetry) {
  expect_words(
      fault_of("%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n2 1 1\n1 3 1\n"),
      "4: found an entry at row 1, column 3, expected entries on one side of the diagonal");
  expect_words(fault_of("%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 1\n2 2 0\n"),
               "3: found an entry at row 2, column 2, expected no entry on the diagonal");
}

TEST(matrix_market_error, refuses_duplicates_whose_sum_is_not_finite) {
  expect_words(fault_after_banner("2 2 2\n2 1 1e308\n2 1 1e308\n"),
               "found duplicates at row 2, column 1 whose sum is not finite");
}

TEST(matrix_market_error, shows_hostile_text_escaped_and_shortened) {
  const std::string hostile = "\x1b[31m\"\\" + std::string("\0\xff", 2) + std::string(100, 'a');
  expect_words(fault_after_banner("2 2 1\n1 1 " + hostile + "\n"),
               "found \"\\x1b[31m\\\"\\\\\\x00\\xffaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...\", expected");
}

TEST(matrix_market_error, refuses_a_line_that_never_ends) {
  expect_words(fault_after_banner("2 2 1\n1 1 " + std::string(3000000, '1') + "\n"),
               "3: found a line of more than 1048576 bytes, beginning with \"1 1 111");
  expect_words(fault_after_banner("2 2 1\n" + std::string(3000000, ' ') + "1 1 1\n"),
               "3: found a line of more than 1048576 bytes");
}

}  // namespace
}  // namespace steelyard::workload

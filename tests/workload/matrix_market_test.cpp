// SPDX-License-Identifier: Apache-2.0
#include "workload/matrix_market.hpp"

#include "scratch_folder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <system_error>
#include <vector>

namespace steelyard::workload {
namespace {

constexpr std::string_view general = "%%MatrixMarket matrix coordinate real general\n";

matrix_market_matrix read_text(std::string_view text) {
  const scratch_folder folder;
  return read_matrix_market(folder.write("m.mtx", text));
}

csr_matrix csr_of(std::string_view text) {
  return std::get<csr_matrix>(read_text(text).matrix);
}

dense_matrix dense_of(std::string_view text) {
  return std::get<dense_matrix>(read_text(text).matrix);
}

std::string with_general(std::string_view rest) {
  return std::string{general}.append(rest);
}

void expect_csr(const csr_matrix& found,
                const std::vector<std::int64_t>& row_begin,
                const std::vector<std::int32_t>& columns,
                const std::vector<double>& values) {
  EXPECT_EQ(found.row_begin, row_begin);
  EXPECT_EQ(found.columns, columns);
  EXPECT_EQ(found.values, values);
}

TEST(read_matrix_market, sorts_entries_by_row_and_column) {
  const csr_matrix matrix = csr_of(with_general("3 4 5\n3 1 5\n1 4 2\n1 2 1\n3 4 7\n3 2 6\n"));
  EXPECT_EQ(matrix.rows, 3U);
  EXPECT_EQ(matrix.cols, 4U);
  expect_csr(matrix, {0, 2, 2, 5}, {1, 3, 0, 1, 3}, {1, 2, 5, 6, 7});
}

TEST(read_matrix_market, takes_comments_blank_lines_and_crlf_anywhere) {
  const auto read = read_text(
      "%%MatrixMarket  MATRIX\tCoordinate Real General \r\n% one\r\n\r\n  % two\r\n2 2 2\r\n"
      "%three\r\n \t\r\n 1\t1  1.5 \r\n%four\n\n2 2 -2\r\n\r\n%five");
  expect_csr(std::get<csr_matrix>(read.matrix), {0, 1, 2}, {0, 1}, {1.5, -2});
  EXPECT_EQ(read.facts.comment_lines, 5U);
  EXPECT_EQ(read.facts.lines, 13U);
  EXPECT_EQ(read.facts.entries_in_file, 2U);
  EXPECT_FALSE(read.facts.compressed);
}

TEST(read_matrix_market, needs_no_newline_at_the_end) {
  expect_csr(csr_of(with_general("1 1 1\n1 1 42")), {0, 1}, {0}, {42});
}

TEST(read_matrix_market, sums_duplicates_and_counts_them) {
  const auto read = read_text(with_general("2 2 5\n1 1 1\n2 2 3\n1 1 10\n1 2 5\n1 1 100\n"));
  expect_csr(std::get<csr_matrix>(read.matrix), {0, 2, 3}, {0, 1, 1}, {111, 5, 3});
  EXPECT_EQ(read.facts.duplicates_summed, 2U);
}

TEST(read_matrix_market, keeps_explicit_zeros) {
  const auto read = read_text(with_general("2 2 3\n1 1 0\n1 2 -0.0\n2 2 1\n"));
  expect_csr(std::get<csr_matrix>(read.matrix), {0, 2, 3}, {0, 1, 1}, {0, 0, 1});
  EXPECT_EQ(read.facts.explicit_zeros, 2U);
}

TEST(read_matrix_market, reads_patterns_as_ones_and_integers_as_they_are) {
  expect_csr(csr_of("%%MatrixMarket matrix coordinate pattern general\n2 3 2\n2 3\n1 1\n"),
             {0, 1, 2},
             {0, 2},
             {1, 1});
  expect_csr(
      csr_of("%%MatrixMarket matrix coordinate integer general\n1 3 3\n1 1 -7\n1 2 +8\n1 3 0\n"),
      {0, 3},
      {0, 1, 2},
      {-7, 8, 0});
}

TEST(read_matrix_market, mirrors_a_symmetric_matrix_given_by_either_triangle) {
  constexpr std::string_view banner = "%%MatrixMarket matrix coordinate real symmetric\n";
  for (const std::string_view entries :
       {"3 3 3\n1 1 1\n3 1 2\n3 2 4\n", "3 3 3\n1 1 1\n1 3 2\n2 3 4\n"}) {
    expect_csr(csr_of(std::string{banner}.append(entries)),
               {0, 2, 3, 5},
               {0, 2, 2, 0, 1},
               {1, 2, 4, 2, 4});
  }
}

TEST(read_matrix_market, counts_a_symmetric_duplicate_once) {
  const auto read = read_text(
      "%%MatrixMarket matrix coordinate real symmetric\n2 2 4\n2 1 1\n2 1 2\n2 2 3\n2 2 4\n");
  expect_csr(std::get<csr_matrix>(read.matrix), {0, 1, 3}, {1, 0, 1}, {3, 3, 7});
  EXPECT_EQ(read.facts.duplicates_summed, 2U);
}

TEST(read_matrix_market, negates_the_mirror_of_a_skew_symmetric_matrix) {
  expect_csr(
      csr_of("%%MatrixMarket matrix coordinate integer skew-symmetric\n3 3 2\n2 1 5\n3 1 -6\n"),
      {0, 2, 3, 4},
      {1, 2, 0, 0},
      {-5, 6, 5, -6});
}

TEST(read_matrix_market, takes_empty_rows_columns_and_a_matrix_without_entries) {
  expect_csr(csr_of(with_general("4 2 1\n3 2 9\n")), {0, 0, 0, 1, 1}, {1}, {9});
  expect_csr(csr_of(with_general("2 5 0\n")), {0, 0, 0}, {}, {});
}

TEST(read_matrix_market, reads_an_array_down_its_columns) {
  const dense_matrix matrix =
      dense_of("%%MatrixMarket matrix array real general\n2 3\n1\n2\n3\n4\n5\n6\n");
  EXPECT_EQ(matrix.rows, 2U);
  EXPECT_EQ(matrix.cols, 3U);
  EXPECT_EQ(matrix.values, (std::vector<double>{1, 3, 5, 2, 4, 6}));
}

TEST(read_matrix_market, mirrors_arrays) {
  EXPECT_EQ(
      dense_of("%%MatrixMarket matrix array integer symmetric\n3 3\n1\n2\n3\n4\n5\n6\n").values,
      (std::vector<double>{1, 2, 3, 2, 4, 5, 3, 5, 6}));
  EXPECT_EQ(dense_of("%%MatrixMarket matrix array real skew-symmetric\n3 3\n1\n2\n3\n").values,
            (std::vector<double>{0, -1, -2, 1, 0, -3, 2, 3, 0}));
  EXPECT_EQ(dense_of("%%MatrixMarket matrix array real skew-symmetric\n1 1\n").values,
            (std::vector<double>{0}));
}

TEST(read_matrix_market, reads_every_way_to_write_a_number) {
  const std::string text = with_general(
      "1 12 12\n1 1 1.\n1 2 .5\n1 3 +2e0\n1 4 -1E-2\n1 5 1.0D+3\n1 6 1d2\n1 7 1e-400\n1 8 "
      "4.9e-324\n"
      "1 9 0.1000000000000000055511151231257827021181583404541015625\n1 10 179769313486231570e291\n"
      "1 11 007\n1 12 -1e-400\n");
  EXPECT_EQ(csr_of(text).values,
            (std::vector<double>{
                1, 0.5, 2, -0.01, 1000, 100, 0, 0x1p-1074, 0.1, 0x1.fffffffffffffp+1023, 7, 0}));
}

TEST(read_matrix_market, rounds_integers_beyond_53_bits) {
  EXPECT_EQ(
      csr_of("%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 9007199254740993\n")
          .values,
      (std::vector<double>{9007199254740992.0}));
}

// Entries cross the reader's blocks, and rows need sorting.
TEST(read_matrix_market, reads_files_longer_than_its_blocks) {
  constexpr int n = 200000;
  std::string text = with_general("1000 1000 200000\n");
  for (int k = n; k-- > 0;) {
    text += std::to_string(k % 1000 + 1) + " " + std::to_string(k / 1000 + 1) + " " +
            std::to_string(k) + "\n";
  }
  const csr_matrix matrix = csr_of(text);
  ASSERT_EQ(matrix.values.size(), 200000U);
  for (std::size_t k = 0; k < matrix.values.size(); ++k) {
    ASSERT_EQ(matrix.columns[k], static_cast<std::int32_t>(k % 200));
    ASSERT_EQ(matrix.values[k], static_cast<double>(k % 200 * 1000 + k / 200));
  }
}

TEST(read_matrix_market, skips_a_comment_of_any_length) {
  const std::string text = with_general("% " + std::string(3000000, 'x') + "\n1 1 1\n1 1 5\n  %" +
                                        std::string(2000000, ' '));
  const auto read = read_text(text);
  expect_csr(std::get<csr_matrix>(read.matrix), {0, 1}, {0}, {5});
  EXPECT_EQ(read.facts.comment_lines, 2U);
}

TEST(read_matrix_market, says_when_a_file_cannot_be_opened) {
  const scratch_folder folder;
  EXPECT_THROW(static_cast<void>(read_matrix_market(folder.file("none.mtx"))), std::system_error);
  EXPECT_THROW(static_cast<void>(read_matrix_market(folder.file("."))), std::system_error);
}

}  // namespace
}  // namespace steelyard::workload

// SPDX-License-Identifier: Apache-2.0
// Thousands of damaged files: each is either refused with matrix_market_error or read as a matrix
// that keeps every promise of csr_view. What else goes wrong is seen by the sanitizers.
#include "workload/matrix_market.hpp"

#include "../workload/scratch_folder.hpp"
#include "mutation.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <array>
#include <cmath>
#include <string>

namespace steelyard::workload {
namespace {

constexpr std::array<std::string_view, 6> files{
    "%%MatrixMarket matrix coordinate real general\n% c\n3 4 5\n3 1 5.25\n1 4 -2e-3\n1 2 1\n\n3 4 "
    "7\n3 2 6\n",
    "%%MatrixMarket matrix coordinate integer symmetric\n3 3 3\n1 1 12\n3 1 -2\n3 2 4\n",
    "%%MatrixMarket matrix coordinate pattern general\r\n3 3 3\r\n1 1\r\n3 1\r\n%\r\n3 2\r\n",
    "%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 2\n2 1 1D2\n3 1 -6\n",
    "%%MatrixMarket matrix array real general\n2 3\n1\n2\n3.5\n4\n5\n6\n",
    "%%MatrixMarket matrix array integer symmetric\n2 2\n1\n2\n3\n"};

constexpr std::array<std::string_view, 18> words{"-1",
                                                 "0",
                                                 "1",
                                                 "2147483648",
                                                 "1000000000000000000",
                                                 "18446744073709551617",
                                                 "nan",
                                                 "inf",
                                                 "1e999",
                                                 "1e-999",
                                                 "1D",
                                                 "%",
                                                 "\n",
                                                 "\r\n",
                                                 " ",
                                                 "symmetric",
                                                 "array",
                                                 std::string_view{"\0\xff\x1f\x8b", 4}};

matrix_market_limits small_memory() {
  return {std::size_t{64} << 20};
}

void expect_whole(const csr_matrix& matrix) {
  ASSERT_EQ(matrix.row_begin.size(), matrix.rows + 1);
  ASSERT_EQ(matrix.row_begin.front(), 0);
  ASSERT_EQ(static_cast<std::size_t>(matrix.row_begin.back()), matrix.values.size());
  ASSERT_EQ(matrix.columns.size(), matrix.values.size());
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    const auto begin = static_cast<std::size_t>(matrix.row_begin[row]);
    const auto end = static_cast<std::size_t>(matrix.row_begin[row + 1]);
    ASSERT_LE(begin, end);
    std::int32_t previous = -1;
    for (std::size_t k = begin; k < end; ++k) {
      ASSERT_LT(previous, matrix.columns[k]);
      ASSERT_LT(static_cast<std::size_t>(matrix.columns[k]), matrix.cols);
      ASSERT_TRUE(std::isfinite(matrix.values[k]));
      previous = matrix.columns[k];
    }
  }
}

void expect_whole(const dense_matrix& matrix) {
  ASSERT_EQ(matrix.values.size(), matrix.rows * matrix.cols);
  for (const double value : matrix.values) {
    ASSERT_TRUE(std::isfinite(value));
  }
}

/// Gives whether the text was accepted.
bool is_read(const scratch_folder& folder, std::string_view text) {
  try {
    const auto read = read_matrix_market(folder.write("m.mtx", text), small_memory());
    std::visit([](const auto& matrix) { expect_whole(matrix); }, read.matrix);
    return true;
  } catch (const matrix_market_error& fault) {
    EXPECT_EQ(std::string_view{fault.what()}.find('\n'), std::string_view::npos);
    EXPECT_GE(fault.line(), 1U);
    return false;
  }
}

TEST(read_matrix_market, refuses_or_reads_whatever_it_is_given) {
  const scratch_folder folder;
  fuzz::mutator mutator{20240607};
  std::size_t accepted = 0;
  constexpr std::size_t cases = 3000;
  for (std::size_t k = 0; k < cases; ++k) {
    const std::string text = mutator.changed(std::string{files[k % files.size()]}, words);
    accepted += is_read(folder, text) ? 1U : 0U;
    ASSERT_FALSE(testing::Test::HasFailure()) << text;
  }
  EXPECT_GT(accepted, cases / 50);
  EXPECT_LT(accepted, cases / 2);
  for (const std::string_view text : files) {
    EXPECT_TRUE(is_read(folder, text)) << text;
  }
}

TEST(read_matrix_market, refuses_or_reads_damaged_gzip_data) {
  const scratch_folder folder;
  const gzFile file = ::gzopen(folder.file("g").c_str(), "wb");
  ::gzwrite(file, files[0].data(), static_cast<unsigned>(files[0].size()));
  ::gzclose(file);
  const std::string packed = content_of(folder.file("g"));
  fuzz::mutator mutator{7};
  for (int k = 0; k < 1000; ++k) {
    static_cast<void>(is_read(folder, mutator.changed(packed, words)));
    ASSERT_FALSE(testing::Test::HasFailure()) << "case " << k;
  }
}

TEST(read_vector, refuses_or_reads_whatever_it_is_given) {
  const scratch_folder folder;
  fuzz::mutator mutator{8};
  for (int k = 0; k < 1000; ++k) {
    const std::string text = mutator.changed("# x\n1\n2.5\n-3e1\n4\n", words);
    try {
      ASSERT_EQ(read_vector(folder.write("x", text), 4).size(), 4U);
    } catch (const matrix_market_error& fault) {
      ASSERT_GE(fault.line(), 1U);
    }
  }
}

}  // namespace
}  // namespace steelyard::workload

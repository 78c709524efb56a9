// SPDX-License-Identifier: Apache-2.0
#include "scratch_folder.hpp"
#include "workload/matrix_market.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace steelyard::workload {
namespace {

std::vector<double> vector_of(std::string_view text, std::size_t count) {
  const scratch_folder folder;
  return read_vector(folder.write("x", text), count);
}

void expect_fault(std::string_view text, std::size_t count, std::string_view words) {
  try {
    static_cast<void>(vector_of(text, count));
    FAIL() << "accepted: " << text;
  } catch (const matrix_market_error& fault) {
    EXPECT_NE(std::string{fault.what()}.find(words), std::string::npos) << fault.what();
  }
}

TEST(read_vector, takes_one_number_a_line) {
  EXPECT_EQ(vector_of("# mine\r\n1\n\n  2.5 \r\n% theirs\n-3D2", 3),
            (std::vector<double>{1, 2.5, -300}));
}

TEST(read_vector, takes_a_matrix_market_array_of_one_column) {
  EXPECT_EQ(vector_of("%%MatrixMarket matrix array real general\n% c\n2 1\n1\n2\n", 2),
            (std::vector<double>{1, 2}));
  EXPECT_EQ(vector_of("%%MatrixMarket matrix array integer general\n1 1\n-4\n", 1),
            (std::vector<double>{-4}));
}

TEST(read_vector, wants_as_many_numbers_as_the_matrix_has_columns) {
  expect_fault("1\n2\n",
               3,
               "x:2: found the end of the file after 2 numbers, expected 3 numbers, one a column");
  expect_fault("1\n2\n3\n", 2, "x:3: found \"3\", expected the end of the file after 2 numbers");
  expect_fault("", 1, "found the end of the file after 0 numbers");
  expect_fault("%%MatrixMarket matrix array real general\n2 1\n1\n2\n",
               3,
               "x:2: found an array of 2 x 1, expected a general array of 3 x 1");
  expect_fault("%%MatrixMarket matrix array real general\n1 3\n1\n2\n3\n", 3, "an array of 1 x 3");
  expect_fault("%%MatrixMarket matrix array real general\n2 1\n1\n", 2, "after 1 numbers");
}

TEST(read_vector, refuses_what_is_no_vector) {
  expect_fault("1 2\n", 2, "x:1: found \"2\", expected the end of the line");
  expect_fault("1\nnan\n", 2, "x:2: found \"nan\", expected a finite number");
  expect_fault("1\nabc\n", 2, "x:2: found \"abc\", expected a real number");
  expect_fault("%%MatrixMarket matrix coordinate real general\n2 1 1\n1 1 1\n",
               2,
               "found a coordinate general file");
  expect_fault("%%MatrixMarket matrix array integer general\n1 1\n1.5\n", 1, "expected an integer");
}

}  // namespace
}  // namespace steelyard::workload

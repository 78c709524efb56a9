// SPDX-License-Identifier: Apache-2.0
#include "study/user_matrix.hpp"

#include "scratch_directory.hpp"
#include "workload/prepared.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

namespace steelyard::study {
namespace {

TEST(matrix_id, keeps_harmless_letters_and_drops_extensions) {
  EXPECT_EQ(matrix_id("dir/west0067.mtx"), "matrix-west0067");
  EXPECT_EQ(matrix_id("a.mtx.gz"), "matrix-a");
  EXPECT_EQ(matrix_id("my matrix/\n\"x\".mtx"), "matrix-__x_");
  EXPECT_EQ(matrix_id("..mtx"), "matrix-.");
  EXPECT_EQ(matrix_id(".mtx"), "matrix-unnamed");
  EXPECT_EQ(matrix_id(std::string(100, 'a')), "matrix-" + std::string(60, 'a'));
  EXPECT_EQ(matrix_id("\xE4\xB8\xAD.mtx"), "matrix-___");
}

TEST(load_matrix, describes_the_file_and_judges_by_its_rows) {
  const scratch_directory scratch;
  write_text(scratch / "m.mtx",
             "%%MatrixMarket matrix coordinate real general\n3 2 3\n1 1 2\n3 2 4\n3 2 1\n");
  const user_matrix matrix = load_matrix(scratch / "m.mtx", "");
  EXPECT_EQ(matrix.workload.id, "matrix-m");
  EXPECT_EQ(matrix.workload.kind, "csr");
  EXPECT_EQ(matrix.workload.rows, 3U);
  EXPECT_EQ(matrix.workload.cols, 2U);
  EXPECT_EQ(matrix.workload.nnz, 2U);
  EXPECT_FALSE(matrix.workload.exact);
  EXPECT_EQ(matrix.workload.facts["duplicates_summed"], 1);
  EXPECT_EQ(matrix.fullest_share(1), 1);
  // x is b(j)/32: b(0) = -41, b(1) = -10.
  const std::vector<double> right = {2 * -41.0 / 32, 0, 5 * -10.0 / 32};
  EXPECT_EQ(matrix.fault_of(right), std::nullopt);
  std::vector<double> wrong = right;
  wrong[2] += 1e-6;
  EXPECT_NE(matrix.fault_of(wrong), std::nullopt);
  matrix.write(scratch / "m.prepared");
  const workload::prepared_file prepared(scratch / "m.prepared",
                                         workload::prepared_check::contents);
  EXPECT_EQ(prepared.rows(), 3U);
  EXPECT_EQ(prepared.stored_entries(), 2U);
}

TEST(load_matrix, takes_the_users_vector) {
  const scratch_directory scratch;
  write_text(scratch / "m.mtx", "%%MatrixMarket matrix array real general\n1 2\n3\n4\n");
  write_text(scratch / "x.txt", "10\n100\n");
  const user_matrix matrix = load_matrix(scratch / "m.mtx", scratch / "x.txt");
  EXPECT_EQ(matrix.workload.kind, "dense");
  EXPECT_EQ(matrix.fault_of(std::vector<double>{430}), std::nullopt);
  EXPECT_TRUE(matrix.workload.facts.contains("x_sha256"));
}

TEST(load_matrix, names_file_and_line_of_a_bad_file) {
  const scratch_directory scratch;
  write_text(scratch / "m.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 1\n");
  try {
    (void)load_matrix(scratch / "m.mtx", "");
    FAIL() << "no error";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("m.mtx:3"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace steelyard::study

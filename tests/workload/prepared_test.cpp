// SPDX-License-Identifier: Apache-2.0
#include "workload/prepared.hpp"

#include "scratch_folder.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <system_error>
#include <vector>

namespace steelyard::workload {
namespace {

constexpr std::size_t header_bytes = 64;

struct small_csr {
  std::vector<std::int64_t> row_begin{0, 2, 2, 3};
  std::vector<std::int32_t> columns{0, 2, 1};
  std::vector<double> values{1.5, -2, 0};
  std::vector<double> x{1, 2, 3};

  [[nodiscard]] csr_view view() const { return {3, 3, row_begin, columns, values}; }
};

template <typename Element>
std::vector<Element> copied(std::span<const Element> span) {
  return {span.begin(), span.end()};
}

/// A prepared file of small_csr with `bytes` put over it at `offset`.
std::filesystem::path with_bytes(const scratch_folder& folder,
                                 std::size_t offset,
                                 std::uint64_t value,
                                 std::size_t count) {
  write_prepared(folder.file("whole"), small_csr{}.view(), small_csr{}.x);
  std::string content = content_of(folder.file("whole"));
  std::memcpy(content.data() + offset, &value, count);
  return folder.write("changed", content);
}

std::string fault_of(const std::filesystem::path& path, prepared_check check) {
  try {
    const prepared_file file{path, check};
  } catch (const prepared_file_error& fault) {
    return fault.what();
  }
  return "none";
}

void expect_fault(const std::filesystem::path& path, std::string_view words) {
  const std::string fault = fault_of(path, prepared_check::layout);
  EXPECT_NE(fault.find(words), std::string::npos) << fault;
  EXPECT_NE(fault.find(path.string()), std::string::npos) << fault;
}

TEST(prepared_file, gives_back_the_arrays_of_a_csr_matrix) {
  const scratch_folder folder;
  const small_csr matrix;
  write_prepared(folder.file("p"), matrix.view(), matrix.x);
  const prepared_file file{folder.file("p"), prepared_check::contents};
  EXPECT_FALSE(file.is_exact());
  EXPECT_FALSE(file.dense().has_value());
  ASSERT_TRUE(file.csr().has_value());
  EXPECT_EQ(copied(file.csr()->row_begin), matrix.row_begin);
  EXPECT_EQ(copied(file.csr()->columns), matrix.columns);
  EXPECT_EQ(copied(file.csr()->values), matrix.values);
  EXPECT_EQ(copied(file.x()), matrix.x);
  EXPECT_EQ(file.stored_entries(), 3U);
}

TEST(prepared_file, gives_back_the_arrays_of_a_dense_matrix) {
  const scratch_folder folder;
  const std::vector<double> values{1, 2, 3, 4, 5, 6};
  const std::vector<double> x{7, 8, 9};
  write_prepared(folder.file("p"), dense_view{2, 3, values}, x);
  const prepared_file file{folder.file("p"), prepared_check::contents};
  EXPECT_FALSE(file.csr().has_value());
  ASSERT_TRUE(file.dense().has_value());
  EXPECT_EQ(copied(file.dense()->values), values);
  EXPECT_EQ(file.rows(), 2U);
  EXPECT_EQ(file.cols(), 3U);
  EXPECT_EQ(copied(file.x()), x);
}

// More than one block of the writer, so that the seams between slabs are seen.
TEST(prepared_file, of_a_formula_equals_the_filled_arrays) {
  const scratch_folder folder;
  const formula_workload workload{formula_kind::csr_skewed, 9000, 3000};
  write_prepared(folder.file("p"), workload);
  const prepared_file file{folder.file("p"), prepared_check::contents};
  EXPECT_TRUE(file.is_exact());
  std::vector<std::int32_t> columns(stored_entries(workload));
  std::vector<double> values(columns.size());
  fill_csr_entries(workload, {0, workload.rows}, columns, values);
  EXPECT_TRUE(std::ranges::equal(file.csr()->columns, columns));
  EXPECT_TRUE(std::ranges::equal(file.csr()->values, values));
  EXPECT_EQ(file.csr()->row_begin[9000], static_cast<std::int64_t>(columns.size()));
}

TEST(prepared_file, of_a_dense_formula_equals_the_filled_array) {
  const scratch_folder folder;
  const formula_workload workload{formula_kind::dense, 500, 700};
  write_prepared(folder.file("p"), workload);
  const prepared_file file{folder.file("p"), prepared_check::contents};
  std::vector<double> values(std::size_t{500} * 700);
  fill_dense_values(workload, {0, 500}, values);
  EXPECT_TRUE(std::ranges::equal(file.dense()->values, values));
}

// The layout of docs/prepared-file.md, read without any code of the room.
TEST(write_prepared, follows_the_documented_layout) {
  const scratch_folder folder;
  write_prepared(folder.file("p"), small_csr{}.view(), small_csr{}.x);
  const std::string content = content_of(folder.file("p"));
  const auto word = [&](std::size_t offset) {
    std::uint64_t value = 0;
    std::memcpy(&value, content.data() + offset, 8);
    return value;
  };
  ASSERT_EQ(content.size(), 64U + 4 * 64 + 4 * 64);
  EXPECT_EQ(content.substr(0, 8), "STLYPREP");
  EXPECT_EQ(word(8), 0x0102030400000001U);
  EXPECT_EQ(word(16), 1U);  // csr, not exact
  EXPECT_EQ(word(24), 3U);
  EXPECT_EQ(word(40), 3U);
  EXPECT_EQ(word(48), 4U);
  EXPECT_EQ(content.substr(64, 7), std::string("values\0", 7));
  EXPECT_EQ(content.substr(64 + 16, 8), std::string("float64\0", 8));
  EXPECT_EQ(word(64 + 32), 320U);
  EXPECT_EQ(content.substr(128, 8), std::string("columns\0", 8));
  EXPECT_EQ(word(128 + 32), 384U);
  EXPECT_EQ(word(128 + 40), 3U);
  EXPECT_EQ(word(128 + 48), 12U);
  std::uint64_t checksum = 0xcbf29ce484222325U;
  for (std::size_t offset = 64; offset < content.size(); offset += 8) {
    checksum = (checksum ^ word(offset)) * 0x100000001b3U;
  }
  EXPECT_EQ(word(56), checksum);
}

TEST(write_prepared, replaces_a_file_whole_and_leaves_nothing_beside_it) {
  const scratch_folder folder;
  folder.write("p", "something else");
  write_prepared(folder.file("p"), small_csr{}.view(), small_csr{}.x);
  EXPECT_EQ(fault_of(folder.file("p"), prepared_check::contents), "none");
  EXPECT_EQ(folder.entry_count(), 1U);
}

TEST(write_prepared, names_the_path_that_cannot_be_written) {
  const scratch_folder folder;
  try {
    write_prepared(folder.file("none") / "p", small_csr{}.view(), small_csr{}.x);
    FAIL() << "written into a folder that does not exist";
  } catch (const std::system_error& fault) {
    EXPECT_EQ(fault.code(), std::errc::no_such_file_or_directory);
    EXPECT_NE(std::string{fault.what()}.find("none/p"), std::string::npos) << fault.what();
  }
}

/// Within it no file can grow beyond `bytes`, as on a disk that is full.
class file_size_limit {
 public:
  explicit file_size_limit(rlim_t bytes) : previous_action_{std::signal(SIGXFSZ, SIG_IGN)} {
    ::getrlimit(RLIMIT_FSIZE, &previous_);
    const rlimit limit{bytes, previous_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }

  ~file_size_limit() {
    ::setrlimit(RLIMIT_FSIZE, &previous_);
    std::signal(SIGXFSZ, previous_action_);
  }

  file_size_limit(const file_size_limit&) = delete;
  file_size_limit& operator=(const file_size_limit&) = delete;

 private:
  void (*previous_action_)(int);
  rlimit previous_{};
};

TEST(write_prepared, leaves_what_was_there_when_the_disk_is_full) {
  const scratch_folder folder;
  folder.write("p", "what was there");
  {
    const file_size_limit limit{3000000};
    EXPECT_THROW(write_prepared(folder.file("p"), {formula_kind::dense, 1000, 1000}),
                 std::system_error);
  }
  EXPECT_EQ(content_of(folder.file("p")), "what was there");
  EXPECT_EQ(folder.entry_count(), 1U);
}

TEST(prepared_file, refuses_a_wrong_header) {
  const scratch_folder folder;
  expect_fault(folder.write("short", "STLYPREP"), "8 bytes, shorter");
  expect_fault(folder.write("empty", ""), "0 bytes, shorter");
  expect_fault(with_bytes(folder, 0, 'X', 1), "does not begin with STLYPREP");
  expect_fault(with_bytes(folder, 8, 2, 4), "version 2, expected 1");
  expect_fault(with_bytes(folder, 12, 0x04030201, 4), "another byte order");
  expect_fault(with_bytes(folder, 16, 2, 4), "unknown kind");
  expect_fault(with_bytes(folder, 20, 2, 4), "unknown kind or exactness");
}

TEST(prepared_file, refuses_counts_that_the_file_cannot_hold) {
  const scratch_folder folder;
  constexpr std::uint64_t most = 0xffffffffffffffffU;
  expect_fault(with_bytes(folder, 24, most, 8), "does not fit");
  expect_fault(with_bytes(folder, 32, most, 8), "does not fit");
  expect_fault(with_bytes(folder, 40, most, 8), "does not fit");
  expect_fault(with_bytes(folder, 48, most, 8), "does not fit");
  expect_fault(with_bytes(folder, 48, 0, 8), "no array x");
  expect_fault(with_bytes(folder, 24, 4, 8), "row_begin has 4 elements, expected 5");
  expect_fault(with_bytes(folder, 32, 4, 8), "x has 3 elements, expected 4");
  expect_fault(with_bytes(folder, 16, 0, 4), "entries are not rows x cols");
}

TEST(prepared_file, refuses_an_array_that_is_not_inside) {
  const scratch_folder folder;
  constexpr std::size_t values_entry = header_bytes;
  expect_fault(with_bytes(folder, values_entry, 'w', 1), "no array values");
  expect_fault(with_bytes(folder, values_entry + 16, 'g', 1), "not of type float64");
  expect_fault(with_bytes(folder, values_entry + 32, 576, 8), "outside the file");
  expect_fault(with_bytes(folder, values_entry + 32, 321, 8), "outside the file");
  expect_fault(with_bytes(folder, values_entry + 32, 256, 8), "outside the file");
  expect_fault(with_bytes(folder, values_entry + 32, 0xffffffffffffffc0U, 8), "outside the file");
  expect_fault(with_bytes(folder, values_entry + 40, 0x2000000000000003U, 8),
               "elements, expected 3");
  expect_fault(with_bytes(folder, values_entry + 48, 16, 8), "wrong length in bytes");
  // "columns" renamed to "x": twice there
  expect_fault(with_bytes(folder, header_bytes + 64, 'x', 8), "more than one array x");
}

TEST(prepared_file, refuses_damaged_contents_when_asked_to_look) {
  const scratch_folder folder;
  const auto column = with_bytes(folder, 384, 2, 4);
  EXPECT_EQ(fault_of(column, prepared_check::layout), "none");
  EXPECT_NE(fault_of(column, prepared_check::contents).find("checksum"), std::string::npos);
}

void expect_bad_csr(const small_csr& matrix, std::string_view words) {
  const scratch_folder folder;
  write_prepared(folder.file("p"), matrix.view(), matrix.x);
  const std::string fault = fault_of(folder.file("p"), prepared_check::contents);
  EXPECT_NE(fault.find(words), std::string::npos) << fault;
}

TEST(prepared_file, refuses_offsets_and_columns_that_are_no_csr_matrix) {
  small_csr matrix;
  matrix.columns = {0, 1, 2};
  matrix.row_begin = {0, 3, 2, 3};
  expect_bad_csr(matrix, "row_begin does not ascend at row 1");
  matrix.row_begin = {0, 4, 2, 3};
  expect_bad_csr(matrix, "row_begin does not ascend at row 0");
  matrix.row_begin = {0, -1, 2, 3};
  expect_bad_csr(matrix, "row_begin does not ascend at row 0");
  matrix.row_begin = {1, 2, 2, 3};
  expect_bad_csr(matrix, "does not span");
  matrix.row_begin = {0, 2, 2, 2};
  expect_bad_csr(matrix, "does not span");
  matrix = {};
  matrix.columns = {2, 2, 1};
  expect_bad_csr(matrix, "columns of row 0");
  matrix.columns = {0, 3, 1};
  expect_bad_csr(matrix, "columns of row 0");
  matrix.columns = {-1, 2, 1};
  expect_bad_csr(matrix, "columns of row 0");
}

TEST(prepared_file, refuses_what_is_not_a_regular_file_without_waiting) {
  const scratch_folder folder;
  ASSERT_EQ(::mkfifo(folder.file("pipe").c_str(), 0600), 0);
  expect_fault(folder.file("pipe"), "not a regular file");
  EXPECT_THROW((prepared_file{folder.file("none"), prepared_check::layout}), std::system_error);
}

TEST(prepared_file, keeps_its_views_when_moved) {
  const scratch_folder folder;
  write_prepared(folder.file("p"), small_csr{}.view(), small_csr{}.x);
  prepared_file first{folder.file("p"), prepared_check::contents};
  prepared_file second = std::move(first);
  write_prepared(
      folder.file("q"), dense_view{1, 1, std::vector<double>{5}}, std::vector<double>{6});
  second = prepared_file{folder.file("q"), prepared_check::contents};
  EXPECT_FALSE(second.csr().has_value());
  EXPECT_EQ(second.dense()->values[0], 5.0);
}

}  // namespace
}  // namespace steelyard::workload

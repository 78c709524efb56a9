// SPDX-License-Identifier: Apache-2.0
// Thousands of damaged prepared files: each is refused, or its views can be read from end to end.
#include "workload/prepared.hpp"

#include "../workload/scratch_folder.hpp"
#include "mutation.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

namespace steelyard::workload {
namespace {

constexpr std::size_t table_end = 320;

// As they lie in the file, numbers little-endian.
constexpr std::array<std::string_view, 8> words{
    std::string_view{"\xff\xff\xff\xff\xff\xff\xff\xff", 8},
    std::string_view{"\0\0\0\0\0\0\0\x80", 8},
    std::string_view{"\x40\0\0\0\0\0\0\0", 8},
    std::string_view{"\xc0\xff\xff\xff\xff\xff\xff\xff", 8},
    std::string_view{"\0\0\0\0\0\0\0\0", 8},
    "values",
    "row_begin",
    "int32"};

/// With the checksum that belongs to it, so that what lies behind that check is reached.
std::string with_checksum(std::string content) {
  std::uint64_t checksum = 0xcbf29ce484222325U;
  for (std::size_t offset = 64; offset + 8 <= content.size(); offset += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, content.data() + offset, 8);
    checksum = (checksum ^ word) * 0x100000001b3U;
  }
  if (content.size() >= 64) {
    std::memcpy(content.data() + 56, &checksum, 8);
  }
  return content;
}

template <typename Element>
double sum_of(std::span<const Element> elements) {
  return std::accumulate(elements.begin(), elements.end(), 0.0, [](double sum, Element element) {
    return sum + static_cast<double>(element);
  });
}

/// Reads every array, and goes through offsets and columns as a kernel does where they were
/// checked.
double product_sum(const prepared_file& file, prepared_check check) {
  double sum = sum_of(file.x());
  if (file.dense()) {
    return sum + sum_of(file.dense()->values);
  }
  const csr_view& matrix = *file.csr();
  sum += sum_of(matrix.values) + sum_of(matrix.columns) + sum_of(matrix.row_begin);
  if (check == prepared_check::contents) {
    for (std::size_t row = 0; row < matrix.rows; ++row) {
      const auto end = static_cast<std::size_t>(matrix.row_begin[row + 1]);
      for (auto k = static_cast<std::size_t>(matrix.row_begin[row]); k < end; ++k) {
        sum += matrix.values[k] * file.x()[static_cast<std::size_t>(matrix.columns[k])];
      }
    }
  }
  return sum;
}

bool is_mapped(const std::filesystem::path& path, prepared_check check) {
  try {
    const prepared_file file{path, check};
    static_cast<void>(product_sum(file, check));
    return true;
  } catch (const prepared_file_error&) {
    return false;
  }
}

TEST(prepared_file, refuses_or_maps_whatever_it_is_given) {
  const scratch_folder folder;
  const std::vector<std::int64_t> row_begin{0, 2, 2, 5};
  const std::vector<std::int32_t> columns{0, 2, 0, 1, 3};
  const std::vector<double> values{1, 2, 3, 4, 5};
  const std::vector<double> x{1, 2, 3, 4};
  write_prepared(folder.file("csr"), csr_view{3, 4, row_begin, columns, values}, x);
  write_prepared(folder.file("dense"), {formula_kind::dense, 5, 7});
  const std::array<std::string, 2> whole{content_of(folder.file("csr")),
                                         content_of(folder.file("dense"))};
  fuzz::mutator mutator{20240607};
  std::size_t mapped = 0;
  constexpr std::size_t cases = 6000;
  for (std::size_t k = 0; k < cases; ++k) {
    std::string content = whole[k % 2];
    if (k % 3 == 0) {
      content = mutator.changed(content, words);
    } else {
      // In place: the length stays, so that offsets go on to mean something.
      const std::string_view word = words[mutator.below(words.size())];
      const std::size_t reach = k % 3 == 1 ? table_end : content.size();
      content.replace(mutator.below(reach - 16) / 8 * 8, word.size(), word);
    }
    const auto path = folder.write("changed", with_checksum(content));
    mapped += is_mapped(path, prepared_check::layout) ? 1U : 0U;
    mapped += is_mapped(path, prepared_check::contents) ? 1U : 0U;
  }
  EXPECT_GT(mapped, cases / 20);
  EXPECT_LT(mapped, cases);
}

}  // namespace
}  // namespace steelyard::workload

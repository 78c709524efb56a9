// SPDX-License-Identifier: Apache-2.0
#include "workload/byte_source.hpp"

#include "scratch_folder.hpp"
#include "workload/matrix_market.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <string>
#include <vector>

namespace steelyard::workload {
namespace {

std::string gzipped(std::string_view text) {
  const scratch_folder folder;
  const gzFile file = ::gzopen(folder.file("g").c_str(), "wb");
  ::gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
  ::gzclose(file);
  return content_of(folder.file("g"));
}

std::string all_of(const std::filesystem::path& path, std::size_t piece_bytes) {
  byte_source source{path};
  std::vector<char> piece(piece_bytes);
  std::string all;
  for (std::size_t got = 0; (got = source.read(piece)) > 0;) {
    all.append(piece.data(), got);
  }
  EXPECT_EQ(source.read(piece), 0U);
  return all;
}

std::string fault_of(std::string_view content) {
  const scratch_folder folder;
  try {
    static_cast<void>(all_of(folder.write("f", content), 1000));
  } catch (const gzip_error& fault) {
    return fault.what();
  }
  return "none";
}

/// Longer than the blocks of the source, and hard to compress.
std::string long_text() {
  std::string text;
  std::uint32_t state = 1;
  for (int k = 0; k < 600000; ++k) {
    state = state * 1664525U + 1013904223U;
    text += static_cast<char>('0' + (state >> 24) % 64);
  }
  return text;
}

TEST(byte_source, gives_plain_and_compressed_files_alike) {
  const scratch_folder folder;
  const std::string text = long_text();
  EXPECT_EQ(all_of(folder.write("plain", text), 4096), text);
  EXPECT_EQ(all_of(folder.write("packed", gzipped(text)), 4096), text);
  EXPECT_EQ(all_of(folder.write("packed", gzipped(text)), 1 << 20), text);
  EXPECT_TRUE(byte_source{folder.file("packed")}.is_compressed());
  EXPECT_FALSE(byte_source{folder.file("plain")}.is_compressed());
}

TEST(byte_source, gives_short_files) {
  const scratch_folder folder;
  for (const std::string_view text : {"", "a", "\x1f", "ab", "\x1f\x8a"}) {
    EXPECT_EQ(all_of(folder.write("f", text), 10), text);
  }
  EXPECT_EQ(all_of(folder.write("f", gzipped("")), 10), "");
}

TEST(byte_source, joins_members_and_skips_padding_behind_them) {
  const scratch_folder folder;
  const std::string packed = gzipped("one ") + gzipped("two") + std::string(1000, '\0');
  EXPECT_EQ(all_of(folder.write("f", packed), 3), "one two");
}

TEST(byte_source, sees_truncated_and_damaged_data) {
  const std::string packed = gzipped(long_text());
  for (const std::size_t kept :
       {std::size_t{2}, std::size_t{10}, packed.size() / 2, packed.size() - 1}) {
    EXPECT_EQ(fault_of(packed.substr(0, kept)), "truncated gzip data") << kept;
  }
  std::string damaged = packed;
  damaged[damaged.size() - 6] ^= 1;  // the checksum
  EXPECT_EQ(fault_of(damaged), "damaged gzip data (incorrect data check)");
  EXPECT_EQ(fault_of(gzipped("a") + "tail"), "other data after the gzip data");
  EXPECT_EQ(fault_of(gzipped("a") + "\x1ftail"), "damaged gzip data (incorrect header check)");
}

TEST(read_matrix_market, reads_gzip_whatever_the_name) {
  const scratch_folder folder;
  const auto read = read_matrix_market(folder.write(
      "m.mtx", gzipped("%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 5\n")));
  EXPECT_TRUE(read.facts.compressed);
  EXPECT_EQ(std::get<csr_matrix>(read.matrix).values, (std::vector<double>{5}));
}

TEST(read_matrix_market, names_the_line_at_which_gzip_data_end) {
  const scratch_folder folder;
  std::string text = "%%MatrixMarket matrix coordinate integer general\n9 9 90000\n";
  for (int k = 0; k < 90000; ++k) {
    text += "1 1 " + std::to_string(k * 7919 % 100003) + "\n";
  }
  const std::string packed = gzipped(text);
  try {
    static_cast<void>(
        read_matrix_market(folder.write("m.mtx.gz", packed.substr(0, packed.size() / 2))));
    FAIL() << "accepted";
  } catch (const matrix_market_error& fault) {
    EXPECT_EQ(fault.found(), "truncated gzip data");
    EXPECT_GT(fault.line(), 1000U);
    EXPECT_LT(fault.line(), 90000U);
  }
}

// A few KiB that would become 2 million entries.
TEST(read_matrix_market, holds_no_more_of_a_gzip_bomb_than_the_limit) {
  const scratch_folder folder;
  std::string text = "%%MatrixMarket matrix coordinate pattern general\n9 9 999999999999\n";
  for (int k = 0; k < 2000000; ++k) {
    text += "1 1\n";
  }
  const std::filesystem::path bomb = folder.write("b", gzipped(text));
  EXPECT_LT(std::filesystem::file_size(bomb), 20000U);
  EXPECT_THROW(static_cast<void>(read_matrix_market(bomb, {std::size_t{16} << 20})),
               matrix_market_error);
}

}  // namespace
}  // namespace steelyard::workload

// SPDX-License-Identifier: Apache-2.0
#include "record/atomic_file.hpp"

#include "scratch_directory.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <stdexcept>
#include <system_error>

namespace steelyard::record {
namespace {

TEST(write_file_atomically, replaces_the_whole_content) {
  const scratch_directory scratch;
  write_file_atomically(scratch / "file", "a long first content");
  write_file_atomically(scratch / "file", "short");
  EXPECT_EQ(read_text(scratch / "file"), "short");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(scratch.path()), {}), 1);
}

TEST(write_file_atomically, leaves_the_former_content_when_it_cannot_write) {
  const scratch_directory scratch;
  std::filesystem::create_directories(scratch / "taken/inside");
  try {
    write_file_atomically(scratch / "taken", "text");
    FAIL() << "no error";
  } catch (const std::system_error& error) {
    EXPECT_NE(std::string(error.what()).find("taken"), std::string::npos);
  }
  EXPECT_TRUE(std::filesystem::exists(scratch / "taken/inside"));
  EXPECT_FALSE(std::filesystem::exists(scratch / "taken.part"));
}

TEST(write_file_atomically, reports_a_full_disk_with_the_path) {
  if (!std::filesystem::exists("/dev/full")) {
    GTEST_SKIP() << "no /dev/full here";
  }
  const scratch_directory scratch;
  std::filesystem::create_symlink("/dev/full", scratch / "file.part");
  write_text(scratch / "file", "former");
  try {
    write_file_atomically(scratch / "file", "text");
    FAIL() << "no error";
  } catch (const std::system_error& error) {
    EXPECT_EQ(error.code(), std::errc::no_space_on_device);
    EXPECT_NE(std::string(error.what()).find("file.part"), std::string::npos);
  }
  EXPECT_EQ(read_text(scratch / "file"), "former");
}

TEST(read_bounded_file, refuses_what_is_too_large_or_no_file) {
  const scratch_directory scratch;
  write_text(scratch / "ten", "0123456789");
  EXPECT_EQ(read_bounded_file(scratch / "ten", 10), "0123456789");
  EXPECT_THROW((void)read_bounded_file(scratch / "ten", 9), std::runtime_error);
  EXPECT_THROW((void)read_bounded_file(scratch.path(), 9), std::runtime_error);
  EXPECT_THROW((void)read_bounded_file(scratch / "none", 9), std::runtime_error);
  ASSERT_EQ(::mkfifo((scratch / "pipe").c_str(), 0600), 0);
  EXPECT_THROW((void)read_bounded_file(scratch / "pipe", 9), std::runtime_error);
}

}  // namespace
}  // namespace steelyard::record

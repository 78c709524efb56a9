// SPDX-License-Identifier: Apache-2.0
#include "descriptor_io.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace steelyard::sdk {
namespace {

using result = line_source::result;

/// What `line_source` makes of `text` that comes through a pipe and ends.
std::vector<std::string> lines_of(const std::string& text, std::size_t limit) {
  std::array<int, 2> ends{};
  EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  std::jthread writer([&] {
    EXPECT_EQ(write_all(ends[1], std::as_bytes(std::span(text))), 0);
    ::close(ends[1]);
  });
  line_source source(ends[0], limit);
  std::vector<std::string> found;
  std::string line;
  for (result got = source.next(line); got != result::end; got = source.next(line)) {
    found.push_back(got == result::line ? line : "too long");
  }
  writer.join();
  ::close(ends[0]);
  return found;
}

TEST(line_source, gives_each_line_without_its_newline) {
  EXPECT_EQ(lines_of("one\n\nthree\n", 10), (std::vector<std::string>{"one", "", "three"}));
  EXPECT_EQ(lines_of("", 10), std::vector<std::string>{});
}

TEST(line_source, takes_what_follows_the_last_newline_for_a_line) {
  EXPECT_EQ(lines_of("one\ntwo", 10), (std::vector<std::string>{"one", "two"}));
}

TEST(line_source, drops_a_line_over_the_limit_and_goes_on) {
  EXPECT_EQ(lines_of("12345\n123456\nok\n", 5),
            (std::vector<std::string>{"12345", "too long", "ok"}));
  const std::string endless(1'000'000, 'x');
  EXPECT_EQ(lines_of(endless + "\nok\n" + endless, 100'000),
            (std::vector<std::string>{"too long", "ok", "too long"}));
}

TEST(line_source, joins_a_line_longer_than_its_chunk) {
  const std::string text(200'000, 'x');
  EXPECT_EQ(lines_of(text + "\n", 200'000), std::vector<std::string>{text});
}

TEST(write_all, gives_the_errno_of_a_failure) {
  const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  const std::string text = "x";
  EXPECT_EQ(write_all(full, std::as_bytes(std::span(text))), ENOSPC);
  ::close(full);
}

}  // namespace
}  // namespace steelyard::sdk

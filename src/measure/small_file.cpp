// SPDX-License-Identifier: Apache-2.0
#include "measure/small_file.hpp"

#include "measure/descriptor.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <system_error>

namespace steelyard::measure {
namespace {

constexpr std::size_t longest_file = 1UL << 20;

small_file unreadable(int error) {
  return {std::nullopt, std::generic_category().message(error), error};
}

}  // namespace

small_file read_small_file(const std::filesystem::path& path) {
  const descriptor file{open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (!file.is_open()) {
    return unreadable(errno);
  }
  std::string text;
  std::array<char, 4096> piece{};
  while (text.size() < longest_file) {
    const ssize_t got = read(file.fd(), piece.data(), piece.size());
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got < 0) {
      return unreadable(errno);
    }
    if (got == 0) {
      break;
    }
    text.append(piece.data(), static_cast<std::size_t>(got));
  }
  if (text.ends_with('\n')) {
    text.pop_back();
  }
  return {std::move(text), {}, 0};
}

std::optional<std::int64_t> leading_number(std::string_view text) noexcept {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos || text[begin] == '-') {
    return std::nullopt;
  }
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data() + begin, text.data() + text.size(), number);
  return error == std::errc{} ? std::optional{number} : std::nullopt;
}

std::optional<std::int64_t> number_after(std::string_view text, std::string_view key) noexcept {
  for (std::size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
    if (at == 0 || text[at - 1] == '\n') {
      return leading_number(text.substr(at + key.size()));
    }
  }
  return std::nullopt;
}

}  // namespace steelyard::measure

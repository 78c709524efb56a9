// SPDX-License-Identifier: Apache-2.0
#include "workload/text_cursor.hpp"

#include "workload/matrix_market_error.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace steelyard::workload {
namespace {

/// Start of a comment that is kept when the rest is dropped.
constexpr std::size_t kept_comment_bytes = 64;
/// Little enough that the text is still in a core's own cache when it is parsed.
constexpr std::size_t read_bytes = std::size_t{128} << 10;

}  // namespace

text_cursor::text_cursor(const std::filesystem::path& path, comment_style comments)
    : path_{path},
      comments_{comments},
      source_{path},
      block_(longest_line_bytes + 1),  // room for the '\n' that the last line may lack
      at_{block_.data()},
      end_{block_.data()} {}

std::string_view text_cursor::rest_of_line() {
  if (at_ == end_ && !refill()) {
    return {};
  }
  const void* const line_end = std::memchr(at_, '\n', static_cast<std::size_t>(end_ - at_));
  const char* last = static_cast<const char*>(line_end);
  if (last > at_ && last[-1] == '\r') {
    --last;
  }
  return {at_, static_cast<std::size_t>(last - at_)};
}

std::size_t text_cursor::line() const noexcept {
  const bool ended = source_ended_ && at_ == end_;
  return ended ? std::max<std::size_t>(finished_lines_, 1) : finished_lines_ + 1;
}

void text_cursor::fail(std::string_view expected) const {
  const std::string_view ahead{at_, static_cast<std::size_t>(end_ - at_)};
  const std::string_view word = ahead.substr(0, ahead.find_first_of(" \t\r\n"));
  fail_found(word.empty() ? "the end of the line" : quoted(word), expected);
}

void text_cursor::fail_found(std::string found, std::string_view expected) const {
  throw matrix_market_error{path_, line(), std::move(found), std::string{expected}};
}

void text_cursor::skip_comment() noexcept {
  ++comment_lines_;
  at_ = static_cast<const char*>(std::memchr(at_, '\n', static_cast<std::size_t>(end_ - at_)));
  next_line();
}

/// Drops the lines that were read and takes in whole lines anew; false at the end of the file.
bool text_cursor::refill() {
  const auto whole = static_cast<std::size_t>(end_ - block_.data());
  std::copy(block_.begin() + static_cast<std::ptrdiff_t>(whole),
            block_.begin() + static_cast<std::ptrdiff_t>(filled_),
            block_.begin());
  filled_ -= whole;
  std::size_t searched = 0;
  at_ = end_ = block_.data();
  for (;;) {
    const bool got_more = read_more();
    if (!got_more) {
      if (filled_ == 0) {
        return false;
      }
      block_[filled_++] = '\n';
    }
    const void* const last_end = ::memrchr(block_.data() + searched, '\n', filled_ - searched);
    if (last_end != nullptr) {
      end_ = static_cast<const char*>(last_end) + 1;
      return true;
    }
    if (filled_ == longest_line_bytes) {
      shorten_long_comment();
    }
    searched = filled_;
  }
}

bool text_cursor::read_more() {
  if (source_ended_) {
    return false;
  }
  try {
    const std::size_t room = std::min(longest_line_bytes - filled_, read_bytes);
    const std::size_t got = source_.read(std::span{block_}.subspan(filled_, room));
    filled_ += got;
    source_ended_ = got == 0;
    return got != 0;
  } catch (const gzip_error& fault) {
    fail_found(fault.what(), "whole gzip data");
  }
}

/// A comment that fills the block loses its text; the end of its line is still to come.
void text_cursor::shorten_long_comment() {
  const std::string_view start{block_.data(), kept_comment_bytes};
  block_[filled_] = '\n';  // ends the scan of a line that is all blanks
  skip_blanks();
  const bool kept = at_ < start.data() + start.size() && is_comment();
  at_ = block_.data();
  if (!kept) {
    fail_found(
        fmt::format(
            "a line of more than {} bytes, beginning with {}", longest_line_bytes, quoted(start)),
        "short lines");
  }
  filled_ = kept_comment_bytes;
}

}  // namespace steelyard::workload

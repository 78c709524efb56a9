// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workload/byte_source.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace steelyard::workload {

/// What makes a line a comment when it is the first character that is not blank.
enum class comment_style { percent, percent_or_hash };

/// A place in a text file that is read line by line, from first to last.
///
/// Only whole lines are looked at: the text at hand ends in '\n' (one is added to the last line),
/// so that scanning for anything that is not '\n' needs no bound. Memory is one block, whatever the
/// file holds; comments may be of any length, other lines up to a block.
///
/// All `fail` functions throw matrix_market_error with the file and the present line. What reads
/// the file throws std::system_error, and matrix_market_error where gzip data is damaged.
class text_cursor {
 public:
  static constexpr std::size_t longest_line_bytes = std::size_t{1} << 20;

  text_cursor(const std::filesystem::path& path, comment_style comments);

  /// Moves to the first character of content at or after the present place that stands in a line
  /// with content, over blank lines and comments; false at the end of the file.
  [[nodiscard]] bool seek_content() {
    for (;;) {
      if (at_ == end_ && !refill()) {
        return false;
      }
      skip_blanks();
      if (*at_ == '\n') {
        next_line();
      } else if (is_comment()) {
        skip_comment();
      } else {
        return true;
      }
    }
  }

  /// The text of the present line from the present place on, without its end; empty at the end of
  /// the file.
  [[nodiscard]] std::string_view rest_of_line();

  void skip_blanks() noexcept {
    while (*at_ == ' ' || *at_ == '\t' || *at_ == '\r') {
      ++at_;
    }
  }

  /// Over blanks to the end of the line; fails with `expected` at anything else.
  void expect_line_end(std::string_view expected) {
    skip_blanks();
    if (*at_ != '\n') {
      fail(expected);
    }
  }

  /// As expect_line_end, and over the end of the line.
  void finish_line(std::string_view expected) {
    expect_line_end(expected);
    next_line();
  }

  [[nodiscard]] const char* at() const noexcept { return at_; }

  [[nodiscard]] const char* end() const noexcept { return end_; }

  void move_to(const char* place) noexcept { at_ = place; }

  /// Counts from 1; at the end of the file, its last line.
  [[nodiscard]] std::size_t line() const noexcept;

  [[nodiscard]] std::size_t comment_lines() const noexcept { return comment_lines_; }

  [[nodiscard]] bool is_compressed() const noexcept { return source_.is_compressed(); }

  /// What was found is the word at the present place.
  [[noreturn]] void fail(std::string_view expected) const;
  [[noreturn]] void fail_found(std::string found, std::string_view expected) const;

 private:
  [[nodiscard]] bool is_comment() const noexcept {
    return *at_ == '%' || (*at_ == '#' && comments_ == comment_style::percent_or_hash);
  }

  void next_line() noexcept {
    ++at_;
    ++finished_lines_;
  }

  void skip_comment() noexcept;
  bool refill();
  [[nodiscard]] bool read_more();
  void shorten_long_comment();

  std::filesystem::path path_;
  comment_style comments_;
  byte_source source_;
  std::vector<char> block_;
  const char* at_ = nullptr;
  const char* end_ = nullptr;  ///< of the whole lines
  std::size_t filled_ = 0;     ///< bytes of the block that hold text; beyond end_, a part of a line
  std::size_t finished_lines_ = 0;
  std::size_t comment_lines_ = 0;
  bool source_ended_ = false;
};

}  // namespace steelyard::workload

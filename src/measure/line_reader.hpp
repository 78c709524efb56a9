// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace steelyard::measure {

/// Cuts a byte stream into lines, holding no more than one line and one piece.
class line_reader {
 public:
  explicit line_reader(std::size_t longest_line) noexcept : longest_(longest_line) {}

  void append(std::string_view piece);
  /// The next whole line, without its newline.
  [[nodiscard]] std::optional<std::string> take_line();

  /// True when the line that has begun is longer than the limit; the stream is of no use then.
  [[nodiscard]] bool is_oversize() const noexcept { return oversize_; }

  [[nodiscard]] bool is_empty() const noexcept { return held_.empty(); }

 private:
  std::size_t longest_;
  std::size_t searched_ = 0;  ///< bytes of `held_` known to hold no newline
  bool oversize_ = false;
  std::string held_;
};

/// The end of a stream of text: its last lines, from a bounded number of bytes.
class log_tail {
 public:
  void append(std::string_view piece);
  /// At most `count` lines, oldest first, each cut to 500 bytes; unprintable bytes become '?'.
  [[nodiscard]] std::vector<std::string> last_lines(std::size_t count) const;

 private:
  std::string held_;
};

}  // namespace steelyard::measure

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>

namespace steelyard::sdk {

/// Writes all of `bytes`; gives 0 or the errno of the failure.
[[nodiscard]] int write_all(int descriptor, std::span<const std::byte> bytes) noexcept;

/// Lines from a descriptor, none of them held beyond a limit.
class line_source {
 public:
  enum class result { line, too_long, end };

  /// \param descriptor  stays open; blocking.
  /// \param byte_limit  of a line without its newline.
  line_source(int descriptor, std::size_t byte_limit)
      : descriptor_(descriptor), byte_limit_(byte_limit) {}

  /// Puts the next line, without its newline, into `line`. A line over the limit is read to its
  /// newline and dropped. What follows the last newline is a line too, unless it is empty.
  /// Errors: `std::system_error` when reading fails.
  [[nodiscard]] result next(std::string& line);

 private:
  [[nodiscard]] bool refill();

  int descriptor_;
  std::size_t byte_limit_;
  std::array<char, 65'536> chunk_{};
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

}  // namespace steelyard::sdk

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace steelyard::workload {

/// An input file that cannot be used; what() is one line, "FILE:LINE: found F, expected E".
class matrix_market_error : public std::runtime_error {
 public:
  /// \param line      counts from 1; the last line where the fault is one of the whole file.
  /// \param found     as `quoted` gives it, or words.
  matrix_market_error(const std::filesystem::path& file,
                      std::size_t line,
                      std::string found,
                      std::string expected);

  [[nodiscard]] const std::filesystem::path& file() const noexcept { return file_; }

  [[nodiscard]] std::size_t line() const noexcept { return line_; }

  [[nodiscard]] const std::string& found() const noexcept { return found_; }

  [[nodiscard]] const std::string& expected() const noexcept { return expected_; }

 private:
  std::filesystem::path file_;
  std::size_t line_;
  std::string found_;
  std::string expected_;
};

/// Text of a hostile file made fit for a terminal: in quotes, at most 40 bytes of it (then "..."),
/// and what is not printable ASCII as \xNN.
[[nodiscard]] std::string quoted(std::string_view text);

}  // namespace steelyard::workload

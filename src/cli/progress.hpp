// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/terminal.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace steelyard::cli {

/// What a progress line says.
struct progress {
  std::string study;
  std::uint32_t round = 0;              ///< 0: not in a timing round
  std::optional<std::uint32_t> rounds;  ///< where their number is fixed
  std::uint64_t done = 0;               ///< processes of this round
  std::uint64_t total = 0;              ///< expected; 0: not known
  double elapsed_s = 0;
  std::optional<double> left_s;   ///< estimate that corrects itself
  bool estimate_is_rough = true;  ///< until the first round has ended
  std::string cell;               ///< being measured
  double cell_elapsed_s = 0;
  double cell_limit_s = 0;
};

/// One line without a line end, at most `width` columns.
[[nodiscard]] std::string progress_line(const progress& now, std::size_t width, bool utf8);

/// Writes progress to stderr: a redrawn line on a terminal (at most five times a second), else a
/// plain line every 15 s. Nothing is left behind on a terminal.
class progress_display {
 public:
  explicit progress_display(terminal where, bool quiet);
  ~progress_display();
  progress_display(const progress_display&) = delete;
  progress_display& operator=(const progress_display&) = delete;

  /// \param now_ns  CLOCK_MONOTONIC of the caller.
  void show(const progress& now, std::int64_t now_ns);
  /// Removes the line, so that other text can be written.
  void clear();

 private:
  terminal where_;
  bool quiet_;
  bool drawn_ = false;
  std::int64_t last_ns_ = 0;
};

}  // namespace steelyard::cli

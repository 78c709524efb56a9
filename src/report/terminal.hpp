// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "advice/language.hpp"
#include "analysis/summary.hpp"

#include <cstddef>
#include <string>

namespace steelyard::report {

struct terminal_options {
  std::size_t width = 80;  ///< columns; held to 80..120
  bool colour = false;
  bool ascii = false;  ///< signs of ours and foreign text in ASCII
  advice::language language = advice::language::english;
};

/// The answer for a terminal: per workload the verdict, then its table; at the end the three
/// loudest warnings. No line is longer than the width.
[[nodiscard]] std::string terminal(const analysis::run_summary& summary,
                                   const terminal_options& options);

}  // namespace steelyard::report

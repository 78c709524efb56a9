// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace steelyard::cli {

/// What the program's exit status means (README, "Exit codes"). Interrupted: 128 + the signal.
enum class exit_code {
  done = 0,              ///< undecided and tainted are answers
  gate_failed = 1,       ///< a requested gate or --strict failed
  usage = 2,             ///< wrong use, wrong configuration, unreadable input
  invalid = 3,           ///< results invalid; the report is written and marked
  nothing_measured = 4,  ///< not one cell could be measured
  internal = 5,          ///< internal or I/O error
  interrupted = 130,
  terminated = 143
};

}  // namespace steelyard::cli

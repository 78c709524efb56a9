// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/verb.hpp"

#include <optional>
#include <span>
#include <string>

namespace steelyard::cli {

/// The parsed command line: a verb to run, or a page of help to print.
struct command_line {
  action chosen;
  std::string help;  ///< printed on stdout with status 0 when not empty
};

/// Errors: `usage_error` with the unknown word and the nearest accepted one.
/// \param arguments  without the program's own name.
[[nodiscard]] command_line parse_command_line(std::span<const std::string> arguments);

/// The long options that a verb accepts, without dashes; for the test of the help pages.
[[nodiscard]] std::vector<std::string> options_of(const std::string& verb);

}  // namespace steelyard::cli

// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line.hpp"
#include "cli/usage_error.hpp"
#include "report/foreign_text.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

namespace {

/// Messages quote files, subjects and their logs.
void print_error(const std::exception& error) {
  fmt::print(stderr, "steelyard: {}\n", steelyard::report::terminal_lines(error.what()));
}

}  // namespace

int main(int argc, char** argv) {
  using steelyard::cli::exit_code;
  const std::vector<std::string> command(argv, argv + argc);
  try {
    const std::vector<std::string> arguments(command.begin() + (argc > 0 ? 1 : 0), command.end());
    const steelyard::cli::command_line parsed = steelyard::cli::parse_command_line(arguments);
    if (!parsed.help.empty()) {
      fmt::print("{}", parsed.help);
      return 0;
    }
    return static_cast<int>(parsed.chosen({command}));
  } catch (const steelyard::cli::usage_error& error) {
    print_error(error);
    return static_cast<int>(exit_code::usage);
  } catch (const std::exception& error) {
    print_error(error);
    return static_cast<int>(exit_code::internal);
  }
}

// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line.hpp"
#include "cli/usage_error.hpp"
#include "report/foreign_text.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <exception>
#include <string>
#include <system_error>
#include <vector>

namespace {

/// Messages quote files, subjects and their logs.
void print_error(const std::exception& error) {
  fmt::print(stderr, "steelyard: {}\n", steelyard::report::terminal_lines(error.what()));
}

/// An answer that did not arrive is no success. Errors: `std::system_error`.
void flush_answer() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    throw std::system_error(errno, std::generic_category(), "cannot write to stdout");
  }
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
      flush_answer();
      return static_cast<int>(exit_code::done);
    }
    const exit_code result = parsed.chosen({command});
    flush_answer();
    return static_cast<int>(result);
  } catch (const steelyard::cli::usage_error& error) {
    print_error(error);
    return static_cast<int>(exit_code::usage);
  } catch (const std::exception& error) {
    print_error(error);
    return static_cast<int>(exit_code::internal);
  }
}

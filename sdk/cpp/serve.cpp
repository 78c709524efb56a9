// SPDX-License-Identifier: Apache-2.0
#include "conversation.hpp"
#include "descriptor_io.hpp"
#include "protocol/line.hpp"
#include "steelyard_subject.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <system_error>

namespace steelyard::sdk {
namespace {

constexpr std::string_view mark = "--steelyard-subject";

void print_what_this_is(const subject& described) {
  std::string text =
      "This is the " + described.language + " subject of Steelyard, \"" + described.name + "\" " +
      described.version +
      ": implementations that Steelyard measures.\n"
      "Steelyard starts it as COMMAND --steelyard-subject and talks to it over standard "
      "input and output.\nTo measure it: ./steelyard run. It carries:\n";
  for (const implementation& one : described.implementations) {
    text += "  " + one.about.id +
            (one.about.available ? "" : " (not available: " + one.about.reason + ")") + '\n';
  }
  (void)write_all(STDERR_FILENO, std::as_bytes(std::span(text)));
}

/// Gives a descriptor of what standard output was, and makes standard output the log. Children of
/// the subject do not get the descriptor.
int take_standard_output() {
  const int answers = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (answers < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
    throw std::system_error(errno, std::generic_category(), "redirecting standard output");
  }
  return answers;
}

int answer_all(const subject& served) {
  const protocol::line_limits limits;
  const int answers = take_standard_output();
  line_source requests(STDIN_FILENO, limits.bytes);
  conversation spoken(served);
  std::string line;
  while (!spoken.is_closed()) {
    const line_source::result got = requests.next(line);
    if (got == line_source::result::end) {
      return 0;
    }
    const std::string answer =
        got == line_source::result::line ? spoken.answer(line) : answer_to_endless_line(limits);
    if (const int failure = write_all(answers, std::as_bytes(std::span(answer))); failure != 0) {
      throw std::system_error(failure, std::generic_category(), "writing an answer");
    }
  }
  return 0;
}

}  // namespace

int serve(int argument_count, char** arguments, const subject& served) {
  if (argument_count < 2 || arguments[argument_count - 1] != mark) {
    print_what_this_is(served);
    return 2;
  }
  try {
    return answer_all(served);
  } catch (const std::exception& error) {
    const std::string text = served.name + ": " + error.what() + '\n';
    (void)write_all(STDERR_FILENO, std::as_bytes(std::span(text)));
    return 1;
  }
}

}  // namespace steelyard::sdk

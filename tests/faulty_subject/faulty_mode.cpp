// SPDX-License-Identifier: Apache-2.0
#include "faulty_mode.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace steelyard::faulty {
namespace {

constexpr std::array<std::pair<std::string_view, mode>, 20> names{
    {{"none", mode::none},
     {"wrong-row", mode::wrong_row},
     {"swapped-rows", mode::swapped_rows},
     {"do-nothing", mode::do_nothing},
     {"do-nothing-later", mode::do_nothing_later},
     {"hang-open", mode::hang_open},
     {"hang-call", mode::hang_call},
     {"spin-call", mode::spin_call},
     {"crash-call", mode::crash_call},
     {"exit-call", mode::exit_call},
     {"garbage", mode::garbage},
     {"endless", mode::endless},
     {"allocate", mode::allocate},
     {"ignore-close", mode::ignore_close},
     {"leave-children", mode::leave_children},
     {"exit-nonzero", mode::exit_nonzero},
     {"slow-describe", mode::slow_describe},
     {"missing-digest", mode::missing_digest},
     {"stray-print", mode::stray_print},
     {"flood-stderr", mode::flood_stderr}}};

[[noreturn]] void sleep_for_ever() {
  while (true) {
    ::pause();
  }
}

[[noreturn]] void spin_for_ever() {
  while (true) {
    (void)::getppid();
  }
}

void write_text(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0) {
      ::_exit(1);
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

[[noreturn]] void write_for_ever() {
  const std::string text(65'536, 'x');
  while (true) {
    write_text(raw_answers, text);
  }
}

[[noreturn]] void allocate_to_the_cap() {
  constexpr std::size_t piece_bytes = std::size_t{8} << 20;
  std::vector<std::vector<char>> held;
  for (int piece = 0; piece < 256; ++piece) {
    held.emplace_back(piece_bytes, 'x');
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  sleep_for_ever();
}

void leave_a_child() {
  const pid_t child = ::fork();
  if (child == 0) {
    ::setsid();
    if (::fork() == 0) {
      sleep_for_ever();
    }
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);  // so that the child is there when `open` is answered
}

}  // namespace

std::optional<mode> mode_named(std::string_view name) {
  const auto found = std::ranges::find(names, name, &decltype(names)::value_type::first);
  return found == names.end() ? std::nullopt : std::optional(found->second);
}

void misbehave_in_open(mode fault) {
  if (fault == mode::hang_open) {
    sleep_for_ever();
  }
  if (fault == mode::leave_children) {
    leave_a_child();
  }
  for (int line = 0; fault == mode::flood_stderr && line < 1 << 17; ++line) {
    write_text(STDERR_FILENO, "a line of sixty-four bytes, of which there are very many indeed\n");
  }
}

void misbehave_in_call(mode fault) {
  switch (fault) {
    case mode::hang_call:
      sleep_for_ever();
    case mode::spin_call:
      spin_for_ever();
    case mode::crash_call:
      std::raise(SIGSEGV);
      break;
    case mode::exit_call:
      ::_exit(7);
    case mode::garbage:
      write_text(raw_answers, "this is \x01 no answer {\n");
      break;
    case mode::endless:
      write_for_ever();
    case mode::allocate:
      allocate_to_the_cap();
    case mode::stray_print:
      std::puts("{\"op\":\"call\",\"printed\":\"by an implementation\"}");
      std::fflush(stdout);
      break;
    default:
      break;
  }
}

}  // namespace steelyard::faulty

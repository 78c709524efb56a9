// SPDX-License-Identifier: Apache-2.0
#include "cli/interruption.hpp"

#include <unistd.h>

#include <array>
#include <csignal>

namespace steelyard::cli {
namespace {

// The one thing a signal handler may write to; a handler cannot be given an argument.
volatile std::sig_atomic_t asked_by =
    0;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

void on_signal(int number) {
  if (asked_by != 0) {
    _exit(128 + number);
  }
  asked_by = number;
}

}  // namespace

void catch_interruptions() {
  struct sigaction handler {};

  handler.sa_handler = on_signal;  // no SA_RESTART: a waiting poll returns and sees the request
  sigemptyset(&handler.sa_mask);
  for (const int number : std::array{SIGINT, SIGTERM, SIGHUP}) {
    sigaction(number, &handler, nullptr);
  }
}

int interruption() noexcept {
  return asked_by;
}

}  // namespace steelyard::cli

// SPDX-License-Identifier: Apache-2.0
// An engine for engine_killed_test to kill: starts the given program under a supervisor and prints
// its lines.
#include "measure/clock.hpp"
#include "measure/conversation.hpp"

#include <cstdio>

int main(int count, char** arguments) {
  using namespace steelyard::measure;
  conversation talk{{{arguments + 1, arguments + count}, {"PATH=/usr/bin:/bin"}, {}}, {}};
  std::printf("%d\n", talk.process().supervisor);
  for (;;) {
    const reply line = talk.receive({.deadline_ns = monotonic_ns() + 100'000'000'000});
    if (line.how != receipt::line) {
      return 1;
    }
    std::printf("%s\n", line.line.c_str());
    std::fflush(stdout);
  }
}

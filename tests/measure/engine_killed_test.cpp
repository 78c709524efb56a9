// SPDX-License-Identifier: Apache-2.0
#include "measure/clock.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace steelyard::measure {
namespace {

bool is_alive(pid_t process) {
  std::ifstream stat{"/proc/" + std::to_string(process) + "/stat"};
  const std::string text{std::istreambuf_iterator<char>{stat}, {}};
  return !text.empty() && text.find(") Z ") == std::string::npos;
}

bool is_any_alive(const std::vector<pid_t>& processes) {
  for (const pid_t process : processes) {
    if (is_alive(process)) {
      return true;
    }
  }
  return false;
}

// Prints its pid and those of a child, of a grandchild in its own session after a double fork, and
// of a process that ignores every signal it can.
const char* const family = R"(
import os, signal, time
def child(work):
    reader, writer = os.pipe()
    if os.fork() == 0:
        work(lambda: os.write(writer, b"%d\n" % os.getpid()))
        time.sleep(1000)
    print(os.read(reader, 20).decode().strip(), flush=True)
def plain(tell):
    tell()
def escaped(tell):
    os.setsid()
    if os.fork(): os._exit(0)
    tell()
def deaf(tell):
    for number in range(1, 32):
        if number not in (signal.SIGKILL, signal.SIGSTOP): signal.signal(number, signal.SIG_IGN)
    os.setpgid(0, 0)
    tell()
print(os.getpid(), flush=True)
child(plain); child(escaped); child(deaf)
time.sleep(1000)
)";

/// An engine as a user would start it: nobody watches over it.
struct bare_engine {
  pid_t process = -1;
  std::FILE* output = nullptr;

  bare_engine() {
    std::array<int, 2> ends{};
    EXPECT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    std::vector<std::string> words{ENGINE_KILLED, "/usr/bin/python3", "-c", family};
    std::vector<char*> argv;
    for (std::string& word : words) {
      argv.push_back(word.data());
    }
    argv.push_back(nullptr);
    EXPECT_EQ(posix_spawn(&process, ENGINE_KILLED, &actions, nullptr, argv.data(), environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    output = fdopen(ends[0], "r");
  }

  ~bare_engine() {
    kill(process, SIGKILL);
    waitpid(process, nullptr, 0);
    std::fclose(output);
  }

  [[nodiscard]] pid_t next_pid() const {
    int number = -1;
    EXPECT_EQ(std::fscanf(output, "%d", &number), 1);
    return number;
  }
};

TEST(engine_killed, leaves_no_process_behind) {
  std::vector<pid_t> processes;
  {
    const bare_engine engine;
    for (int line = 0; line < 5; ++line) {  // supervisor, subject and its three children
      processes.push_back(engine.next_pid());
      ASSERT_TRUE(is_alive(processes.back())) << line;
    }
  }                                                                 // killed with SIGKILL
  const std::int64_t deadline_ns = monotonic_ns() + 2'000'000'000;  // what the project promises
  while (is_any_alive(processes) && monotonic_ns() < deadline_ns) {
    usleep(1000);
  }
  EXPECT_FALSE(is_any_alive(processes));
}

}  // namespace
}  // namespace steelyard::measure

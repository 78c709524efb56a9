// SPDX-License-Identifier: Apache-2.0
#include "measure/conversation.hpp"

#include "measure/clock.hpp"

#include <dirent.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace steelyard::measure {
namespace {

std::int64_t after_s(double seconds) {
  return monotonic_ns() + static_cast<std::int64_t>(seconds * 1e9);
}

/// A subject that is a shell script.
program shell(const std::string& script) {
  return {{"/bin/sh", "-c", script}, {"PATH=/usr/bin:/bin"}, {}};
}

std::size_t open_descriptors() {
  std::size_t count = 0;
  DIR* directory = opendir("/proc/self/fd");
  while (readdir(directory) != nullptr) {
    ++count;
  }
  closedir(directory);
  return count;
}

std::string first_line_of(const std::string& script) {
  conversation talk{shell(script), {}};
  return talk.receive({.deadline_ns = after_s(20)}).line;
}

TEST(conversation, exchanges_lines) {
  conversation talk{shell("while read line; do echo \"got $line\"; done; exit 3"), {}};
  ASSERT_TRUE(talk.send("one", after_s(20)));
  const reply first = talk.receive({.deadline_ns = after_s(20)});
  EXPECT_EQ(first.how, receipt::line);
  EXPECT_EQ(first.line, "got one");
  EXPECT_GE(first.received_ns, talk.launch_ns());
  ASSERT_TRUE(talk.send("two", after_s(20)));
  EXPECT_EQ(talk.receive({.deadline_ns = after_s(20)}).line, "got two");
  const exit_report end = talk.finish({.deadline_ns = after_s(20)});
  EXPECT_EQ(end.words(), "exit status 3");
  EXPECT_GE(end.exit_ns, end.launch_ns);
  EXPECT_GT(end.usage.max_rss_bytes, 0);
  EXPECT_FALSE(talk.was_killed());
}

TEST(conversation, keeps_lines_that_came_in_one_piece_apart) {
  conversation talk{shell("printf 'a\\nb\\n'; sleep 20"), {}};
  EXPECT_EQ(talk.receive({.deadline_ns = after_s(20)}).line, "a");
  EXPECT_TRUE(talk.has_unread_output());
  EXPECT_EQ(talk.receive({.deadline_ns = after_s(20)}).line, "b");
  EXPECT_FALSE(talk.has_unread_output());
}

TEST(conversation, gives_the_exact_environment) {
  conversation talk{program{{"env"}, {"PATH=/usr/bin:/bin", "GREETING=hello"}, {}}, {}};
  EXPECT_EQ(talk.receive({.deadline_ns = after_s(20)}).line, "PATH=/usr/bin:/bin");
  EXPECT_EQ(talk.receive({.deadline_ns = after_s(20)}).line, "GREETING=hello");
  EXPECT_EQ(talk.receive({.deadline_ns = after_s(20)}).how, receipt::ended);
}

TEST(conversation, gives_the_subject_three_descriptors_only) {
  EXPECT_EQ(first_line_of("exec ls /proc/self/fd | tr '\\n' ' '; echo"),
            "0 1 2 3 ");  // 3: ls itself
}

TEST(conversation, binds_before_exec) {
  program bound = shell("grep Cpus_allowed_list /proc/self/status");
  bound.cpus = {0};
  conversation talk{bound, {}};
  EXPECT_EQ(talk.receive({.deadline_ns = after_s(20)}).line, "Cpus_allowed_list:\t0");
}

TEST(conversation, resets_signals) {
  struct sigaction ignore {};

  struct sigaction before {};

  ignore.sa_handler = SIG_IGN;
  sigaction(SIGUSR1, &ignore, &before);
  EXPECT_EQ(first_line_of("grep -E 'SigIgn|SigBlk' /proc/self/status | tr -d '\\t\\n'; echo"),
            "SigBlk:0000000000000000SigIgn:0000000000000000");
  sigaction(SIGUSR1, &before, nullptr);
}

TEST(conversation, names_what_cannot_be_executed) {
  try {
    conversation talk{program{{"/no/such/program"}, {}, {}}, {}};
    FAIL() << "started";
  } catch (const subject_error& error) {
    EXPECT_STREQ(error.what(), "cannot start '/no/such/program': No such file or directory");
  }
  EXPECT_THROW((conversation{program{{"no-such-program"}, {"PATH=/bin"}, {}}, {}}), subject_error);
  EXPECT_THROW((conversation{program{{"/etc"}, {}, {}}, {}}), subject_error);
  EXPECT_THROW((conversation{program{{}, {}, {}}, {}}), subject_error);
}

TEST(conversation, names_cpus_that_cannot_be_bound) {
  program bound = shell("echo no");
  bound.cpus = {100000};
  try {
    conversation talk{bound, {}};
    FAIL() << "started";
  } catch (const subject_error& error) {
    EXPECT_NE(std::string{error.what()}.find("cannot bind it to its 1 CPUs (first 100000)"),
              std::string::npos)
        << error.what();
  }
}

TEST(conversation, sees_the_end_of_a_subject) {
  conversation talk{shell("kill -SEGV $$"), {}};
  EXPECT_EQ(talk.receive({.deadline_ns = after_s(20)}).how, receipt::ended);
  EXPECT_EQ(talk.finish({.deadline_ns = after_s(20)}).words(), "signal 11 (SIGSEGV)");
}

TEST(conversation, times_out_on_silence_and_can_be_killed) {
  conversation talk{shell("sleep 100"), {}};
  EXPECT_EQ(talk.receive({.deadline_ns = after_s(0.05)}).how, receipt::timed_out);
  EXPECT_EQ(talk.finish({.deadline_ns = after_s(0)}).words(), "signal 9 (SIGKILL)");
  EXPECT_TRUE(talk.was_killed());
}

TEST(conversation, wakes_while_waiting_and_can_be_stopped) {
  conversation talk{shell("sleep 100"), {}};
  int wakes = 0;
  const reply answer =
      talk.receive({.deadline_ns = after_s(20), .wake_every_ns = 1'000'000, .on_wake = [&] {
                      return ++wakes < 5;
                    }});
  EXPECT_EQ(answer.how, receipt::stopped);
  EXPECT_EQ(wakes, 5);
}

TEST(conversation, bounds_a_flood_without_newline) {
  process_limits limits;
  limits.line_bytes = 1 << 20;
  rusage before{};
  getrusage(RUSAGE_SELF, &before);
  conversation talk{shell("exec cat /dev/zero"), limits};
  EXPECT_EQ(talk.receive({.deadline_ns = after_s(20)}).how, receipt::oversize);
  EXPECT_EQ(talk.receive({.deadline_ns = after_s(20)}).how, receipt::oversize);
  rusage after{};
  getrusage(RUSAGE_SELF, &after);
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 16 << 10);  // KiB
}

TEST(conversation, meets_the_deadline_in_a_flood) {
  conversation talk{shell("exec cat /dev/zero"), {.line_bytes = std::int64_t{1} << 40}};
  EXPECT_EQ(talk.receive({.deadline_ns = after_s(0.02)}).how, receipt::timed_out);
}

TEST(conversation, bounds_a_flood_on_stderr_and_keeps_its_end) {
  conversation talk{shell("seq 1 200000 >&2; printf '\\033[31mlast' >&2; echo done"), {}};
  EXPECT_EQ(talk.receive({.deadline_ns = after_s(20)}).line, "done");
  static_cast<void>(talk.finish({.deadline_ns = after_s(20)}));
  const std::vector<std::string> tail = talk.stderr_tail();
  ASSERT_EQ(tail.size(), 20U);
  EXPECT_EQ(tail[0], "199982");
  EXPECT_EQ(tail[18], "200000");
  EXPECT_EQ(tail[19], "?[31mlast");
}

TEST(conversation, reports_that_nobody_takes_a_request) {
  conversation talk{shell("exec 0<&-; echo closed; sleep 100"), {}};
  EXPECT_EQ(talk.receive({.deadline_ns = after_s(20)}).line, "closed");
  EXPECT_FALSE(talk.send("anything", after_s(20)));  // EPIPE; SIGPIPE would end this test
  conversation deaf{shell("sleep 100"), {}};
  EXPECT_FALSE(deaf.send(std::string(1 << 20, 'x'), after_s(0.05)));
}

TEST(conversation, counts_descendants_that_were_left) {
  conversation talk{shell("sleep 100 & sleep 100 & echo started"), {}};
  EXPECT_EQ(talk.receive({.deadline_ns = after_s(20)}).line, "started");
  EXPECT_EQ(talk.finish({.deadline_ns = after_s(20)}).left_behind, 2U);
}

bool is_alive(pid_t process) {
  std::ifstream stat{"/proc/" + std::to_string(process) + "/stat"};
  std::string text{std::istreambuf_iterator<char>{stat}, {}};
  return !text.empty() && text.find(") Z ") == std::string::npos;
}

TEST(conversation, kills_descendants_that_left_their_session) {
  conversation talk{shell("setsid sh -c 'setsid sleep 100 & echo $!; exit 0' & wait; sleep 100"),
                    {}};
  const pid_t escaped = std::stoi(talk.receive({.deadline_ns = after_s(20)}).line);
  ASSERT_TRUE(is_alive(escaped));
  static_cast<void>(talk.finish({.deadline_ns = 0}));
  EXPECT_FALSE(is_alive(escaped));
}

TEST(conversation, ends_a_chain_of_processes_that_fork_while_being_killed) {
  // Each link starts the next in a session of its own and exits.
  const char* const chain =
      "import os, sys\n"
      "print('started', flush=True)\n"
      "while True:\n"
      "    if os.fork(): os._exit(0)\n"
      "    os.setsid()\n";
  conversation talk{program{{"/usr/bin/python3", "-c", chain}, {}, {}}, {}};
  EXPECT_EQ(talk.receive({.deadline_ns = after_s(20)}).line, "started");
  const exit_report end = talk.finish({.deadline_ns = after_s(20)});
  EXPECT_EQ(end.words(), "exit status 0");
}

TEST(conversation, leaks_nothing_over_many_launches) {
  const std::size_t before = open_descriptors();
  for (int launch = 0; launch < 300; ++launch) {
    conversation talk{program{{"/bin/true"}, {}, {}}, {}};
    ASSERT_EQ(talk.finish({.deadline_ns = after_s(20)}).words(), "exit status 0");
  }
  for (int launch = 0; launch < 20; ++launch) {
    EXPECT_THROW((conversation{program{{"/no/such"}, {}, {}}, {}}), subject_error);
  }
  EXPECT_EQ(open_descriptors(), before);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);  // no child, so no zombie either
  EXPECT_EQ(errno, ECHILD);
}

TEST(conversation, gives_the_report_of_a_supervisor_that_left_an_order_unread) {
  conversation talk{shell("sleep 100"), {}};
  kill(talk.process().supervisor, SIGSTOP);
  talk.kill();
  talk.kill();  // the supervisor ends at the first order
  kill(talk.process().supervisor, SIGCONT);
  EXPECT_EQ(talk.finish({.deadline_ns = after_s(20)}).words(), "signal 9 (SIGKILL)");
}

TEST(conversation, says_when_the_supervisor_is_killed) {
  conversation talk{shell("echo $$; sleep 100"), {}};
  const pid_t subject = std::stoi(talk.receive({.deadline_ns = after_s(20)}).line);
  kill(talk.process().supervisor, SIGKILL);
  EXPECT_THROW(static_cast<void>(talk.finish({.deadline_ns = after_s(20)})), std::system_error);
  const std::int64_t deadline = after_s(20);
  while (is_alive(subject) && monotonic_ns() < deadline) {
    usleep(1000);
  }
  EXPECT_FALSE(is_alive(subject));
}

}  // namespace
}  // namespace steelyard::measure

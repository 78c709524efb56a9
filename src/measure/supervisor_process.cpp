// SPDX-License-Identifier: Apache-2.0
#include "measure/supervisor_process.hpp"

#include "measure/child_killing.hpp"
#include "measure/clock.hpp"

#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace steelyard::measure {
namespace {

constexpr int control_fd = 3;

/// What the subject writes before exec (error 0), and after an exec that failed.
struct exec_word {
  launch_stage stage = launch_stage::exec;
  std::int32_t error = 0;
  std::int64_t launch_ns = 0;
};

struct supervision {
  pid_t subject = -1;
  int go = -1;
  int exec_words = -1;
  int signals = -1;
  bool subject_ended = false;
  bool announced = false;  ///< `started` or `failed` was sent
  supervisor_note report;
};

void close_from(unsigned first, unsigned flags) noexcept {
  if (close_range(first, ~0U, static_cast<int>(flags)) == 0) {
    return;
  }
  // Kernels before 5.11 and some container filters lack it.
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  const int end = limit.rlim_cur > 65536 ? 65536 : static_cast<int>(limit.rlim_cur);
  for (int fd = static_cast<int>(first); fd < end; ++fd) {
    if (flags == 0) {
      close(fd);
    } else {
      fcntl(fd, F_SETFD, FD_CLOEXEC);
    }
  }
}

void reset_signals() noexcept {
  struct sigaction fresh {};

  fresh.sa_handler = SIG_DFL;
  for (int signal_number = 1; signal_number < NSIG; ++signal_number) {
    sigaction(signal_number, &fresh, nullptr);  // fails for SIGKILL, SIGSTOP: nothing to reset
  }
}

void tell_engine(supervisor_note note, note_kind kind) noexcept {
  note.kind = kind;
  // The engine may be gone; the tree is then ended all the same.
  send(control_fd, &note, sizeof note, MSG_NOSIGNAL);
}

void write_word(int fd, const exec_word& word) noexcept {
  // An atomic pipe write; a lost word shows as the subject's exit status 127.
  [[maybe_unused]] const ssize_t written = write(fd, &word, sizeof word);
}

/// The kernel should take the subject, not the engine, when memory runs out. Raising is always
/// allowed.
void volunteer_for_oom() noexcept {
  const int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (fd >= 0) {
    [[maybe_unused]] const ssize_t written = write(fd, "1000", 4);
    close(fd);
  }
}

[[noreturn]] void become_subject(const launch_block& block,
                                 pid_t supervisor,
                                 int go,
                                 int words) noexcept {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  char order = 0;
  if (getppid() != supervisor || read(go, &order, 1) != 1) {
    _exit(127);
  }
  exec_word word;
  if (block.cpus != nullptr && sched_setaffinity(0, block.cpus_bytes, block.cpus) != 0) {
    word = {launch_stage::bind, errno, 0};
    write_word(words, word);
    _exit(127);
  }
  volunteer_for_oom();
  rlimit core{};
  getrlimit(RLIMIT_CORE, &core);
  core.rlim_cur = 0;  // a crash is recorded; writing gigabytes of core would disturb the next cell
  setrlimit(RLIMIT_CORE, &core);
  close_from(3, CLOSE_RANGE_CLOEXEC);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  word.launch_ns = monotonic_ns();
  write_word(words, word);
  execve(block.path, block.argv, block.environment);
  word.error = errno;
  write_word(words, word);
  _exit(127);
}

/// Reaps whatever has ended. False when there is no child at all.
bool reap(supervision& state) noexcept {
  for (;;) {
    int status = 0;
    rusage usage{};
    const pid_t ended = wait4(-1, &status, WNOHANG, &usage);
    if (ended == 0) {
      return true;
    }
    if (ended < 0) {
      return errno == EINTR;
    }
    if (ended == state.subject) {
      state.subject_ended = true;
      state.report.exit_ns = monotonic_ns();
      state.report.wait_status = status;
      state.report.usage = usage;
    } else if (state.subject_ended) {
      ++state.report.left_behind;
    }
  }
}

void drain_signals(int fd) noexcept {
  signalfd_siginfo info{};
  while (read(fd, &info, sizeof info) > 0) {
  }
}

/// Orphans come to us, a child subreaper, when their parent dies: having no child means nothing is
/// left.
void end_tree(supervision& state) noexcept {
  while (reap(state)) {
    kill_all_children();
    pollfd wait{state.signals, POLLIN, 0};
    poll(&wait, 1, 2);
    drain_signals(state.signals);
  }
}

void hear_subject(supervision& state) noexcept {
  exec_word word;
  const ssize_t got = read(state.exec_words, &word, sizeof word);
  if (got == static_cast<ssize_t>(sizeof word)) {
    state.report.launch_ns = word.launch_ns;
    state.report.stage = word.stage;
    state.report.error = word.error;
    if (word.error == 0) {
      return;  // exec comes next: it closes the pipe, or a second word tells its error
    }
  }
  close(state.exec_words);
  state.exec_words = -1;
  if (state.report.error == 0 && state.report.launch_ns == 0) {
    state.report.error = ECANCELED;  // killed before it reached exec
  }
  state.announced = true;
  tell_engine(state.report, state.report.error == 0 ? note_kind::started : note_kind::failed);
}

/// False when the tree is to be ended.
bool obey(supervision& state) noexcept {
  char order = 0;
  if (recv(control_fd, &order, 1, 0) != 1 || order != order_go) {
    return false;
  }
  [[maybe_unused]] const ssize_t written = write(state.go, &order, 1);
  return true;
}

void watch(supervision& state) noexcept {
  while (!state.subject_ended || !state.announced) {
    std::array<pollfd, 3> fds{
        {{control_fd, POLLIN, 0}, {state.signals, POLLIN, 0}, {state.exec_words, POLLIN, 0}}};
    if (poll(fds.data(), fds.size(), -1) < 0) {
      continue;
    }
    if (fds[2].revents != 0) {
      hear_subject(state);
    }
    if (fds[1].revents != 0) {
      drain_signals(state.signals);
      reap(state);
    }
    if (fds[0].revents != 0 && !obey(state)) {
      return;
    }
  }
}

/// stdin, stdout and stderr of the supervisor were the subject's; held on, they would keep its
/// pipes open.
void let_go_of_pipes() noexcept {
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int fd = 0; fd < 3; ++fd) {
    if (nothing < 0 || dup2(nothing, fd) < 0) {
      close(fd);
    }
  }
  if (nothing >= 0) {
    close(nothing);
  }
}

void take_descriptors(const launch_block& block) noexcept {
  dup2(block.input, 0);
  dup2(block.output, 1);
  dup2(block.log, 2);
  dup2(block.control, control_fd);
  fcntl(control_fd, F_SETFD, FD_CLOEXEC);
  close_from(control_fd + 1, 0);
}

}  // namespace

void supervise(const launch_block& block) noexcept {
  setsid();
  prctl(PR_SET_NAME, "steelyard-watch");
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  take_descriptors(block);
  sigset_t child_signal;
  sigemptyset(&child_signal);
  sigaddset(&child_signal, SIGCHLD);
  reset_signals();
  supervision state;
  state.signals = signalfd(-1, &child_signal, SFD_CLOEXEC | SFD_NONBLOCK);
  std::array<int, 2> go{-1, -1};
  std::array<int, 2> words{-1, -1};
  const pid_t self = getpid();
  const bool ready =
      state.signals >= 0 && pipe2(go.data(), O_CLOEXEC) == 0 && pipe2(words.data(), O_CLOEXEC) == 0;
  state.subject = ready ? _Fork() : -1;
  if (state.subject == 0) {
    close(go[1]);
    close(words[0]);
    become_subject(block, self, go[0], words[1]);
  }
  if (state.subject < 0) {
    state.report.stage = launch_stage::fork;
    state.report.error = errno;
    tell_engine(state.report, note_kind::failed);
    _exit(1);
  }
  let_go_of_pipes();
  close(go[0]);
  close(words[1]);
  state.go = go[1];
  state.exec_words = words[0];
  state.report.subject = state.subject;
  tell_engine(state.report, note_kind::forked);
  watch(state);
  end_tree(state);
  tell_engine(state.report, note_kind::ended);
  _exit(0);
}

}  // namespace steelyard::measure

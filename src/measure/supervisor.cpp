// SPDX-License-Identifier: Apache-2.0
#include "measure/supervisor.hpp"

#include "measure/clock.hpp"
#include "measure/cpu_mask.hpp"
#include "measure/perf_counter.hpp"
#include "measure/supervisor_process.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <system_error>

namespace steelyard::measure {
namespace {

constexpr std::int64_t exec_patience_ns = 30'000'000'000;

[[noreturn]] void fail(const char* call) {
  throw std::system_error(errno, std::generic_category(), call);
}

struct pipe_ends {
  descriptor reader;
  descriptor writer;
};

pipe_ends make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    fail("pipe2");
  }
  return {descriptor{ends[0]}, descriptor{ends[1]}};
}

/// Above the numbers that the supervisor moves things to, also when the engine was started without
/// stdin.
void raise(descriptor& end) {
  const int raised = fcntl(end.fd(), F_DUPFD_CLOEXEC, 10);
  if (raised < 0) {
    fail("fcntl F_DUPFD_CLOEXEC");
  }
  end = descriptor{raised};
}

void make_nonblocking(const descriptor& end) {
  if (fcntl(end.fd(), F_SETFL, O_NONBLOCK) != 0) {
    fail("fcntl O_NONBLOCK");
  }
}

std::string_view search_path(const std::vector<std::string>& environment) {
  for (const std::string& entry : environment) {
    if (entry.starts_with("PATH=")) {
      return std::string_view{entry}.substr(5);
    }
  }
  return "/usr/local/bin:/usr/bin:/bin";
}

/// As execvp(3) would find it, but before the fork, where allocation is allowed.
std::string executable_path(const program& what) {
  if (what.argv.empty() || what.argv.front().empty()) {
    throw subject_error("cannot start a subject: its command is empty");
  }
  const std::string& name = what.argv.front();
  if (name.find('/') != std::string::npos) {
    return name;
  }
  const std::string_view path = search_path(what.environment);
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find(':', at), path.size());
    const std::string candidate = std::string{path.substr(at, end - at)} + '/' + name;
    if (end > at && access(candidate.c_str(), X_OK) == 0) {
      return candidate;
    }
    at = end + 1;
  }
  throw subject_error(fmt::format("cannot start '{}': not found in PATH ({})", name, path));
}

/// The argument vector that exec wants: pointers into `texts`, then null.
std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (std::string& text : texts) {
    pointers.push_back(text.data());
  }
  pointers.push_back(nullptr);
  return pointers;
}

pid_t fork_supervisor(const launch_block& block) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  // The engine's handlers must not run in the child: it resets them while everything is blocked.
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t forked = fork();
  if (forked == 0) {
    supervise(block);
  }
  const int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return forked;
}

supervisor_note wait_for_note(const supervised& running, std::int64_t deadline_ns) {
  for (;;) {
    const std::int64_t left_ms = (deadline_ns - monotonic_ns()) / 1'000'000;
    pollfd wait{running.control.fd(), POLLIN, 0};
    const int ready = poll(&wait, 1, static_cast<int>(std::max<std::int64_t>(left_ms, 0)));
    if (ready < 0 && errno == EINTR) {
      continue;
    }
    if (ready == 0) {
      throw subject_error("cannot start the subject: exec did not return in 30 s");
    }
    supervisor_note note;
    if (ready < 0 || recv(running.control.fd(), &note, sizeof note, 0) != sizeof note) {
      throw std::system_error(ECHILD, std::generic_category(), "supervisor ended at its start");
    }
    return note;
  }
}

void reap_supervisor(supervised& running) {
  while (running.supervisor > 0 && waitpid(running.supervisor, nullptr, 0) < 0 && errno == EINTR) {
  }
  running.supervisor = -1;
}

std::string start_failure(const supervisor_note& note, const program& what, const char* path) {
  const std::string reason = std::generic_category().message(note.error);
  switch (note.stage) {
    case launch_stage::fork:
      return fmt::format("cannot start '{}': no new process: {}", path, reason);
    case launch_stage::bind:
      return fmt::format("cannot start '{}': cannot bind it to its {} CPUs (first {}): {}",
                         path,
                         what.cpus.size(),
                         what.cpus.front(),
                         reason);
    case launch_stage::exec:
      break;
  }
  return fmt::format("cannot start '{}': {}", path, reason);
}

void await_exec(supervised& running, const program& what, const char* path) {
  const std::int64_t deadline_ns = monotonic_ns() + exec_patience_ns;
  supervisor_note note = wait_for_note(running, deadline_ns);
  if (note.kind == note_kind::forked) {
    running.subject = note.subject;
    running.migrations = count_event(perf_event::migrations, note.subject).events;
    running.cycles = count_event(perf_event::cycles, note.subject).events;
    running.instructions = count_event(perf_event::instructions, note.subject).events;
    running.cache_misses = count_event(perf_event::cache_misses, note.subject).events;
    if (send(running.control.fd(), &order_go, 1, MSG_NOSIGNAL) != 1) {
      fail("order to the supervisor");
    }
    note = wait_for_note(running, deadline_ns);
  }
  if (note.kind != note_kind::started) {
    throw subject_error(start_failure(note, what, path));
  }
  running.launch_ns = note.launch_ns;
}

record::usage usage_from(const rusage& raw) {
  const auto ns = [](const timeval& time) {
    return std::int64_t{time.tv_sec} * 1'000'000'000 + std::int64_t{time.tv_usec} * 1'000;
  };
  return {.user_ns = ns(raw.ru_utime),
          .system_ns = ns(raw.ru_stime),
          .max_rss_bytes = std::int64_t{raw.ru_maxrss} * 1024,
          .minor_faults = raw.ru_minflt,
          .major_faults = raw.ru_majflt,
          .voluntary_switches = raw.ru_nvcsw,
          .involuntary_switches = raw.ru_nivcsw};
}

}  // namespace

std::string exit_report::words() const {
  if (WIFSIGNALED(wait_status)) {
    const int number = WTERMSIG(wait_status);
    const char* name = sigabbrev_np(number);
    return name == nullptr ? fmt::format("signal {}", number)
                           : fmt::format("signal {} (SIG{})", number, name);
  }
  return fmt::format("exit status {}", WEXITSTATUS(wait_status));
}

supervised start_supervised(const program& what) {
  const std::string path = executable_path(what);
  std::vector<std::string> argv = what.argv;
  std::vector<std::string> environment = what.environment;
  const std::vector<char*> argv_pointers = pointers_to(argv);
  const std::vector<char*> environment_pointers = pointers_to(environment);
  const cpu_mask mask{what.cpus};

  pipe_ends input = make_pipe();
  pipe_ends output = make_pipe();
  pipe_ends log = make_pipe();
  std::array<int, 2> sockets{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets.data()) != 0) {
    fail("socketpair");
  }
  supervised running;
  running.control = descriptor{sockets[0]};
  descriptor supervisor_end{sockets[1]};
  for (descriptor* end : {&input.reader, &output.writer, &log.writer, &supervisor_end}) {
    raise(*end);
  }
  running.input = std::move(input.writer);
  running.output = std::move(output.reader);
  running.log = std::move(log.reader);
  for (const descriptor* end : {&running.input, &running.output, &running.log}) {
    make_nonblocking(*end);
  }

  const launch_block block{.path = path.c_str(),
                           .argv = argv_pointers.data(),
                           .environment = environment_pointers.data(),
                           .cpus = what.cpus.empty() ? nullptr : mask.data(),
                           .cpus_bytes = mask.bytes(),
                           .control = supervisor_end.fd(),
                           .input = input.reader.fd(),
                           .output = output.writer.fd(),
                           .log = log.writer.fd()};
  running.supervisor = fork_supervisor(block);
  if (running.supervisor < 0) {
    fail("fork");
  }
  for (descriptor* end : {&input.reader, &output.writer, &log.writer, &supervisor_end}) {
    end->close();
  }
  try {
    await_exec(running, what, path.c_str());
  } catch (...) {
    running.control.close();  // the supervisor ends the tree and itself
    reap_supervisor(running);
    throw;
  }
  return running;
}

void kill_tree(supervised& running) noexcept {
  if (running.control.is_open()) {
    // A supervisor that is gone has nothing left to kill.
    send(running.control.fd(), &order_kill, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
  }
}

std::optional<exit_report> poll_report(supervised& running) {
  supervisor_note note;
  ssize_t got = recv(running.control.fd(), &note, sizeof note, MSG_DONTWAIT);
  if (got < 0 && errno == ECONNRESET) {
    // It ended with an order of ours unread; the report that it sent before comes after this error.
    got = recv(running.control.fd(), &note, sizeof note, MSG_DONTWAIT);
  }
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
    return std::nullopt;
  }
  reap_supervisor(running);
  running.control.close();
  if (got != sizeof note || note.kind != note_kind::ended) {
    throw std::system_error(ECHILD,
                            std::generic_category(),
                            "the supervisor was killed; its subject's children may be left");
  }
  return exit_report{.launch_ns = note.launch_ns,
                     .exit_ns = note.exit_ns,
                     .wait_status = note.wait_status,
                     .usage = usage_from(note.usage),
                     .left_behind = note.left_behind};
}

}  // namespace steelyard::measure

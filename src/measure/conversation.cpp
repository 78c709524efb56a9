// SPDX-License-Identifier: Apache-2.0
#include "measure/conversation.hpp"

#include "measure/clock.hpp"
#include "measure/line_reader.hpp"
#include "measure/pipe_writing.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>
#include <optional>
#include <system_error>
#include <utility>

namespace steelyard::measure {
namespace {

/// A SIGKILL takes long only for a process stuck in the kernel (a dead network mount).
constexpr std::int64_t kill_patience_ns = 30'000'000'000;

using piece_buffer = std::array<char, 64UL << 10>;

enum class stream_state { open, closed };

/// Reads what is there into `take`.
template <typename Take>
stream_state read_available(const descriptor& from, piece_buffer& piece, Take take) {
  const ssize_t got = read(from.fd(), piece.data(), piece.size());
  if (got > 0) {
    take(std::string_view{piece.data(), static_cast<std::size_t>(got)});
    return stream_state::open;
  }
  return got < 0 && (errno == EAGAIN || errno == EINTR) ? stream_state::open : stream_state::closed;
}

/// Keeps the rhythm of `waiting::on_wake` and the deadline while something polls.
class rhythm {
 public:
  explicit rhythm(const waiting& how) : how_(how), next_wake_ns_(next_after(monotonic_ns())) {}

  /// Calls `on_wake` when it is due. False when the wait is to end.
  [[nodiscard]] bool beat(std::int64_t now_ns) {
    if (now_ns < next_wake_ns_) {
      return true;
    }
    // From the planned moment, so that the rhythm does not drift; skipped beats are not made up
    // for.
    next_wake_ns_ = std::max(next_wake_ns_ + how_.wake_every_ns, now_ns + 1);
    return how_.on_wake();
  }

  [[nodiscard]] bool is_over(std::int64_t now_ns) const { return now_ns >= how_.deadline_ns; }

  [[nodiscard]] timespec sleep_from(std::int64_t now_ns) const {
    const std::int64_t until = std::min(how_.deadline_ns, next_wake_ns_);
    const std::int64_t left = std::max<std::int64_t>(until - now_ns, 0);
    return {left / 1'000'000'000, left % 1'000'000'000};
  }

 private:
  [[nodiscard]] std::int64_t next_after(std::int64_t now_ns) const {
    const bool wakes = how_.wake_every_ns > 0 && how_.on_wake != nullptr;
    return wakes ? now_ns + how_.wake_every_ns : std::numeric_limits<std::int64_t>::max();
  }

  const waiting& how_;
  std::int64_t next_wake_ns_;
};

}  // namespace

struct conversation::state {
  state(const program& what, const process_limits& given)
      : limits(given),
        running(start_supervised(what)),
        lines(static_cast<std::size_t>(given.line_bytes)) {}

  process_limits limits;
  supervised running;
  line_reader lines;
  log_tail log;
  piece_buffer piece{};
  std::optional<exit_report> report;
  bool killed = false;

  void read_log() {
    if (read_available(running.log, piece, [this](auto bytes) { log.append(bytes); }) ==
        stream_state::closed) {
      running.log.close();
    }
  }

  void read_output() {
    if (read_available(running.output, piece, [this](auto bytes) { lines.append(bytes); }) ==
        stream_state::closed) {
      running.output.close();
    }
  }

  void discard_output() {
    if (read_available(running.output, piece, [](auto) {}) == stream_state::closed) {
      running.output.close();
    }
  }

  /// Sleeps until something is readable or it is time to beat. A closed descriptor is -1: poll
  /// ignores it.
  [[nodiscard]] bool is_ready(pollfd first, const rhythm& pace) {
    std::array<pollfd, 2> fds{first, pollfd{running.log.fd(), POLLIN, 0}};
    const timespec sleep = pace.sleep_from(monotonic_ns());
    if (ppoll(fds.data(), fds.size(), &sleep, nullptr) < 0) {
      return false;  // EINTR: the caller's loop looks at the clock again
    }
    if (fds[1].revents != 0) {
      read_log();
    }
    return fds[0].revents != 0;
  }

  void kill() noexcept {
    killed = true;
    kill_tree(running);
  }

  /// Waits for the report. Empty when the wait was ended from outside.
  [[nodiscard]] std::optional<exit_report> await_report(const waiting& how) {
    rhythm pace{how};
    for (;;) {
      if (!running.control.is_open()) {
        throw std::system_error(ECHILD, std::generic_category(), "the supervisor is gone");
      }
      std::array<pollfd, 3> fds{{{running.control.fd(), POLLIN, 0},
                                 {running.output.fd(), POLLIN, 0},
                                 {running.log.fd(), POLLIN, 0}}};
      const timespec sleep = pace.sleep_from(monotonic_ns());
      if (ppoll(fds.data(), fds.size(), &sleep, nullptr) > 0) {
        if (fds[1].revents != 0) {
          discard_output();
        }
        if (fds[2].revents != 0) {
          read_log();
        }
        if (fds[0].revents != 0) {
          if (std::optional<exit_report> came = poll_report(running)) {
            return came;
          }
        }
      }
      const std::int64_t now_ns = monotonic_ns();
      if (!pace.beat(now_ns) || pace.is_over(now_ns)) {
        return std::nullopt;
      }
    }
  }

  void read_rest_of_log() {
    // Bounded: a descendant cannot be left, so what is in the pipe is all there is.
    for (int pieces = 0; running.log.is_open() && pieces < 64; ++pieces) {
      read_log();
    }
  }
};

conversation::conversation(const program& what, const process_limits& limits)
    : state_(std::make_unique<state>(what, limits)) {}

conversation::conversation(conversation&&) noexcept = default;
conversation& conversation::operator=(conversation&&) noexcept = default;

conversation::~conversation() {
  if (state_ != nullptr && !state_->report) {
    try {
      kill();
      static_cast<void>(finish({.deadline_ns = monotonic_ns() + kill_patience_ns}));
    } catch (const std::system_error&) {
      // Closing the control socket below is the last order the supervisor can get.
    }
  }
}

bool conversation::send(std::string_view line, std::int64_t deadline_ns) {
  std::string bytes{line};
  bytes += '\n';
  std::string_view rest = bytes;
  const waiting how{.deadline_ns = deadline_ns};
  const rhythm pace{how};
  while (state_->running.input.is_open()) {
    const ssize_t written = write_without_sigpipe(state_->running.input.fd(), rest);
    if (written > 0) {
      rest.remove_prefix(static_cast<std::size_t>(written));
      if (rest.empty()) {
        return true;
      }
    } else if (errno != EAGAIN && errno != EINTR) {
      return false;
    }
    if (pace.is_over(monotonic_ns())) {
      return false;
    }
    static_cast<void>(state_->is_ready({state_->running.input.fd(), POLLOUT, 0}, pace));
  }
  return false;
}

reply conversation::receive(const waiting& how) {
  rhythm pace{how};
  std::int64_t read_ns = monotonic_ns();
  for (;;) {
    if (std::optional<std::string> line = state_->lines.take_line()) {
      return {receipt::line, *std::move(line), read_ns};
    }
    if (state_->lines.is_oversize()) {
      return {receipt::oversize, {}, read_ns};
    }
    if (!state_->running.output.is_open()) {
      return {receipt::ended, {}, read_ns};
    }
    if (state_->is_ready({state_->running.output.fd(), POLLIN, 0}, pace)) {
      state_->read_output();
      read_ns = monotonic_ns();
    }
    const std::int64_t now_ns = monotonic_ns();
    if (!pace.beat(now_ns)) {
      return {receipt::stopped, {}, now_ns};
    }
    if (pace.is_over(now_ns)) {
      std::optional<std::string> line = state_->lines.take_line();
      return line ? reply{receipt::line, *std::move(line), read_ns}
                  : reply{receipt::timed_out, {}, now_ns};
    }
  }
}

bool conversation::has_unread_output() {
  if (!state_->lines.is_empty()) {
    return true;
  }
  pollfd output{state_->running.output.fd(), POLLIN, 0};
  return poll(&output, 1, 0) > 0 && (output.revents & POLLIN) != 0;
}

void conversation::idle(const waiting& how) {
  rhythm pace{how};
  std::int64_t now_ns = monotonic_ns();
  while (!pace.is_over(now_ns)) {
    if (state_->is_ready({state_->running.control.fd(), POLLIN, 0}, pace)) {
      return;
    }
    now_ns = monotonic_ns();
    if (!pace.beat(now_ns)) {
      return;
    }
  }
}

void conversation::close_input() noexcept {
  state_->running.input.close();
}

void conversation::kill() noexcept {
  state_->kill();
}

exit_report conversation::finish(const waiting& how) {
  if (state_->report) {
    return *state_->report;
  }
  close_input();
  std::optional<exit_report> report = state_->await_report(how);
  if (!report) {
    kill();
    report = state_->await_report({.deadline_ns = monotonic_ns() + kill_patience_ns});
  }
  if (!report) {
    state_->running.control.close();
    throw std::system_error(ETIMEDOUT, std::generic_category(), "a killed subject does not end");
  }
  state_->read_rest_of_log();
  state_->report = report;
  return *report;
}

bool conversation::was_killed() const noexcept {
  return state_->killed;
}

std::vector<std::string> conversation::stderr_tail() const {
  return state_->log.last_lines(
      static_cast<std::size_t>(std::max<std::int64_t>(state_->limits.stderr_tail_lines, 0)));
}

std::int64_t conversation::launch_ns() const noexcept {
  return state_->running.launch_ns;
}

const supervised& conversation::process() const noexcept {
  return state_->running;
}

}  // namespace steelyard::measure

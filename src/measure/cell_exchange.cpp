// SPDX-License-Identifier: Apache-2.0
#include "measure/cell_exchange.hpp"

#include "measure/clock.hpp"
#include "measure/memory_guard.hpp"
#include "protocol/answer_json.hpp"
#include "protocol/line.hpp"
#include "protocol/message_error.hpp"
#include "protocol/request_json.hpp"

#include <fmt/core.h>
#include <sys/wait.h>

#include <algorithm>
#include <utility>
#include <variant>

namespace steelyard::measure {
namespace {

constexpr std::int64_t second_ns = 1'000'000'000;
constexpr std::int64_t draw_interval_ns = second_ns / 5;

std::int64_t wake_interval_ns(const cell_launch& launch, window kind) {
  if (launch.purpose == record::purpose::memory) {
    return memory_sampling::nominal_interval_ns;
  }
  return kind == window::timed ? launch.limits.guard_interval_ns : draw_interval_ns;
}

}  // namespace

cell_exchange::cell_exchange(const cell_launch& launch, const program& what, const pulse& on_pulse)
    : launch_(launch),
      on_pulse_(on_pulse),
      talk_(what, launch.limits),
      deadline_ns_(talk_.launch_ns() + launch.limits.timeout_ns),
      next_guard_ns_(talk_.launch_ns() + launch.limits.guard_interval_ns) {
  if (launch.purpose == record::purpose::memory) {
    sampling_.emplace(talk_.process().supervisor);
    sampling_->sample();
  }
}

void cell_exchange::fail(record::status status, std::string reason) {
  if (!fault_) {
    fault_ = cell_fault{status, std::move(reason)};
  }
}

std::int64_t cell_exchange::left_ns() const {
  return deadline_ns_ - monotonic_ns();
}

/// Sampling, guards and the pulse, each when due. False when there is a fault.
bool cell_exchange::look_after(window kind) {
  const std::int64_t now_ns = monotonic_ns();
  if (sampling_) {
    sampling_->sample();
  }
  if (now_ns >= next_guard_ns_) {
    next_guard_ns_ = now_ns + launch_.limits.guard_interval_ns;
    if (std::optional<std::string> breach =
            memory_breach(talk_.process().supervisor, launch_.limits)) {
      fail(record::status::guard_stop, *std::move(breach));
    }
  }
  if (on_pulse_ && now_ns >= next_pulse_ns_) {
    const bool timed = kind == window::timed;
    next_pulse_ns_ = now_ns + (timed ? launch_.limits.guard_interval_ns : draw_interval_ns);
    if (!on_pulse_(now_ns - talk_.launch_ns(),
                   launch_.limits.timeout_ns,
                   timed ? drawing::withheld : drawing::allowed)) {
      fail(record::status::interrupted, "interrupted");
    }
  }
  return !fault_;
}

waiting cell_exchange::wait_for(std::int64_t deadline_ns, window kind) {
  return {.deadline_ns = deadline_ns,
          .wake_every_ns = wake_interval_ns(launch_, kind),
          .on_wake = [this, kind] { return look_after(kind); }};
}

void cell_exchange::fail_by_exit(const std::string& op) {
  // Its output is closed; it is given a moment to end, so that its own status is seen.
  const exit_report end = talk_.finish({.deadline_ns = monotonic_ns() + second_ns});
  if (talk_.was_killed()) {
    fail(record::status::protocol_fault,
         fmt::format("closed its output without an answer to {}", op));
  } else if (end.wait_status == 0) {
    fail(record::status::protocol_fault,
         fmt::format("ended with exit status 0 without an answer to {}", op));
  } else {
    const char* hint = WIFSIGNALED(end.wait_status) && WTERMSIG(end.wait_status) == SIGKILL
                           ? ", not sent by the engine (out of memory?)"
                           : "";
    fail(record::status::crashed, fmt::format("{} during {}{}", end.words(), op, hint));
  }
}

std::optional<std::string> cell_exchange::exchange(const std::string& line,
                                                   const std::string& op,
                                                   window kind) {
  // A stale answer must not be taken for the one to come.
  if (talk_.has_unread_output()) {
    fail(record::status::protocol_fault, fmt::format("wrote output before it was sent {}", op));
    return std::nullopt;
  }
  // The first request falls into the set-up, which is timed.
  if (asked_ns_ > 0) {
    next_pulse_ns_ = 0;
    if (!look_after(window::untimed)) {
      return std::nullopt;
    }
  }
  asked_ns_ = monotonic_ns();
  if (!talk_.send(line, deadline_ns_)) {
    if (left_ns() > 0) {
      fail_by_exit(op);
    } else {
      fail(record::status::timeout, fmt::format("does not read its input ({})", op));
    }
    return std::nullopt;
  }
  reply answer = talk_.receive(wait_for(deadline_ns_, kind));
  answered_ns_ = answer.received_ns;
  switch (answer.how) {
    case receipt::line:
      return std::move(answer.line);
    case receipt::ended:
      fail_by_exit(op);
      break;
    case receipt::timed_out:
      fail(record::status::timeout,
           fmt::format("no answer to {} within the {:.0f} s of the process",
                       op,
                       seconds(launch_.limits.timeout_ns)));
      break;
    case receipt::oversize:
      fail(record::status::protocol_fault,
           fmt::format("answer to {} is longer than {} bytes", op, launch_.limits.line_bytes));
      break;
    case receipt::stopped:
      break;  // look_after has set the fault
  }
  return std::nullopt;
}

void cell_exchange::fail_by_error(const protocol::error& error, const std::string& op) {
  const std::string reason = fmt::format("{}: {} ({})", op, error.message, error.code);
  if (error.code == protocol::error_code::unavailable ||
      error.code == protocol::error_code::unsupported) {
    fail(record::status::unavailable, reason);
  } else if (error.code == protocol::error_code::failed) {
    fail(record::status::crashed, reason);
  } else {
    fail(record::status::protocol_fault, reason);
  }
}

template <class Answer, class Request>
std::optional<Answer> cell_exchange::ask(const Request& request, window kind) {
  if (fault_) {
    return std::nullopt;
  }
  const nlohmann::ordered_json message = protocol::to_json(request);
  const std::string op = message.at("op");
  const std::optional<std::string> line = exchange(message.dump(), op, kind);
  if (!line) {
    return std::nullopt;
  }
  try {
    const protocol::line_limits limits{.bytes =
                                           static_cast<std::size_t>(launch_.limits.line_bytes)};
    auto answer = protocol::parse_answer<Answer>(protocol::parse_line(*line, limits));
    if (const auto* error = std::get_if<protocol::error>(&answer)) {
      fail_by_error(*error, op);
      return std::nullopt;
    }
    return std::get<Answer>(std::move(answer));
  } catch (const protocol::message_error& error) {
    fail(record::status::protocol_fault, fmt::format("answer to {}: {}", op, error.what()));
    return std::nullopt;
  }
}

template std::optional<protocol::open_answer> cell_exchange::ask(const protocol::open_request&,
                                                                 window);
template std::optional<protocol::call_answer> cell_exchange::ask(const protocol::call_request&,
                                                                 window);
template std::optional<protocol::run_for_answer> cell_exchange::ask(
    const protocol::run_for_request&, window);
template std::optional<protocol::output_answer> cell_exchange::ask(const protocol::output_request&,
                                                                   window);
template std::optional<protocol::close_answer> cell_exchange::ask(const protocol::close_request&,
                                                                  window);

bool cell_exchange::hold(std::int64_t ns) {
  if (!fault_ && ns > 0) {
    talk_.idle(wait_for(std::min(monotonic_ns() + ns, deadline_ns_), window::untimed));
  }
  return !fault_;
}

exit_report cell_exchange::finish() {
  if (fault_) {
    talk_.kill();
    return talk_.finish({.deadline_ns = monotonic_ns() + second_ns});
  }
  const exit_report end =
      talk_.finish(wait_for(monotonic_ns() + launch_.limits.close_grace_ns, window::untimed));
  if (talk_.was_killed()) {
    fail(record::status::protocol_fault,
         fmt::format("still running {:.1f} s after the answer to close",
                     seconds(launch_.limits.close_grace_ns)));
  } else if (end.wait_status != 0) {
    fail(record::status::crashed, fmt::format("{} after the answer to close", end.words()));
  }
  return end;
}

}  // namespace steelyard::measure

// SPDX-License-Identifier: Apache-2.0
#include "study/examined_process.hpp"

#include "measure/clock.hpp"
#include "measure/environment.hpp"
#include "measure/memory_guard.hpp"
#include "protocol/answer_json.hpp"
#include "protocol/line.hpp"
#include "protocol/message_error.hpp"
#include "protocol/request_json.hpp"

#include <fmt/core.h>

#include <utility>
#include <variant>

namespace steelyard::study {
namespace {

using measure::seconds;

constexpr std::int64_t second_ns = 1'000'000'000;
constexpr std::int64_t wake_interval_ns = second_ns / 5;
/// A killed process with much memory takes its time on a loaded machine.
constexpr std::int64_t kill_patience_ns = 30 * second_ns;

measure::program program_of(const conformance_plan& plan, std::uint32_t workers) {
  measure::program program{
      plan.subject.argv,
      measure::environment_for(workers, plan.cpus, plan.keep_env, {}).variables,
      plan.cpus};
  program.argv.emplace_back("--steelyard-subject");
  return program;
}

}  // namespace

examined_process::examined_process(const conformance_plan& plan,
                                   std::uint32_t workers,
                                   const conformance_pulse& pulse,
                                   std::string doing)
    : plan_(plan),
      pulse_(pulse),
      doing_(std::move(doing)),
      talk_(program_of(plan, workers), plan.limits) {}

void examined_process::leave(talk_state state, std::string why) {
  if (state_ == talk_state::usable) {
    state_ = state;
    why_ = std::move(why);
  }
}

bool examined_process::look_after() {
  if (std::optional<std::string> breach =
          measure::memory_breach(talk_.process().supervisor, plan_.limits)) {
    leave(talk_state::silent, *std::move(breach));
  } else if (pulse_ && !pulse_(doing_)) {
    leave(talk_state::stopped, "interrupted");
  }
  return state_ == talk_state::usable;
}

measure::waiting examined_process::wait_until(std::int64_t deadline_ns) {
  return {.deadline_ns = deadline_ns, .wake_every_ns = wake_interval_ns, .on_wake = [this] {
            return look_after();
          }};
}

bool examined_process::is_quiet(std::string_view moment) {
  if (talk_.has_unread_output()) {
    leave(talk_state::unruly, fmt::format("wrote to standard output {}", moment));
  }
  return state_ == talk_state::usable;
}

std::optional<nlohmann::ordered_json> examined_process::exchange(std::string_view line,
                                                                 std::string_view op) {
  if (state_ != talk_state::usable || !is_quiet(fmt::format("before it was asked to {}", op))) {
    return std::nullopt;
  }
  const std::int64_t deadline_ns = measure::monotonic_ns() + plan_.answer_timeout_ns;
  // A subject that does not take the request has ended, or shows it by giving no answer.
  static_cast<void>(talk_.send(line, deadline_ns));
  const measure::reply answer = talk_.receive(wait_until(deadline_ns));
  switch (answer.how) {
    case measure::receipt::line:
      try {
        return protocol::parse_line(answer.line);
      } catch (const protocol::message_error& error) {
        leave(talk_state::unruly, fmt::format("answer to {}: {}", op, error.what()));
      }
      break;
    case measure::receipt::ended: {
      const measure::exit_report end =
          talk_.finish({.deadline_ns = measure::monotonic_ns() + second_ns});
      leave(talk_state::silent,
            fmt::format("no answer to {}: {}",
                        op,
                        talk_.was_killed() ? "it closed its output" : end.words()));
      break;
    }
    case measure::receipt::timed_out:
      leave(talk_state::silent,
            fmt::format("no answer to {} in {} s", op, seconds(plan_.answer_timeout_ns)));
      break;
    case measure::receipt::oversize:
      leave(talk_state::unruly,
            fmt::format("answer to {}: a line over {} bytes", op, plan_.limits.line_bytes));
      break;
    case measure::receipt::stopped:
      break;  // look_after has said why
  }
  return std::nullopt;
}

template <class Answer, class Request>
std::optional<Answer> examined_process::ask(const Request& request) {
  const nlohmann::ordered_json message = protocol::to_json(request);
  const std::string op = message.at("op");
  const std::optional<nlohmann::ordered_json> answer = exchange(message.dump(), op);
  if (!answer) {
    return std::nullopt;
  }
  try {
    auto parsed = protocol::parse_answer<Answer>(*answer);
    if (const auto* error = std::get_if<protocol::error>(&parsed)) {
      why_ = fmt::format("{}: {} ({})", op, error->message, error->code);
      return std::nullopt;
    }
    return std::get<Answer>(std::move(parsed));
  } catch (const protocol::message_error& error) {
    leave(talk_state::unruly, fmt::format("answer to {}: {}", op, error.what()));
    return std::nullopt;
  }
}

template std::optional<protocol::open_answer> examined_process::ask(const protocol::open_request&);
template std::optional<protocol::call_answer> examined_process::ask(const protocol::call_request&);
template std::optional<protocol::run_for_answer> examined_process::ask(
    const protocol::run_for_request&);
template std::optional<protocol::output_answer> examined_process::ask(
    const protocol::output_request&);
template std::optional<protocol::close_answer> examined_process::ask(
    const protocol::close_request&);

std::optional<std::string> examined_process::refusal_of(std::string_view line) {
  const std::string asked = fmt::format("'{}'", line);
  const std::optional<nlohmann::ordered_json> answer = exchange(line, asked);
  if (!answer) {
    return std::nullopt;
  }
  const auto error = answer->find("error");
  if (error == answer->end() || !error->is_object() || !error->contains("code") ||
      !error->at("code").is_string()) {
    why_ = asked + " was not answered with an error";
    return std::nullopt;
  }
  return error->at("code").get<std::string>();
}

std::optional<measure::tree_activity> examined_process::activity_in_silence() {
  const auto before = measure::tree_cpu(talk_.process().supervisor);
  const std::int64_t begin_ns = measure::monotonic_ns();
  talk_.idle(wait_until(begin_ns + plan_.silence_ns));
  const std::int64_t wall_ns = measure::monotonic_ns() - begin_ns;
  const auto after = measure::tree_cpu(talk_.process().supervisor);
  if (!is_quiet("while nothing was asked")) {
    return std::nullopt;
  }
  if (after.empty()) {
    why_ = "it has ended, or the kernel tells nothing of its CPU time";
    return std::nullopt;
  }
  return measure::activity_between(before, after, wall_ns);
}

void examined_process::give_up() {
  talk_.kill();
  static_cast<void>(talk_.finish({.deadline_ns = measure::monotonic_ns() + kill_patience_ns}));
}

std::optional<std::string> examined_process::fault_of_end() {
  const std::int64_t deadline_ns = measure::monotonic_ns() + plan_.close_grace_ns;
  // Waits for the end of its output, so that a line after the last answer is seen.
  const measure::reply rest = talk_.receive(wait_until(deadline_ns));
  if (rest.how == measure::receipt::line || rest.how == measure::receipt::oversize) {
    leave(talk_state::unruly, "wrote to standard output after the answer to close");
  }
  const measure::exit_report end = talk_.finish({.deadline_ns = deadline_ns});
  if (talk_.was_killed()) {
    return fmt::format("still running {} s after the answer to close",
                       seconds(plan_.close_grace_ns));
  }
  if (end.wait_status != 0) {
    return fmt::format("{} after the answer to close", end.words());
  }
  if (end.left_behind > 0) {
    return fmt::format("{} descendants were still alive when it ended", end.left_behind);
  }
  return std::nullopt;
}

}  // namespace steelyard::study

// SPDX-License-Identifier: Apache-2.0
#include "measure/cell_process.hpp"
#include "measure/clock.hpp"
#include "measure/conversation.hpp"
#include "protocol/answer_json.hpp"
#include "protocol/line.hpp"
#include "protocol/message_error.hpp"
#include "protocol/request_json.hpp"

#include <fmt/core.h>

#include <utility>
#include <variant>

namespace steelyard::measure {
namespace {

constexpr std::int64_t patience_ns = 60'000'000'000;
constexpr std::int64_t close_patience_ns = 5'000'000'000;

std::string failure_words(const reply& answer, conversation& talk) {
  switch (answer.how) {
    case receipt::ended: {
      const exit_report end = talk.finish({.deadline_ns = monotonic_ns() + close_patience_ns});
      return talk.was_killed() ? "closed its output without an answer to describe"
                               : end.words() + " without an answer to describe";
    }
    case receipt::timed_out:
      return fmt::format("no answer to describe in {} s", patience_ns / 1'000'000'000);
    case receipt::oversize:
      return "its answer to describe is too long";
    case receipt::line:
    case receipt::stopped:
      break;
  }
  return "no answer to describe";
}

/// Waits for the end first, so that the tail holds all that the subject had to say.
[[noreturn]] void fail(const subject_command& subject, conversation& talk, std::string_view why) {
  talk.kill();
  static_cast<void>(talk.finish({.deadline_ns = monotonic_ns() + close_patience_ns}));
  throw subject_error(fmt::format("subject '{}': {}", subject.name, why), talk.stderr_tail());
}

}  // namespace

protocol::describe_answer describe(const subject_command& subject,
                                   const std::vector<std::string>& environment) {
  program what{subject.argv, environment, {}};
  what.argv.emplace_back("--steelyard-subject");
  conversation talk{what, {}};
  const std::int64_t deadline_ns = monotonic_ns() + patience_ns;
  // A subject that does not take the request has ended, or will show it by giving no answer.
  static_cast<void>(talk.send(protocol::to_json(protocol::describe_request{}).dump(), deadline_ns));
  const reply answer = talk.receive({.deadline_ns = deadline_ns});
  if (answer.how != receipt::line) {
    fail(subject, talk, failure_words(answer, talk));
  }
  try {
    auto parsed =
        protocol::parse_answer<protocol::describe_answer>(protocol::parse_line(answer.line));
    if (const auto* error = std::get_if<protocol::error>(&parsed)) {
      fail(subject, talk, fmt::format("describe: {} ({})", error->message, error->code));
    }
    // End of input means close.
    static_cast<void>(talk.finish({.deadline_ns = monotonic_ns() + close_patience_ns}));
    return std::get<protocol::describe_answer>(std::move(parsed));
  } catch (const protocol::message_error& error) {
    fail(subject, talk, fmt::format("answer to describe: {}", error.what()));
  }
}

}  // namespace steelyard::measure

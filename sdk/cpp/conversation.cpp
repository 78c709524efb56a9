// SPDX-License-Identifier: Apache-2.0
#include "conversation.hpp"

#include "output_file.hpp"
#include "protocol/answer_json.hpp"
#include "protocol/message_error.hpp"
#include "protocol/request_json.hpp"
#include "timed_calls.hpp"

#include <algorithm>
#include <exception>
#include <variant>

namespace steelyard::sdk {
namespace {

using json = nlohmann::ordered_json;
namespace error_code = protocol::error_code;

std::string error_line(const std::string& code, const std::string& message) {
  return protocol::line_text(to_json(protocol::error{code, message}));
}

std::string known_ids(const subject& known) {
  std::string ids;
  for (const implementation& one : known.implementations) {
    ids += (ids.empty() ? "" : ", ") + one.about.id;
  }
  return ids;
}

}  // namespace

refused::refused(std::string code, const std::string& message)
    : std::runtime_error(message), code_(std::move(code)) {}

std::string conversation::answer(std::string_view line) {
  try {
    const protocol::any_request request = protocol::parse_request(protocol::parse_line(line));
    return protocol::line_text(
        std::visit([this](const auto& one) { return answer_to(one); }, request));
  } catch (const protocol::unknown_op_error& error) {
    return error_line(error_code::unknown_op, error.what());
  } catch (const protocol::message_error& error) {
    return error_line(error_code::bad_request, error.what());
  } catch (const refused& refusal) {
    return error_line(refusal.code(), refusal.what());
  } catch (const std::exception& error) {
    return error_line(error_code::failed, error.what());
  }
}

json conversation::answer_to(const protocol::describe_request& /*request*/) const {
  protocol::describe_answer answer;
  answer.subject = subject_->name;
  answer.version = subject_->version;
  answer.language = subject_->language;
  answer.build = subject_->build();
  for (const implementation& one : subject_->implementations) {
    answer.implementations.push_back(one.about);
  }
  return to_json(answer);
}

const implementation& conversation::wanted(const protocol::open_request& request) const {
  const auto found = std::ranges::find_if(subject_->implementations, [&](const auto& one) {
    return one.study == request.study && one.about.id == request.implementation;
  });
  if (found == subject_->implementations.end()) {
    throw refused(error_code::unsupported,
                  "no implementation \"" + request.implementation + "\" of study \"" +
                      request.study + "\" here; there are: " + known_ids(*subject_));
  }
  const protocol::implementation& about = found->about;
  if (std::ranges::find(about.kinds, request.workload.kind) == about.kinds.end()) {
    throw refused(error_code::unsupported, about.id + " has no kind " + request.workload.kind);
  }
  if (!about.available) {
    throw refused(error_code::unavailable, about.reason + "; to get it: " + about.install);
  }
  return *found;
}

json conversation::answer_to(const protocol::open_request& request) {
  session_.reset();
  has_called_ = false;
  const implementation& chosen = wanted(request);
  protocol::open_request passed = request;
  passed.workers = chosen.about.parallel ? request.workers : 1;

  input_clock input;
  const std::int64_t start_ns = monotonic_ns();
  session_ = chosen.open(passed, input);
  const std::int64_t all_ns = monotonic_ns() - start_ns;

  protocol::open_answer answer;
  answer.setup_inner_ns = all_ns - input.total_ns();
  answer.input_ns = input.total_ns();
  answer.arrays = session_->arrays();
  for (const protocol::array& one : answer.arrays) {
    answer.payload_bytes += one.bytes;
  }
  answer.versions = session_->versions();
  answer.workers_started = session_->workers_started();
  return to_json(answer);
}

session& conversation::opened() const {
  if (session_ == nullptr) {
    throw refused(error_code::bad_state, "nothing is open");
  }
  return *session_;
}

json conversation::answer_to(const protocol::call_request& request) {
  json answer = to_json(timed_calls(opened(), request));
  has_called_ = true;
  return answer;
}

json conversation::answer_to(const protocol::run_for_request& request) {
  json answer = to_json(timed_loop(opened(), request));
  has_called_ = true;
  return answer;
}

json conversation::answer_to(const protocol::output_request& request) {
  session& open = opened();
  if (!has_called_) {
    throw refused(error_code::bad_state, "no call has written y yet");
  }
  return to_json(protocol::output_answer{write_doubles(request.path, open.y())});
}

json conversation::answer_to(const protocol::close_request& /*request*/) {
  protocol::close_answer answer;
  if (session_ != nullptr) {
    answer.workers = session_->workers();
  }
  is_closed_ = true;
  return to_json(answer);
}

std::string answer_to_endless_line(const protocol::line_limits& limits) {
  return error_line(
      error_code::bad_request,
      "line: found more bytes, expected " + std::to_string(limits.bytes) + " bytes at most");
}

}  // namespace steelyard::sdk

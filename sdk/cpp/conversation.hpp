// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "protocol/line.hpp"
#include "protocol/messages.hpp"
#include "steelyard_subject.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace steelyard::sdk {

/// The subject's side of the protocol between a request line and its answer line, without any pipe.
class conversation {
 public:
  /// \param spoken_for  looked at, must outlive the conversation.
  explicit conversation(const subject& spoken_for) : subject_(&spoken_for) {}

  /// One answer, newline included, to one request. Whatever the line holds and whatever the
  /// implementation throws is an answer.
  [[nodiscard]] std::string answer(std::string_view line);

  /// After `close`: nothing more is to be asked.
  [[nodiscard]] bool is_closed() const noexcept { return is_closed_; }

 private:
  nlohmann::ordered_json answer_to(const protocol::describe_request& request) const;
  nlohmann::ordered_json answer_to(const protocol::open_request& request);
  nlohmann::ordered_json answer_to(const protocol::call_request& request);
  nlohmann::ordered_json answer_to(const protocol::run_for_request& request);
  nlohmann::ordered_json answer_to(const protocol::output_request& request);
  nlohmann::ordered_json answer_to(const protocol::close_request& request);

  [[nodiscard]] const implementation& wanted(const protocol::open_request& request) const;
  [[nodiscard]] session& opened() const;

  const subject* subject_;
  std::unique_ptr<session> session_;
  bool has_called_ = false;
  bool is_closed_ = false;
};

/// The answer to a line that is longer than the protocol allows.
[[nodiscard]] std::string answer_to_endless_line(const protocol::line_limits& limits);

}  // namespace steelyard::sdk

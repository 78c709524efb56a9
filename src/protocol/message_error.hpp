// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

namespace steelyard::protocol {

/// A line or message that breaks docs/protocol.md. `what()` names the field, what was found there
/// and what was expected; it is valid UTF-8, one line and short whatever the input was.
class message_error : public std::runtime_error {
 public:
  message_error(std::string field, const std::string& found, const std::string& expected);

  /// Path of the field ("workload.kind", "digests[2].hash"); empty when the line as a whole is
  /// meant.
  [[nodiscard]] const std::string& field() const noexcept { return field_; }

 private:
  std::string field_;
};

/// A request whose `op` no subject of this version knows: to be answered with code `unknown_op`.
class unknown_op_error : public message_error {
 public:
  explicit unknown_op_error(const std::string& found);
};

}  // namespace steelyard::protocol

// SPDX-License-Identifier: Apache-2.0
#include "protocol/message_error.hpp"

#include <utility>

namespace steelyard::protocol {
namespace {

std::string described(const std::string& field,
                      const std::string& found,
                      const std::string& expected) {
  const std::string place = field.empty() ? "line" : "field \"" + field + "\"";
  return place + ": found " + found + ", expected " + expected;
}

}  // namespace

message_error::message_error(std::string field,
                             const std::string& found,
                             const std::string& expected)
    : std::runtime_error(described(field, found, expected)), field_(std::move(field)) {}

unknown_op_error::unknown_op_error(const std::string& found)
    : message_error("op", found, "describe, open, call, run_for, output or close") {}

}  // namespace steelyard::protocol

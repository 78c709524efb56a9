// SPDX-License-Identifier: Apache-2.0
#include "protocol/answer_json.hpp"
#include "protocol/line.hpp"
#include "protocol/message_error.hpp"
#include "vector_file.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace steelyard::protocol {
namespace {

void read_answer(const std::string& op, const std::string& line) {
  const auto message = parse_line(line);
  if (op == "describe") {
    (void)parse_answer<describe_answer>(message);
  } else if (op == "open") {
    (void)parse_answer<open_answer>(message);
  } else if (op == "call") {
    (void)parse_answer<call_answer>(message);
  } else if (op == "run_for") {
    (void)parse_answer<run_for_answer>(message);
  } else if (op == "output") {
    (void)parse_answer<output_answer>(message);
  } else if (op == "close") {
    (void)parse_answer<close_answer>(message);
  } else {
    FAIL() << "a vector asks for op " << op;
  }
}

std::optional<std::string> refused_field(const std::string& op, const std::string& line) {
  try {
    read_answer(op, line);
  } catch (const message_error& error) {
    return error.field();
  }
  return std::nullopt;
}

TEST(engine_vectors, answers_are_read_or_refused_by_name) {
  for (const auto& vector : vectors::vectors_of("engine/answers.jsonl")) {
    const auto refused = refused_field(vector["op"], vectors::line_of(vector, "answer"));
    if (vector["accepted"].get<bool>()) {
      EXPECT_EQ(refused, std::nullopt) << vector["name"];
    } else {
      EXPECT_EQ(refused, vector["field"].get<std::string>()) << vector["name"];
    }
  }
}

}  // namespace
}  // namespace steelyard::protocol

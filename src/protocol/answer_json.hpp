// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "protocol/messages.hpp"

#include <nlohmann/json.hpp>

namespace steelyard::protocol {

/// The answer in `message`, as the engine reads it: `Answer` is describe_answer, open_answer,
/// call_answer, run_for_answer, output_answer or close_answer, and `op` must be its name.
/// Fields it does not know are ignored.
/// Errors: `message_error` naming the field.
template <class Answer>
[[nodiscard]] answer_or_error<Answer> parse_answer(const nlohmann::ordered_json& message);

/// Whether an answer says as much as its request asked for: as many times as calls, and a digest
/// for each call that was to be validated. Errors: `message_error` naming the field that does not.
void require_complete(const call_request& request, const call_answer& answer);
void require_complete(const run_for_request& request, const run_for_answer& answer);

[[nodiscard]] nlohmann::ordered_json to_json(const describe_answer& answer);
[[nodiscard]] nlohmann::ordered_json to_json(const open_answer& answer);
[[nodiscard]] nlohmann::ordered_json to_json(const call_answer& answer);
[[nodiscard]] nlohmann::ordered_json to_json(const run_for_answer& answer);
[[nodiscard]] nlohmann::ordered_json to_json(const output_answer& answer);
[[nodiscard]] nlohmann::ordered_json to_json(const close_answer& answer);
[[nodiscard]] nlohmann::ordered_json to_json(const error& answer);

}  // namespace steelyard::protocol

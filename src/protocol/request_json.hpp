// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "protocol/messages.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>

namespace steelyard::protocol {

/// Most calls of one `call` or `run_for`, so that the times of a request fit into one line.
inline constexpr std::uint64_t calls_limit = 1'000'000;
/// Most workers of one `open`.
inline constexpr std::uint32_t workers_limit = 65'536;

/// The request in `message`, as a subject reads it. Fields it does not know are ignored.
/// Errors: `unknown_op_error`; `message_error` naming the field otherwise.
[[nodiscard]] any_request parse_request(const nlohmann::ordered_json& message);

[[nodiscard]] nlohmann::ordered_json to_json(const describe_request& request);
[[nodiscard]] nlohmann::ordered_json to_json(const open_request& request);
[[nodiscard]] nlohmann::ordered_json to_json(const call_request& request);
[[nodiscard]] nlohmann::ordered_json to_json(const run_for_request& request);
[[nodiscard]] nlohmann::ordered_json to_json(const output_request& request);
[[nodiscard]] nlohmann::ordered_json to_json(const close_request& request);
[[nodiscard]] nlohmann::ordered_json to_json(const any_request& request);

}  // namespace steelyard::protocol

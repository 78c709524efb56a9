// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "protocol/messages.hpp"
#include "steelyard_subject.hpp"

namespace steelyard::sdk {

/// Makes the calls of one request. Memory for the times is taken beforehand; NaN fill, CPU clock
/// and digest lie outside the timed window, which holds two readings of the clock and the call.
/// Errors: what session::call throws.
[[nodiscard]] protocol::call_answer timed_calls(session& open,
                                                const protocol::call_request& request);
[[nodiscard]] protocol::run_for_answer timed_loop(session& open,
                                                  const protocol::run_for_request& request);

}  // namespace steelyard::sdk

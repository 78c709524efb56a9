// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "protocol/messages.hpp"

#include <span>

namespace steelyard::sdk {

/// What a result is compared by; `call` is absent. The engine has a digest of its own in the
/// workload room, which the SDK may not use; both are tested against the same values. Source:
/// docs/protocol.md, "call".
[[nodiscard]] protocol::digest digest_of(std::span<const double> y);

}  // namespace steelyard::sdk

// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace steelyard::advice {

enum class language { english, chinese };

}  // namespace steelyard::advice

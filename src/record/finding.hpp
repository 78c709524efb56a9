// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace steelyard::record {

enum class finding_state {
  ok,
  not_readable,  ///< cannot be told here; no warning
  warn,          ///< verdicts get weaker or slower
  fail           ///< measuring is not possible, or would mislead
};

/// One line of `steelyard doctor`.
struct finding {
  std::string name;  ///< "governor", "expected band", …
  finding_state state = finding_state::ok;
  std::string value;   ///< what was found; the reason when it is not readable
  std::string effect;  ///< on verdicts; empty when there is none
  std::string
      fix;  ///< a command or an advice, "sudo …" where that is needed; empty when there is none
  std::optional<std::int64_t> bytes =
      std::nullopt;  ///< set where `value` is this many, put for people
};

}  // namespace steelyard::record

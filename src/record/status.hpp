// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace steelyard::record {

/// How the process of a cell ended. Everything but `ok` carries a reason and never a time.
enum class status {
  ok,
  unavailable,     ///< the implementation cannot run here (runtime missing)
  skipped,         ///< not started or not continued, by a rule (predicted too long)
  timeout,         ///< silent or running past its limit; killed
  crashed,         ///< ended by a signal or a non-zero status
  wrong_result,    ///< the digest or the output was not accepted
  protocol_fault,  ///< an answer that is no valid answer
  guard_stop,      ///< killed by the memory guard
  interrupted      ///< the run was interrupted while it ran; never counted
};

/// The word used in files: the enumerator's own name.
[[nodiscard]] std::string_view to_string(status value) noexcept;
/// The status of that word; empty when there is none.
[[nodiscard]] std::optional<status> status_from(std::string_view word) noexcept;

}  // namespace steelyard::record

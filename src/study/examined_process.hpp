// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/conversation.hpp"
#include "measure/tree_cpu.hpp"
#include "study/conformance.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace steelyard::study {

/// Whether a process can still be talked to.
enum class talk_state {
  usable,
  silent,   ///< it ended, hung or was stopped by a guard
  unruly,   ///< it wrote something that is no answer
  stopped,  ///< the pulse said so
};

/// A subject's process under examination: requests and answers with their deadlines.
///
/// Once `state` is not usable every request gives nothing.
class examined_process {
 public:
  /// \param doing  what the pulse is told.
  /// Errors: `measure::subject_error` when the subject cannot be started; `std::system_error`.
  examined_process(const conformance_plan& plan,
                   std::uint32_t workers,
                   const conformance_pulse& pulse,
                   std::string doing);

  /// The answer. Empty when there is none, or an error answer: `why` tells.
  template <class Answer, class Request>
  [[nodiscard]] std::optional<Answer> ask(const Request& request);

  /// The code of the error answer to `line`. Empty when there is none: `why` tells.
  [[nodiscard]] std::optional<std::string> refusal_of(std::string_view line);

  /// What the process tree does in `silence_ns` without requests. Empty when that cannot be said:
  /// `why` tells.
  [[nodiscard]] std::optional<measure::tree_activity> activity_in_silence();

  /// After the answer to `close`: why its end is not a clean one.
  [[nodiscard]] std::optional<std::string> fault_of_end();

  /// Kills the process.
  void give_up();

  /// The last answer says less than was asked for.
  void reject(const std::string& reason) { leave(talk_state::unruly, reason); }

  [[nodiscard]] talk_state state() const noexcept { return state_; }

  /// Why the last request gave nothing.
  [[nodiscard]] const std::string& why() const noexcept { return why_; }

 private:
  [[nodiscard]] std::optional<nlohmann::ordered_json> exchange(std::string_view line,
                                                               std::string_view op);
  [[nodiscard]] measure::waiting wait_until(std::int64_t deadline_ns);
  [[nodiscard]] bool look_after();
  [[nodiscard]] bool is_quiet(std::string_view moment);
  void leave(talk_state state, std::string why);

  const conformance_plan& plan_;
  const conformance_pulse& pulse_;
  std::string doing_;
  measure::conversation talk_;
  talk_state state_ = talk_state::usable;
  std::string why_;
};

}  // namespace steelyard::study

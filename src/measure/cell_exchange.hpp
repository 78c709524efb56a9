// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/cell_process.hpp"
#include "measure/conversation.hpp"
#include "measure/memory_sampling.hpp"
#include "protocol/messages.hpp"
#include "record/status.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace steelyard::measure {

/// Why a process gives no figures.
struct cell_fault {
  record::status status = record::status::ok;
  std::string reason;
};

/// Whether the engine may do more than sleep while an answer is awaited.
enum class window { timed, untimed };

/// Requests and answers of one cell's process under its guards.
///
/// The first thing that goes wrong becomes `fault()`; from then on every request gives nothing.
class cell_exchange {
 public:
  /// Errors: as `conversation`.
  cell_exchange(const cell_launch& launch, const program& what, const pulse& on_pulse);

  /// The answer to `request`; empty when there is a fault.
  template <class Answer, class Request>
  [[nodiscard]] std::optional<Answer> ask(const Request& request, window kind);

  /// Keeps the process open without asking anything. False when there is a fault.
  [[nodiscard]] bool hold(std::int64_t ns);
  /// Waits until the process has ended by itself, or kills it when there is a fault.
  [[nodiscard]] exit_report finish();

  /// Keeps the first one.
  void fail(record::status status, std::string reason);

  [[nodiscard]] const std::optional<cell_fault>& fault() const noexcept { return fault_; }

  [[nodiscard]] std::int64_t launch_ns() const noexcept { return talk_.launch_ns(); }

  /// When the last answer came, CLOCK_MONOTONIC.
  [[nodiscard]] std::int64_t answered_ns() const noexcept { return answered_ns_; }

  [[nodiscard]] std::int64_t asked_ns() const noexcept { return asked_ns_; }

  /// What is left of the timeout.
  [[nodiscard]] std::int64_t left_ns() const;

  [[nodiscard]] const conversation& talk() const noexcept { return talk_; }

  [[nodiscard]] const std::optional<memory_sampling>& sampling() const noexcept {
    return sampling_;
  }

 private:
  [[nodiscard]] std::optional<std::string> exchange(const std::string& line,
                                                    const std::string& op,
                                                    window kind);
  [[nodiscard]] waiting wait_for(std::int64_t deadline_ns, window kind);
  [[nodiscard]] bool look_after(window kind);
  void fail_by_error(const protocol::error& error, const std::string& op);
  void fail_by_exit(const std::string& op);

  const cell_launch& launch_;
  const pulse& on_pulse_;
  conversation talk_;
  std::optional<memory_sampling> sampling_;
  std::optional<cell_fault> fault_;
  std::int64_t deadline_ns_;
  std::int64_t asked_ns_ = 0;
  std::int64_t answered_ns_ = 0;
  std::int64_t next_guard_ns_ = 0;
  std::int64_t next_pulse_ns_ = 0;
};

}  // namespace steelyard::measure

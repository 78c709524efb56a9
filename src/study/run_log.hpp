// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/core_probe.hpp"
#include "record/journal.hpp"
#include "record/run.hpp"
#include "study/history.hpp"
#include "study/plan.hpp"
#include "study/round_order.hpp"
#include "study/schedule.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace steelyard::study {

/// The journal of a run and the state it tells. What is added is on the disk when the call returns;
/// opening it again gives the same state.
class run_log {
 public:
  /// Reads what the journal holds. Errors: those of `record::read_journal`, `std::runtime_error`
  /// for entries that do not belong to this plan.
  run_log(const plan& value, const std::filesystem::path& run_directory);

  [[nodiscard]] const history& known() const noexcept { return known_; }

  [[nodiscard]] const record::run& run() const noexcept { return run_; }

  /// Budget used when the last entry was written.
  [[nodiscard]] double used_s() const noexcept { return used_s_; }

  [[nodiscard]] std::uint32_t last_round() const noexcept { return last_round_; }

  /// The journaled order of a timing round, or of the memory pass; null when it has not begun.
  [[nodiscard]] const std::vector<round_block>* order_of(std::uint32_t round) const;

  void begin_session(const std::string& utc, double used_s);
  /// \param handovers  the core-to-core regime in which the round began
  void add_round(std::uint32_t round,
                 const std::vector<round_block>& blocks,
                 const std::vector<measure::handover>& handovers,
                 double used_s);
  void add_process(const record::process& value, double duration_s, double used_s);
  void add_stop(const stop& value, double used_s);
  void add_event(nlohmann::ordered_json body, double used_s);

 private:
  void replay(const record::journal_entry& entry);
  void replay_round(const nlohmann::ordered_json& body);
  void replay_event(const nlohmann::ordered_json& body);
  void append(const std::string& type, nlohmann::ordered_json body, double used_s);

  const plan* plan_;
  history known_;
  record::run run_;
  double used_s_ = 0;
  std::uint32_t last_round_ = 0;
  std::map<std::uint32_t, std::vector<round_block>> orders_;
  record::journal_writer writer_;
};

}  // namespace steelyard::study

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/standing.hpp"
#include "record/process.hpp"
#include "study/plan.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace steelyard::study {

/// What is known of one cell so far.
struct cell_track {
  std::set<std::uint32_t> rounds;             ///< in which it had a process
  std::vector<analysis::round_value> values;  ///< ascending rounds; accepted results only
  std::optional<double> last_s;               ///< duration of its last process
  std::string stopped;  ///< why no further process is started: "failed", "out_of_contention", …
  bool has_memory = false;

  [[nodiscard]] bool is_live() const { return stopped.empty(); }

  [[nodiscard]] bool is_given_up() const { return stopped == "budget"; }
};

/// The state of a run as its journal tells it: built from the entries, live or read back.
class history {
 public:
  explicit history(const plan& value);

  /// The index of a timing cell. Errors: `std::invalid_argument` for a cell that is not in the
  /// plan.
  [[nodiscard]] std::size_t index_of(const record::cell& cell) const;

  /// \param duration_s  of the whole process with its probes
  void add(const record::process& value, double duration_s);
  void stop(std::size_t cell, const std::string& why);

  [[nodiscard]] const cell_track& track(std::size_t cell) const { return tracks_[cell]; }

  [[nodiscard]] std::uint64_t processes() const noexcept { return processes_; }

  /// Expected seconds of the next process of a cell.
  [[nodiscard]] double expected_s(std::size_t cell) const;

 private:
  const plan* plan_;
  std::vector<cell_track> tracks_;
  std::uint64_t processes_ = 0;
};

}  // namespace steelyard::study

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/break_even.hpp"
#include "analysis/standing.hpp"
#include "record/run.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace steelyard::analysis {

/// The processes of one cell, looked at: pointers into the run, in order of rounds.
struct cell_samples {
  record::cell cell;
  std::vector<const record::process*>
      timed;  ///< ok; of a run without timing passes the sustained ones
  std::vector<const record::process*> sustained;  ///< ok
  std::vector<const record::process*> memory;     ///< ok
  std::vector<const record::process*> failed;     ///< neither ok nor interrupted
  std::uint32_t started = 0;                      ///< processes, without the interrupted ones
  std::uint32_t failures = 0;                     ///< of `failed`, those that are failures
  arm warm;                                       ///< label: implementation id; one value per round
  std::vector<lifetime> lifetimes;                ///< of rounds with setup, first and warm calls
};

/// Whether there was a process at all: rows that are unavailable or skipped stand in the journal
/// too, and only some were found to be so by a process.
[[nodiscard]] bool was_started(const record::process& value);

/// Whether it ended badly: to be unavailable or skipped is no failure.
[[nodiscard]] bool is_failure(const record::process& value);

/// One entry for every cell of a workload that had a process, ordered by cell.
/// Errors: `std::invalid_argument` naming the field of an event that does not read as one.
[[nodiscard]] std::vector<cell_samples> samples_of(const record::run& run,
                                                   std::string_view workload);

}  // namespace steelyard::analysis

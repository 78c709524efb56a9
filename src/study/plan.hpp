// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/cell_process.hpp"
#include "record/run.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace steelyard::study {

/// What the user asked for: a study file with the flags laid over it. Empty optionals take the
/// study's value.
struct request {
  std::string study = "matvec";      ///< built-in name, or
  std::filesystem::path study_file;  ///< a file of the user's
  std::optional<std::string> profile;
  std::vector<std::string> only;  ///< globs over implementation ids
  std::vector<std::string> skip;
  std::vector<std::string> workloads;  ///< globs over workload ids
  std::optional<std::vector<std::uint64_t>> sizes;
  std::optional<std::vector<std::uint32_t>> workers;
  std::optional<double> budget_s;
  std::optional<std::uint32_t> rounds;  ///< exactly this many, no stopping by verdict
  std::optional<std::uint64_t> seed;
  std::optional<std::vector<std::uint32_t>> cpus;
  std::optional<double> margin;
  std::optional<std::string> reference;
  std::filesystem::path matrix;             ///< Matrix Market file; replaces the built-in workloads
  std::filesystem::path x;                  ///< vector for it
  std::vector<std::string> extra_subjects;  ///< commands
  std::vector<std::string> keep_env;
  std::optional<std::int64_t> memory_guard_bytes;
  std::optional<std::int64_t> min_free_bytes;
  std::optional<double> timeout_s;
  bool memory_pass = true;
};

/// One cell of the plan and how its processes are made.
struct planned_cell {
  record::cell cell;
  std::string subject;
  measure::call_plan calls;
  record::purpose purpose = record::purpose::timing;
  std::uint32_t period = 1;      ///< due every `period`-th round once `min_rounds` are over
  std::uint32_t max_rounds = 0;  ///< 0: no own cap (interpreted rows have one)
  std::string unavailable;       ///< reason; such a cell is a row without processes
  std::string skipped;     ///< reason of a rule (predicted too long, too large); recorded as such
  double estimated_s = 0;  ///< of one process, for --dry-run and the first ETA

  [[nodiscard]] bool is_runnable() const { return unavailable.empty() && skipped.empty(); }
};

struct plan {
  record::manifest manifest;  ///< complete but for run_id, created_utc and environment
  std::vector<measure::subject_command> subjects;
  std::vector<planned_cell> cells;
  /// Separate launches for memory. With `memory_picks_only`, the pick and the runner-up of each
  /// workload are taken from these when the timing rounds are over.
  std::vector<planned_cell> memory_cells;
  bool memory_picks_only = false;
  std::optional<double> budget_s;
  std::optional<std::uint32_t> rounds;  ///< exactly this many, no racing and no stopping
  std::uint32_t min_rounds = 11;
  std::uint32_t max_rounds = 200;
  measure::process_limits limits;
  std::uint64_t sentinel_steps = 0;  ///< frozen for the run, so that its times compare
  std::string kernel;                ///< release and version it was planned on
  std::vector<std::string> keep_env;
  std::vector<std::string> notices;  ///< what the user should know before it starts
};

}  // namespace steelyard::study

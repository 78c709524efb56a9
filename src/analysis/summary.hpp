// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/break_even.hpp"
#include "analysis/figure.hpp"
#include "analysis/self_check.hpp"
#include "analysis/situation.hpp"
#include "analysis/standing.hpp"
#include "analysis/verdict.hpp"
#include "record/run.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The values that every report is made of: pure functions of a run.
namespace steelyard::analysis {

enum class cell_state { measured, out_of_contention, failed, unavailable, skipped, not_run };

/// "measured", "out-of-contention", "failed", "unavailable", "skipped", "not-run".
[[nodiscard]] std::string_view to_string(cell_state state) noexcept;

/// How many samples carry a noise flag.
struct flag_count {
  std::string flag;
  std::uint32_t processes = 0;
};

struct cell_summary {
  record::cell cell;
  cell_state state = cell_state::not_run;
  remark reason;                         ///< why there are no figures, or only few
  std::vector<std::string> stderr_tail;  ///< of the first failed process
  figure<estimate> warm_ns;              ///< median over rounds of per-process medians
  figure<estimate> setup_ns;
  figure<estimate> first_ns;
  figure<estimate> process_ns;
  figure<interval> warm_iqr_ns;  ///< of the pooled warm calls, "as published"; coverage 0
  figure<double> calls_per_s;    ///< sustained loops only
  figure<double> p50_ns;         ///< from 1 call
  figure<double> p95_ns;         ///< from 20 calls of one process
  figure<double> p99_ns;         ///< from 100
  figure<estimate> speedup;      ///< against its own one-worker result, paired by rounds
  figure<double> efficiency;     ///< speed-up / workers
  figure<double> peak_pss_bytes;
  std::string pss_source;          ///< "smaps_rollup", "smaps" or "rss"; empty when not measured
  figure<double> pss_samples;      ///< of the process tree's PSS, over its life
  figure<double> pss_interval_ns;  ///< between two of them, achieved
  double pss_nominal_ns = 0;       ///< as it should have been; 0 when not measured
  figure<double> payload_bytes;    ///< arrays of the subject
  figure<double> bytes_per_s;      ///< logical bytes / warm median
  figure<estimate> start_ns;       ///< setup + first call
  figure<estimate> vs_best;        ///< t / t of the workload's leader, paired by rounds
  figure<double> predicted_share;  ///< entries of the fullest worker under equal rows, 0..1
  figure<double> measured_share;   ///< the same as the workers reported it
  bool oversubscribed = false;     ///< more workers than CPUs of the set
  std::uint32_t short_loops = 0;   ///< loops that ended before their planned seconds
  std::uint32_t processes = 0;     ///< started for this cell, memory pass included
  std::uint32_t failures = 0;      ///< of them, those that ended badly
  std::vector<flag_count> noise_flags;  ///< by name
};

struct workload_summary {
  record::workload workload;
  std::vector<cell_summary> cells;     ///< fastest first, then those without figures
  std::vector<record::cell> best_set;  ///< cells that cannot be told from the best, fastest first
  std::vector<record::cell> unjudged;  ///< cells with too few rounds to be left out of it
  std::optional<record::cell> leader;  ///< smallest warm median
  std::optional<record::cell> pick;    ///< within the best set, by least dependency and memory
  std::optional<record::cell> runner_up;  ///< smallest warm median outside the pick
  std::vector<verdict>
      verdicts;  ///< pick (else leader) against runner-up first, then each other measured cell
  std::vector<break_even> break_evens;  ///< pick (else leader) with each other measured cell
  std::vector<situation_summary> situations;
  figure<double> equal_rows_imbalance;  ///< fullest worker / mean worker under equal rows, most
                                        ///< workers of the run
  remark undecided_because;             ///< key set when there is no pick
  figure<double> intensity;             ///< flops per logical byte
};

struct run_summary {
  record::manifest manifest;
  looking looked = looking::after_each_round;
  std::vector<workload_summary> workloads;
  std::vector<remark> warnings;     ///< loudest first
  std::vector<check> checks;        ///< self-check
  std::vector<remark> invalid;      ///< reasons for exit 3 (wrong results, damaged records)
  figure<double> read_bytes_per_s;  ///< read bandwidth of this machine, measured in this run
  std::uint64_t processes = 0;
  std::uint64_t failures = 0;
  std::uint32_t rounds = 0;       ///< last round that was begun
  std::uint32_t near_rounds = 0;  ///< of the timing rounds whose hand-overs were probed
  std::uint32_t far_rounds = 0;   ///< those in which any hand-over was far
  double measured_s = 0;          ///< sum of the processes' wall times
};

/// Every figure of a run. Deterministic: the same run gives the same summary.
[[nodiscard]] run_summary summarize(const record::run& run);

/// The summary of a cell; nullptr when the workload has none such.
[[nodiscard]] const cell_summary* find_cell(const workload_summary& workload,
                                            const record::cell& cell) noexcept;

}  // namespace steelyard::analysis

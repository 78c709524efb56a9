// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/standing.hpp"
#include "record/run.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// The values that every report is made of: pure functions of a run.
namespace steelyard::analysis {

/// A value with its reason for being absent; never 0 for "unknown".
template <typename Value>
struct figure {
  std::optional<Value> value;
  std::string why_not;  ///< set when `value` is empty
};

struct interval {
  double low = 0;
  double high = 0;
  double coverage = 0;  ///< attained, 0..1
  bool anytime = false; ///< valid under looking after every round
};

/// A median over rounds, with its interval where there are rounds enough.
struct estimate {
  double median = 0;
  std::uint32_t rounds = 0;
  figure<analysis::interval> interval;
};

enum class verdict_word { faster, slower, equal, faster_under_margin, slower_under_margin, undecided };

/// A against B over common rounds: d = ln t_B - ln t_A, so a ratio over 1 means A is faster.
struct verdict {
  std::string a;  ///< implementation ids
  std::string b;
  verdict_word word = verdict_word::undecided;
  estimate ratio;       ///< t_B / t_A
  double margin = 0.02;
  double band = 0;      ///< published method: sum of both relative spreads
  double lag1 = 0;      ///< autocorrelation of d
  std::string reason;   ///< code: "n=11 interval=[1.02,1.09] margin=2%"
};

enum class cell_state { measured, out_of_contention, failed, unavailable, skipped, not_run };

struct cell_summary {
  record::cell cell;
  cell_state state = cell_state::not_run;
  std::string reason;               ///< why there are no figures
  figure<estimate> warm_ns;         ///< median over rounds of per-process medians
  figure<estimate> setup_ns;
  figure<estimate> first_ns;
  figure<estimate> process_ns;
  figure<interval> warm_iqr_ns;     ///< of the pooled warm calls, "as published"; coverage 0
  figure<double> calls_per_s;       ///< sustained loops only
  figure<double> p50_ns;            ///< from 1 call
  figure<double> p95_ns;            ///< from 20 calls of one process
  figure<double> p99_ns;            ///< from 100
  figure<double> speedup;           ///< against its own one-worker result, paired by rounds
  figure<double> efficiency;
  figure<double> peak_pss_bytes;
  figure<double> bytes_per_s;       ///< logical bytes / warm median
  figure<double> vs_best;           ///< warm median / the best warm median of the workload
  bool oversubscribed = false;      ///< more workers than CPUs of the set
  std::uint32_t failures = 0;       ///< processes that did not end ok
  std::vector<std::string> noise_flags;
};

/// Calls after which B has paid back its dearer start against A (design: "break-even").
struct break_even {
  std::string a;  ///< cheaper to start
  std::string b;  ///< faster when warm
  figure<double> calls;
  std::string words;  ///< "from the first call", "never", "up to n calls", ""
};

struct workload_summary {
  record::workload workload;
  std::vector<cell_summary> cells;        ///< fastest first, then those without figures
  std::vector<std::string> best_set;      ///< implementation ids that cannot be told from the best
  std::optional<std::string> pick;        ///< within the best set, by least dependency and memory
  std::optional<std::string> runner_up;   ///< best outside the pick
  std::vector<verdict> verdicts;          ///< pick against runner-up first, then pick against each measured cell
  std::vector<break_even> break_evens;
  std::string undecided_because;          ///< when there is no pick
};

struct run_summary {
  record::manifest manifest;
  std::vector<workload_summary> workloads;
  std::vector<std::string> warnings;      ///< loudest first
  std::vector<std::string> invalid;       ///< reasons for exit 3 (wrong results, damaged records)
  std::uint64_t processes = 0;
  std::uint64_t failures = 0;
  double measured_s = 0;
};

[[nodiscard]] run_summary summarize(const record::run& run);

}  // namespace steelyard::analysis

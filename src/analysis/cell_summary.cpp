// SPDX-License-Identifier: Apache-2.0
#include "analysis/cell_summary.hpp"

#include "analysis/quantile.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>

namespace steelyard::analysis {
namespace {

using record::process;

// docs/method.md, "Quantiles".
constexpr std::size_t p95_calls = 20;
constexpr std::size_t p99_calls = 100;

template <typename Field>
std::vector<double> values_of(const std::vector<const process*>& processes, Field field) {
  std::vector<double> result;
  for (const process* value : processes) {
    if (const auto& read = field(*value)) {
      result.push_back(static_cast<double>(*read));
    }
  }
  return result;
}

figure<estimate> estimated(const std::vector<double>& values, const cell_context& context) {
  if (values.empty()) {
    return remark{"why.not_measured", {}, {}};
  }
  return estimate_of(values, context.alpha, context.looked);
}

figure<double> tail(const std::vector<const process*>& processes,
                    double share,
                    std::size_t fewest_calls) {
  std::vector<double> per_process;
  std::size_t most_calls = 0;
  for (const process* value : processes) {
    most_calls = std::max(most_calls, value->warm_ns.size());
    if (value->warm_ns.size() >= fewest_calls) {
      std::vector<double> sorted(value->warm_ns.begin(), value->warm_ns.end());
      std::ranges::sort(sorted);
      per_process.push_back(quantile(sorted, share));
    }
  }
  if (per_process.empty()) {
    return remark{"why.too_few_calls",
                  {number_argument("have", static_cast<double>(most_calls)),
                   number_argument("needed", static_cast<double>(fewest_calls))},
                  {}};
  }
  return median(per_process);
}

figure<interval> pooled_iqr(const std::vector<const process*>& processes) {
  std::vector<double> pooled;
  for (const process* value : processes) {
    pooled.insert(pooled.end(), value->warm_ns.begin(), value->warm_ns.end());
  }
  if (pooled.empty()) {
    return remark{"why.not_measured", {}, {}};
  }
  std::ranges::sort(pooled);
  return interval{quantile(pooled, 0.25), quantile(pooled, 0.75)};
}

figure<double> sustained_rate(const std::vector<const process*>& processes) {
  std::vector<double> rates;
  for (const process* value : processes) {
    if (value->loop_wall_ns && *value->loop_wall_ns > 0) {
      rates.push_back(1e9 * static_cast<double>(value->warm_ns.size()) /
                      static_cast<double>(*value->loop_wall_ns));
    }
  }
  if (rates.empty()) {
    return remark{"why.no_sustained_loop", {}, {}};
  }
  return median(rates);
}

/// A loop ends after its seconds; before that only at the largest number of calls.
std::uint32_t short_loops(const std::vector<const process*>& processes,
                          std::optional<double> planned_s) {
  return static_cast<std::uint32_t>(std::ranges::count_if(processes, [&](const process* value) {
    return planned_s && value->loop_wall_ns &&
           static_cast<double>(*value->loop_wall_ns) + 1 < 1e9 * *planned_s;  // may be rounded
  }));
}

std::optional<double> fullest_share(const process& value) {
  double total = 0;
  double most = 0;
  for (const record::worker& worker : value.workers) {
    if (!worker.entries) {
      return std::nullopt;
    }
    const auto entries = static_cast<double>(*worker.entries);
    total += entries;
    most = std::max(most, entries);
  }
  return total > 0 ? std::optional(most / total) : std::nullopt;
}

void fill_times(cell_summary& result, const cell_samples& samples, const cell_context& context) {
  std::vector<double> warm;
  for (const round_value& value : samples.warm.values) {
    warm.push_back(value.ns);
  }
  result.warm_ns = estimated(warm, context);
  const auto& timed = samples.timed;
  result.setup_ns =
      estimated(values_of(timed, [](const process& p) { return p.setup_ns; }), context);
  result.first_ns =
      estimated(values_of(timed, [](const process& p) { return p.first_ns; }), context);
  result.process_ns =
      estimated(values_of(timed, [](const process& p) { return p.process_ns; }), context);
  std::vector<double> starts;
  for (const lifetime& value : samples.lifetimes) {
    starts.push_back(value.setup_ns + value.first_ns);
  }
  result.start_ns = estimated(starts, context);
  result.warm_iqr_ns = pooled_iqr(timed);
  const auto& loops = samples.sustained.empty() ? timed : samples.sustained;
  result.calls_per_s = sustained_rate(samples.sustained);
  result.short_loops = short_loops(samples.sustained, context.loop_s);
  result.p50_ns = tail(loops, 0.50, 1);
  result.p95_ns = tail(loops, 0.95, p95_calls);
  result.p99_ns = tail(loops, 0.99, p99_calls);
  if (result.warm_ns.value) {
    result.bytes_per_s =
        1e9 * static_cast<double>(context.workload.logical_bytes) / result.warm_ns.value->median;
  }
}

void fill_memory(cell_summary& result, const cell_samples& samples) {
  std::vector<double> peaks;
  std::vector<double> counts;
  std::vector<double> intervals;
  for (const process* value : samples.memory) {
    if (value->memory) {
      peaks.push_back(static_cast<double>(value->memory->peak_pss_bytes));
      counts.push_back(static_cast<double>(value->memory->samples));
      intervals.push_back(static_cast<double>(value->memory->median_interval_ns));
      result.pss_source = value->memory->source;
      result.pss_nominal_ns = static_cast<double>(value->memory->nominal_interval_ns);
    }
  }
  const auto fill = [](figure<double>& into, const std::vector<double>& values) {
    into = values.empty() ? figure<double>(remark{"why.no_memory_pass", {}, {}})
                          : figure<double>(median(values));
  };
  fill(result.peak_pss_bytes, peaks);
  fill(result.pss_samples, counts);
  fill(result.pss_interval_ns, intervals);
  const std::vector<double> payloads =
      values_of(samples.timed, [](const process& p) { return p.payload_bytes; });
  if (!payloads.empty()) {
    result.payload_bytes = median(payloads);
  }
}

void fill_balance(cell_summary& result, const cell_samples& samples, const cell_context& context) {
  result.predicted_share = remark{"why.no_prediction", {}, {}};
  for (const auto& [workers, share] : context.workload.fullest_share) {
    if (workers == result.cell.workers) {
      result.predicted_share = share;
    }
  }
  std::vector<double> shares;
  for (const process* value : samples.timed) {
    if (const auto share = fullest_share(*value)) {
      shares.push_back(*share);
    }
  }
  if (shares.empty()) {
    result.measured_share = remark{"why.balance_not_reported", {}, {}};
  } else {
    result.measured_share = median(shares);
  }
}

std::vector<flag_count> flags_of(const std::vector<const process*>& processes) {
  std::map<std::string, std::uint32_t> counts;
  for (const process* value : processes) {
    for (const std::string& flag : value->noise.flags) {
      ++counts[flag];
    }
  }
  std::vector<flag_count> result;
  for (const auto& [flag, count] : counts) {
    result.push_back({flag, count});
  }
  return result;
}

remark failure_reason(const process& value) {
  return {"why.failed",
          {remark_argument("status",
                           {"status." + std::string(record::to_string(value.status)), {}, {}}),
           text_argument("detail", value.detail)},
          {record::to_string(value.cell)}};
}

cell_state state_for(record::status status) {
  switch (status) {
    case record::status::unavailable:
      return cell_state::unavailable;
    case record::status::skipped:
      return cell_state::skipped;
    default:
      return cell_state::failed;
  }
}

void withhold_all(cell_summary& result, const remark& reason) {
  result.reason = reason;
  for (figure<estimate>* value : {&result.warm_ns,
                                  &result.setup_ns,
                                  &result.first_ns,
                                  &result.process_ns,
                                  &result.speedup,
                                  &result.vs_best}) {
    *value = reason;
  }
  for (figure<double>* value : {&result.calls_per_s,
                                &result.p50_ns,
                                &result.p95_ns,
                                &result.p99_ns,
                                &result.efficiency,
                                &result.peak_pss_bytes,
                                &result.pss_samples,
                                &result.pss_interval_ns,
                                &result.payload_bytes,
                                &result.bytes_per_s,
                                &result.predicted_share,
                                &result.measured_share}) {
    *value = reason;
  }
  result.warm_iqr_ns = reason;
}

/// The failure that takes the cell its figures: any wrong result, else the first of a cell that
/// was never measured.
const process* disqualifying(const cell_samples& samples) {
  for (const process* value : samples.failed) {
    if (value->status == record::status::wrong_result) {
      return value;
    }
  }
  return samples.warm.values.empty() && !samples.failed.empty() ? samples.failed.front() : nullptr;
}

}  // namespace

cell_summary summarize_cell(const cell_samples& samples, const cell_context& context) {
  cell_summary result;
  result.cell = samples.cell;
  result.processes = samples.started;
  result.failures = samples.failures;
  result.oversubscribed = samples.cell.workers > context.manifest.cpus.size();
  if (!samples.failed.empty()) {
    result.stderr_tail = samples.failed.front()->stderr_tail;
  }
  if (const process* failure = disqualifying(samples)) {
    result.state = state_for(failure->status);
    result.stderr_tail = failure->stderr_tail;
    withhold_all(result, failure_reason(*failure));
    return result;
  }
  if (samples.warm.values.empty()) {
    withhold_all(result, {"why.not_run", {}, {}});
    return result;
  }
  result.state = cell_state::measured;
  fill_times(result, samples, context);
  fill_memory(result, samples);
  fill_balance(result, samples, context);
  result.noise_flags = flags_of(samples.timed);
  return result;
}

cell_summary row_without_processes(const record::implementation& implementation,
                                   const record::cell& cell,
                                   const std::string& skipped) {
  cell_summary result;
  result.cell = cell;
  if (!implementation.available) {
    result.state = cell_state::unavailable;
    withhold_all(result,
                 {implementation.install.empty() ? "why.unavailable" : "why.unavailable_install",
                  {text_argument("reason", implementation.reason),
                   text_argument("install", implementation.install)},
                  {}});
  } else if (!skipped.empty()) {
    result.state = cell_state::skipped;
    withhold_all(result, {"why.skipped", {text_argument("reason", skipped)}, {}});
  } else {
    withhold_all(result, {"why.not_run", {}, {}});
  }
  return result;
}

}  // namespace steelyard::analysis

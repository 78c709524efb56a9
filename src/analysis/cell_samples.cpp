// SPDX-License-Identifier: Apache-2.0
#include "analysis/cell_samples.hpp"

#include "analysis/quantile.hpp"
#include "record/json_fields.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace steelyard::analysis {
namespace {

void sort_in(cell_samples& samples, const record::process& process) {
  if (process.status == record::status::interrupted) {
    return;
  }
  samples.started += was_started(process) ? 1U : 0U;
  samples.failures += is_failure(process) ? 1U : 0U;
  if (process.status != record::status::ok) {
    samples.failed.push_back(&process);
    return;
  }
  switch (process.purpose) {
    case record::purpose::timing:
      samples.timed.push_back(&process);
      return;
    case record::purpose::sustained:
      samples.sustained.push_back(&process);
      return;
    case record::purpose::memory:
      samples.memory.push_back(&process);
      return;
  }
}

std::optional<double> warm_median(const record::process& process) {
  if (process.warm_ns.empty()) {
    return std::nullopt;
  }
  const std::vector<double> times(process.warm_ns.begin(), process.warm_ns.end());
  const double value = median(times);
  return value > 0 ? std::optional(value) : std::nullopt;
}

void derive(cell_samples& samples) {
  if (samples.timed.empty()) {
    samples.timed = samples.sustained;
  }
  std::ranges::stable_sort(samples.timed, {}, [](const auto* value) { return value->round; });
  samples.warm.label = samples.cell.implementation;
  for (const record::process* process : samples.timed) {
    const std::optional<double> warm = warm_median(*process);
    if (!warm) {
      continue;
    }
    samples.warm.values.push_back({process->round, *warm});
    if (process->setup_ns && process->first_ns) {
      samples.lifetimes.push_back({process->round,
                                   static_cast<double>(*process->setup_ns),
                                   static_cast<double>(*process->first_ns),
                                   *warm});
    }
  }
}

/// The cells whose journal says that the budget could not hold them.
std::set<record::cell> cells_given_up(const record::run& run) {
  std::set<record::cell> result;
  for (const nlohmann::ordered_json& event : run.events) {
    const record::json_field body(event, "");
    if (body.at("kind").text() == "stopped" && body.at("why").text() == "budget") {
      const record::json_field cell = body.at("cell");
      result.insert({cell.at("workload").text(),
                     cell.at("implementation").text(),
                     cell.at("workers").natural32()});
    }
  }
  return result;
}

bool is_row_without_result(const record::process& value) {
  return value.status == record::status::unavailable || value.status == record::status::skipped;
}

}  // namespace

bool was_started(const record::process& value) {
  return value.usage || !is_row_without_result(value);  // wait4 gives the usage of a child only
}

bool is_failure(const record::process& value) {
  return value.status != record::status::ok && value.status != record::status::interrupted &&
         !is_row_without_result(value);
}

std::vector<cell_samples> samples_of(const record::run& run, std::string_view workload) {
  std::map<record::cell, cell_samples> cells;
  for (const record::process& process : run.processes) {
    if (process.cell.workload == workload) {
      cell_samples& samples = cells[process.cell];
      samples.cell = process.cell;
      sort_in(samples, process);
    }
  }
  const std::set<record::cell> given_up = cells_given_up(run);
  std::vector<cell_samples> result;
  for (auto& [cell, samples] : cells) {
    derive(samples);
    samples.warm.given_up = given_up.contains(cell);
    result.push_back(std::move(samples));
  }
  return result;
}

}  // namespace steelyard::analysis

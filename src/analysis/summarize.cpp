// SPDX-License-Identifier: Apache-2.0
#include "analysis/cell_samples.hpp"
#include "analysis/summary.hpp"
#include "analysis/warnings.hpp"
#include "analysis/workload_summary.hpp"
#include "record/json_fields.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace steelyard::analysis {
namespace {

/// Where the measuring engine leaves the read bandwidth of this machine, if it measured it.
constexpr std::string_view bandwidth_fact = "memory.read_bytes_per_s";

/// Entries of the resolved plan are the value itself or an object that also says where it is from.
bool rounds_were_fixed(const record::manifest& manifest) {
  const auto rounds = manifest.plan.find("rounds");
  if (rounds == manifest.plan.end()) {
    return false;
  }
  if (rounds->is_object()) {
    const auto value = rounds->find("value");
    return value != rounds->end() && value->is_number();
  }
  return rounds->is_number();
}

figure<double> read_bandwidth(const record::manifest& manifest) {
  const auto found = std::ranges::find(manifest.environment, bandwidth_fact, &record::fact::name);
  if (found == manifest.environment.end()) {
    return remark{"why.bandwidth_not_measured", {}, {}};
  }
  if (!found->value.is_number()) {
    return remark{"why.not_readable", {text_argument("reason", found->not_readable)}, {}};
  }
  return found->value.get<double>();
}

void count_processes(const record::run& run, run_summary& result) {
  for (const record::process& process : run.processes) {
    if (process.status == record::status::interrupted || !was_started(process)) {
      continue;
    }
    ++result.processes;
    result.failures += is_failure(process) ? 1U : 0U;
    if (process.purpose != record::purpose::memory) {
      result.rounds = std::max(result.rounds, process.round);
    }
    result.measured_s += 1e-9 * static_cast<double>(process.process_ns.value_or(0));
  }
}

bool is_far(const record::json_field& handover) {
  return handover.at("regime").text() == "far";
}

void count_regimes(const record::run& run, run_summary& result) {
  std::map<std::uint32_t, bool> far;  // by round: one that was resumed was probed twice
  for (const nlohmann::ordered_json& round : run.rounds) {
    const record::json_field body(round, "");
    const auto handovers = body.find("handovers");
    if (handovers && !handovers->elements().empty() && body.at("purpose").text() == "timing") {
      bool& known = far[body.at("round").natural32()];
      known = known || std::ranges::any_of(handovers->elements(), is_far);
    }
  }
  for (const auto& [round, is_far_round] : far) {
    ++(is_far_round ? result.far_rounds : result.near_rounds);
  }
}

}  // namespace

std::string_view to_string(cell_state state) noexcept {
  constexpr std::array<std::string_view, 6> words = {
      "measured", "out-of-contention", "failed", "unavailable", "skipped", "not-run"};
  return words[static_cast<std::size_t>(state)];
}

const cell_summary* find_cell(const workload_summary& workload, const record::cell& cell) noexcept {
  const auto found = std::ranges::find(workload.cells, cell, &cell_summary::cell);
  return found == workload.cells.end() ? nullptr : &*found;
}

run_summary summarize(const record::run& run) {
  run_summary result;
  result.manifest = run.manifest;
  result.looked = rounds_were_fixed(run.manifest) ? looking::once : looking::after_each_round;
  question asked;
  asked.margin = run.manifest.margin;
  for (const record::workload& workload : run.manifest.workloads) {
    result.workloads.push_back(summarize_workload(run, workload, asked, result.looked));
  }
  count_processes(run, result);
  count_regimes(run, result);
  result.read_bytes_per_s = read_bandwidth(run.manifest);
  result.checks = self_check(run);
  for (const check& line : result.checks) {
    if (line.result == check_result::fail) {
      result.invalid.push_back(line.finding);
    }
  }
  result.warnings = warnings_of(result);
  return result;
}

}  // namespace steelyard::analysis

// SPDX-License-Identifier: Apache-2.0
#include "study/make_plan.hpp"

#include "study/cost.hpp"
#include "study/names.hpp"
#include "study/workload_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace steelyard::study {
namespace {

constexpr double longest_call_s = 20;
constexpr std::int64_t memory_hold_ns = 100'000'000;
constexpr std::uint32_t memory_warm_calls = 2;

bool matches_any(const std::vector<std::string>& globs, const std::string& name) {
  return std::ranges::any_of(globs,
                             [&](const std::string& glob) { return glob_matches(glob, name); });
}

/// A row that no subject lists is not known to be serial.
bool is_serial(const offered_implementation& row) {
  return !row.row.parallel && !row.row.subject.empty();
}

/// The rows of the study: everything a glob of the study names, offered or not.
class row_selection {
 public:
  row_selection(const settings& value, const offer& offered) : settings_(&value) {
    for (const offered_implementation& known : offered.implementations) {
      const bool is_included = known.is_extra || matches_any(value.include.value, known.row.id);
      if (is_included && !matches_any(value.exclude.value, known.row.id)) {
        rows_.push_back(known);
      }
    }
    add_what_nobody_offers();
    order_as_listed();
    narrow();
  }

  [[nodiscard]] std::vector<offered_implementation> take() { return std::move(rows_); }

 private:
  [[nodiscard]] bool has(const std::string& id) const {
    return std::ranges::any_of(rows_, [&](const auto& row) { return row.row.id == id; });
  }

  void add_what_nobody_offers() {
    for (const std::string& name : settings_->include.value) {
      const bool is_glob = name.find_first_of("*?") != std::string::npos;
      if (is_glob || has(name) || matches_any(settings_->exclude.value, name)) {
        continue;
      }
      offered_implementation row;
      row.row.id = name;
      row.row.available = false;
      row.row.reason = "no subject offers it";
      rows_.push_back(std::move(row));
    }
  }

  void order_as_listed() {
    const auto place = [&](const offered_implementation& row) {
      const auto& globs = settings_->include.value;
      return std::ranges::find_if(
                 globs, [&](const auto& glob) { return glob_matches(glob, row.row.id); }) -
             globs.begin();
    };
    std::ranges::stable_sort(rows_, {}, place);
  }

  void narrow() {
    std::vector<std::string> ids;
    for (const offered_implementation& row : rows_) {
      ids.push_back(row.row.id);
    }
    require_matches(settings_->only, ids, "--only");
    require_matches(settings_->skip, ids, "--skip");
    std::erase_if(rows_, [&](const offered_implementation& row) {
      return (!settings_->only.empty() && !matches_any(settings_->only, row.row.id)) ||
             matches_any(settings_->skip, row.row.id);
    });
    if (rows_.empty()) {
      throw std::invalid_argument("no implementation is left by --only and --skip");
    }
  }

  static void require_matches(const std::vector<std::string>& globs,
                              const std::vector<std::string>& ids,
                              const std::string& flag) {
    for (const std::string& glob : globs) {
      if (std::ranges::none_of(ids, [&](const auto& id) { return glob_matches(glob, id); })) {
        throw std::invalid_argument(flag + ": no implementation matches \"" + glob + "\"" +
                                    suggestion(glob, ids) + " (there are: " + listed(ids) + ")");
      }
    }
  }

  const settings* settings_;
  std::vector<offered_implementation> rows_;
};

std::vector<std::uint32_t> cpu_set_of(const settings& value, const machine_facts& machine) {
  std::vector<std::uint32_t> allowed;
  for (const cpu_place& place : machine.cpus) {
    allowed.push_back(place.cpu);
  }
  if (!value.cpus.value) {
    return allowed;
  }
  std::vector<std::uint32_t> asked = *value.cpus.value;
  std::ranges::sort(asked);
  const auto repeated = std::ranges::unique(asked);
  asked.erase(repeated.begin(), repeated.end());
  if (asked.empty()) {
    throw std::invalid_argument(value.cpus.from + ": at least one CPU");
  }
  for (const std::uint32_t cpu : asked) {
    if (std::ranges::find(allowed, cpu) == allowed.end()) {
      throw std::invalid_argument(fmt::format("{}: CPU {} is not one this process may use ({})",
                                              value.cpus.from,
                                              cpu,
                                              fmt::join(allowed, ",")));
    }
  }
  return asked;
}

std::vector<std::uint32_t> worker_counts_of(const settings& value,
                                            const machine_facts& machine,
                                            const std::vector<std::uint32_t>& cpus) {
  const auto set_size = static_cast<std::uint32_t>(cpus.size());
  switch (value.workers.value.rule) {
    case worker_rule::cores:
      return {static_cast<std::uint32_t>(physical_cores(machine, cpus))};
    case worker_rule::all:
      return {set_size};
    case worker_rule::listed:
      break;
  }
  std::vector<std::uint32_t> counts = value.workers.value.counts;
  if (value.workers_fit_cpus) {
    std::erase_if(counts, [&](std::uint32_t count) { return count > set_size; });
  }
  return counts;
}

/// Makes the cells of a plan; each step writes into `result`.
class planning {
 public:
  planning(const settings& value, const std::vector<offered_implementation>& rows)
      : settings_(&value), rows_(&rows) {}

  void add_cells(plan& result, const std::vector<std::uint32_t>& worker_counts) const {
    for (const record::workload& workload : result.manifest.workloads) {
      for (const offered_implementation& row : *rows_) {
        if (settings_->parallel_only.value && is_serial(row)) {
          continue;
        }
        for (const std::uint32_t workers : workers_of(row, worker_counts)) {
          add_cell(result, workload, row, workers);
        }
      }
    }
  }

 private:
  static std::vector<std::uint32_t> workers_of(const offered_implementation& row,
                                               const std::vector<std::uint32_t>& counts) {
    if (is_serial(row)) {
      return {1};
    }
    return row.row.available ? counts : std::vector<std::uint32_t>{counts.back()};
  }

  void add_cell(plan& result,
                const record::workload& workload,
                const offered_implementation& row,
                std::uint32_t workers) const {
    planned_cell cell;
    cell.cell = {workload.id, row.row.id, workers};
    cell.subject = row.row.subject;
    cell.calls = timing_calls(row);
    if (settings_->loop_s.value) {
      cell.purpose = record::purpose::sustained;
    }
    if (!settings_->rounds.value) {
      cell.max_rounds = row.row.cost == "interpreted" ? settings_->interpreted_max_rounds.value : 0;
      cell.period = row.row.cost == "jit" ? settings_->jit_period.value : 1;
    }
    if (workload.source == "prepared") {
      cell.calls.validate = protocol::validation::each;
    }
    judge_before(cell, workload, row);
    result.cells.push_back(cell);
    if (settings_->memory.value != memory_choice::none && cell.is_runnable()) {
      result.memory_cells.push_back(memory_cell(std::move(cell)));
    }
  }

  [[nodiscard]] measure::call_plan timing_calls(const offered_implementation& row) const {
    measure::call_plan calls;
    calls.warm_calls = row.row.cost == "interpreted" ? settings_->interpreted_warm_calls.value
                                                     : settings_->warm_calls.value;
    calls.validate = protocol::validation::each;
    calls.loop_seconds = settings_->loop_s.value;
    if (calls.loop_seconds) {
      calls.warm_calls = 0;
    }
    return calls;
  }

  [[nodiscard]] planned_cell memory_cell(planned_cell cell) const {
    cell.purpose = record::purpose::memory;
    if (!cell.calls.loop_seconds) {
      cell.calls.warm_calls = memory_warm_calls;
      cell.calls.hold_ns = memory_hold_ns;
      // A digest is computed by the subject and would add its own memory to the peak.
      cell.calls.validate = protocol::validation::none;
    }
    return cell;
  }

  void judge_before(planned_cell& cell,
                    const record::workload& workload,
                    const offered_implementation& row) const {
    const predicted_cost cost = cost_of(row.row, workload, cell.cell.workers);
    const double calls = 1 + cell.calls.warm_calls;
    cell.estimated_s = cost.start_s + calls * cost.call_s + cell.calls.loop_seconds.value_or(0);
    if (!row.row.available) {
      cell.unavailable = row.row.reason;
    } else if (std::ranges::find(row.kinds, workload.kind) == row.kinds.end()) {
      cell.unavailable = "it does not offer " + workload.kind + " matrices";
    } else if (cost.call_s > longest_call_s) {
      cell.skipped = fmt::format(
          "predicted {:.0f} s a call; the limit is {:.0f} s", cost.call_s, longest_call_s);
    } else if (cost.bytes > static_cast<double>(settings_->memory_guard_bytes.value)) {
      cell.skipped =
          fmt::format("predicted {:.1f} GiB; the memory guard is {:.1f} GiB (--memory-guard)",
                      cost.bytes / 0x1p30,
                      static_cast<double>(settings_->memory_guard_bytes.value) / 0x1p30);
    }
  }

  const settings* settings_;
  const std::vector<offered_implementation>* rows_;
};

std::string reference_of(const settings& value, const std::vector<offered_implementation>& rows) {
  std::vector<std::string> ids;
  for (const offered_implementation& row : rows) {
    ids.push_back(row.row.id);
  }
  const std::string& asked = value.reference.value;
  if (asked.empty() || std::ranges::find(ids, asked) != ids.end()) {
    return asked;
  }
  if (value.reference.from != "--reference") {
    return "";  // the study's own reference is filtered out: there is none in this run
  }
  throw std::invalid_argument("--reference: \"" + asked + "\" is not measured here" +
                              suggestion(asked, ids) + " (there are: " + listed(ids) + ")");
}

void fill_manifest(plan& result,
                   const settings& value,
                   const offer& offered,
                   const std::vector<offered_implementation>& rows) {
  record::manifest& manifest = result.manifest;
  manifest.study = value.study.value;
  manifest.profile = value.profile.value;
  manifest.seed = value.seed.value;
  manifest.margin = value.margin.value;
  manifest.reference = reference_of(value, rows);
  manifest.plan = to_json(value);
  manifest.subjects = offered.subjects_json;
  for (const offered_implementation& row : rows) {
    if (!(value.parallel_only.value && is_serial(row))) {
      manifest.implementations.push_back(row.row);
    }
  }
}

void fill_limits(plan& result, const settings& value, const offer& offered) {
  result.subjects = offered.subjects;
  result.memory_picks_only = value.memory.value == memory_choice::picks && !value.rounds.value;
  result.budget_s = value.budget_s.value;
  result.rounds = value.rounds.value;
  result.min_rounds = value.min_rounds.value;
  result.max_rounds = value.max_rounds.value;
  result.limits.timeout_ns = std::llround(value.timeout_s.value * 1e9);
  result.limits.tree_rss_bytes = value.memory_guard_bytes.value;
  result.limits.available_memory_bytes = value.min_free_bytes.value;
  result.keep_env = value.keep_env;
}

void add_notices(plan& result, const std::vector<std::uint32_t>& worker_counts) {
  const std::size_t set_size = result.manifest.cpus.size();
  for (const std::uint32_t workers : worker_counts) {
    if (workers > set_size) {
      result.notices.push_back(
          fmt::format("{} workers on {} CPUs: oversubscribed, and marked so in every figure",
                      workers,
                      set_size));
    }
  }
}

/// \param round_s  predicted for a full round
std::string memory_pass_text(const plan& value, double round_s) {
  if (value.memory_cells.empty()) {
    return "none";
  }
  if (value.memory_picks_only) {
    return "pick and runner-up of each workload";
  }
  double memory_s = 0;
  for (const planned_cell& cell : value.memory_cells) {
    memory_s += cell.estimated_s;
  }
  std::string text = fmt::format("every cell, about {:.0f} s", memory_s);
  if (value.rounds) {
    text += fmt::format("; in all about {:.0f} s", round_s * *value.rounds + memory_s);
  }
  return text;
}

}  // namespace

std::size_t physical_cores(const machine_facts& machine, std::span<const std::uint32_t> cpus) {
  std::vector<std::uint32_t> cores;
  for (const cpu_place& place : machine.cpus) {
    const bool is_in_set = std::ranges::find(cpus, place.cpu) != cpus.end();
    if (is_in_set && std::ranges::find(cores, place.core) == cores.end()) {
      cores.push_back(place.core);
    }
  }
  return cores.size();
}

plan make_plan(const settings& value,
               const offer& offered,
               const machine_facts& machine,
               const user_matrix* matrix) {
  const std::vector<offered_implementation> rows = row_selection(value, offered).take();
  plan result;
  fill_manifest(result, value, offered, rows);
  fill_limits(result, value, offered);
  result.kernel = machine.kernel;
  result.sentinel_steps = machine.sentinel_steps;
  result.manifest.environment = machine.environment;
  result.manifest.cpus = cpu_set_of(value, machine);
  const std::vector<std::uint32_t> worker_counts =
      worker_counts_of(value, machine, result.manifest.cpus);
  if (worker_counts.empty()) {
    throw std::invalid_argument(value.workers.from + ": no number of workers fits the CPU set");
  }
  if (matrix != nullptr) {
    result.manifest.workloads = {matrix->workload};
  } else {
    result.manifest.workloads = formula_workloads(value);
  }
  for (record::workload& workload : result.manifest.workloads) {
    predict_balance(workload, worker_counts, matrix);
  }
  planning(value, rows).add_cells(result, worker_counts);
  add_notices(result, worker_counts);
  result.manifest.plan["execution"] = execution_json(result);
  return result;
}

std::string dry_run_text(const plan& value) {
  std::string text = fmt::format("study {}, profile {}, seed {}, CPUs {}\n",
                                 value.manifest.study,
                                 value.manifest.profile,
                                 value.manifest.seed,
                                 fmt::join(value.manifest.cpus, ","));
  double round_s = 0;
  std::size_t runnable = 0;
  for (const planned_cell& cell : value.cells) {
    const std::string state = !cell.unavailable.empty() ? "not available: " + cell.unavailable
                              : !cell.skipped.empty()
                                  ? "skipped: " + cell.skipped
                                  : fmt::format("about {:.1f} s a process", cell.estimated_s);
    text += fmt::format("  {:<46} {}\n", record::to_string(cell.cell), state);
    if (cell.is_runnable()) {
      round_s += cell.estimated_s;
      ++runnable;
    }
  }
  text += fmt::format("{} cells, {} of them runnable; about {:.0f} s a full round",
                      value.cells.size(),
                      runnable,
                      round_s);
  if (value.rounds) {
    text += fmt::format(", {} rounds: about {:.0f} s", *value.rounds, round_s * *value.rounds);
  }
  if (value.budget_s) {
    text += fmt::format(", budget {:.0f} s", *value.budget_s);
  }
  text += "; memory pass: " + memory_pass_text(value, round_s) + "\n";
  for (const std::string& notice : value.notices) {
    text += "note: " + notice + "\n";
  }
  return text;
}

}  // namespace steelyard::study

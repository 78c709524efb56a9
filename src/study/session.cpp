// SPDX-License-Identifier: Apache-2.0
#include "study/session.hpp"

#include "analysis/summary.hpp"
#include "study/inputs.hpp"
#include "study/run_log.hpp"
#include "study/schedule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace steelyard::study {
namespace {

constexpr std::array<std::pair<ending, std::string_view>, 4> ending_words{{
    {ending::completed, "completed"},
    {ending::settled, "settled"},
    {ending::budget_used, "budget_used"},
    {ending::interrupted, "interrupted"},
}};

class session {
 public:
  session(const plan& value,
          const std::filesystem::path& run_directory,
          const user_matrix* matrix,
          const instruments& with,
          const observer& watch)
      : plan_(&value),
        with_(&with),
        watch_(&watch),
        log_(value, run_directory),
        used_before_s_(log_.used_s()),
        start_ns_(with.monotonic_ns()),
        inputs_(value, run_directory, matrix) {}

  outcome run() {
    log_.begin_session(with_->utc_now(), used_s());
    for (const std::string& notice : plan_->notices) {
      tell({.kind = progress_kind::started, .message = notice});
    }
    tell({.kind = progress_kind::started});
    add_rows_that_are_not_run();
    ending how = run_timing();
    if (how != ending::interrupted) {
      run_memory();
      how = is_stopping_ ? ending::interrupted : how;
    }
    log_.add_event({{"kind", "ended"}, {"how", to_string(how)}}, used_s());
    tell({.kind = progress_kind::ended, .message = std::string(to_string(how))});
    return {how, log_.known().processes(), used_s()};
  }

 private:
  struct place {
    std::uint32_t round = 0;
    std::uint32_t position = 0;
    std::uint64_t done = 0;
    std::uint64_t due = 0;
  };

  [[nodiscard]] double used_s() const {
    return used_before_s_ + static_cast<double>(with_->monotonic_ns() - start_ns_) * 1e-9;
  }

  /// Adds what every report carries, and remembers a wish to stop.
  void tell(progress report) {
    report.used_s = used_s();
    report.budget_s = plan_->budget_s;
    report.rounds = plan_->rounds;
    if (!(*watch_)(report)) {
      is_stopping_ = true;
    }
  }

  void add_rows_that_are_not_run() {
    for (const planned_cell& cell : plan_->cells) {
      const auto row = std::ranges::find(
          plan_->manifest.implementations, cell.cell.implementation, &record::implementation::id);
      const bool is_row_of_the_manifest =
          row != plan_->manifest.implementations.end() && !row->available;
      const bool is_recorded = std::ranges::any_of(
          log_.run().processes, [&](const auto& known) { return known.cell == cell.cell; });
      if (cell.is_runnable() || is_row_of_the_manifest || is_recorded) {
        continue;
      }
      record::process value;
      value.index = log_.known().processes();
      value.round = 1;
      value.cell = cell.cell;
      value.purpose = cell.purpose;
      value.status = cell.skipped.empty() ? record::status::unavailable : record::status::skipped;
      value.detail = cell.skipped.empty() ? cell.unavailable : cell.skipped;
      value.started_utc = with_->utc_now();
      log_.add_process(value, 0, used_s());
    }
  }

  ending run_timing() {
    std::uint32_t round = std::max(log_.last_round(), 1U);
    const std::uint32_t last_round = plan_->rounds.value_or(plan_->max_rounds);
    for (; round <= last_round; ++round) {
      const round_end end = run_round(round);
      if (is_stopping_) {
        return ending::interrupted;
      }
      if (end == round_end::out_of_budget) {
        return ending::budget_used;
      }
      decide_stops(round);
      if (!plan_->rounds && is_anything_left(round) == false) {
        return ending::settled;
      }
    }
    return ending::completed;
  }

  [[nodiscard]] bool is_anything_left(std::uint32_t round) const {
    for (std::uint32_t next = round + 1; next <= plan_->max_rounds; ++next) {
      if (!due_order(*plan_, log_.known(), next).empty()) {
        return true;
      }
    }
    return false;
  }

  enum class round_end { whole, out_of_budget };

  round_end run_round(std::uint32_t round) {
    const std::vector<round_block>* journaled = log_.order_of(round);
    const std::vector<round_block> blocks =
        journaled != nullptr ? *journaled : due_order(*plan_, log_.known(), round);
    if (blocks.empty()) {
      return round_end::whole;
    }
    if (journaled == nullptr) {
      log_.add_round(round, blocks, with_->probe_handovers(plan_->manifest.cpus), used_s());
    }
    place at{.round = round, .due = count(blocks)};
    tell({.kind = progress_kind::round_started, .round = round, .due = at.due});
    round_end end = round_end::whole;
    for (const round_block& block : blocks) {
      for (const std::size_t cell : block.cells) {
        if (is_stopping_) {
          return end;
        }
        if (is_due(*plan_, log_.known(), cell, round)) {
          if (fits_budget(*plan_, log_.known(), cell, used_s())) {
            run_process(plan_->cells[cell], cell, at);
          } else {
            end = round_end::out_of_budget;
          }
        }
        ++at.position;
        ++at.done;
      }
    }
    return end;
  }

  static std::uint64_t count(const std::vector<round_block>& blocks) {
    std::uint64_t result = 0;
    for (const round_block& block : blocks) {
      result += block.cells.size();
    }
    return result;
  }

  void decide_stops(std::uint32_t round) {
    std::vector<stop> stops = stops_after_round(*plan_, log_.known());
    for (const stop& value : stops) {
      log_.add_stop(value, used_s());
    }
    if (!plan_->budget_s) {
      return;
    }
    const double left_s = *plan_->budget_s - memory_reserve_s(*plan_) - used_s();
    std::string given_up;
    for (const stop& value : stops_for_budget(*plan_, log_.known(), round, left_s)) {
      log_.add_stop(value, used_s());
      given_up += fmt::format("{}{} ({})",
                              given_up.empty() ? "" : ", ",
                              record::to_string(plan_->cells[value.cell].cell),
                              value.reason);
    }
    if (!given_up.empty()) {
      tell({.kind = progress_kind::warning,
            .round = round,
            .message =
                fmt::format("{} rounds of all do not fit the budget; given up after round {}: {}",
                            plan_->min_rounds,
                            round,
                            given_up)});
    }
  }

  /// The memory launches that are wanted, as indices of timing cells in their order.
  [[nodiscard]] std::vector<round_block> memory_order() const {
    std::vector<record::cell> wanted;
    if (plan_->memory_picks_only) {
      const analysis::run_summary summary = analysis::summarize(log_.run());
      for (const analysis::workload_summary& workload : summary.workloads) {
        for (const auto& cell :
             {workload.pick ? workload.pick : workload.leader, workload.runner_up}) {
          if (cell) {
            wanted.push_back(*cell);
          }
        }
      }
    }
    std::vector<round_block> blocks = draw_round(plan_->cells, plan_->manifest.seed, memory_round);
    for (round_block& block : blocks) {
      std::erase_if(block.cells, [&](std::size_t cell) {
        const record::cell& name = plan_->cells[cell].cell;
        return find_memory_cell(name) == nullptr ||
               (plan_->memory_picks_only && std::ranges::find(wanted, name) == wanted.end());
      });
    }
    std::erase_if(blocks, [](const round_block& block) { return block.cells.empty(); });
    return blocks;
  }

  [[nodiscard]] const planned_cell* find_memory_cell(const record::cell& name) const {
    const auto found = std::ranges::find(plan_->memory_cells, name, &planned_cell::cell);
    return found == plan_->memory_cells.end() ? nullptr : &*found;
  }

  void run_memory() {
    if (plan_->memory_cells.empty()) {
      return;
    }
    const std::vector<round_block>* journaled = log_.order_of(memory_round);
    const std::vector<round_block> blocks = journaled != nullptr ? *journaled : memory_order();
    if (journaled == nullptr) {
      log_.add_round(memory_round, blocks, {}, used_s());
    }
    place at{.round = 1, .due = count(blocks)};
    tell({.kind = progress_kind::memory_started, .due = at.due});
    for (const round_block& block : blocks) {
      for (const std::size_t cell : block.cells) {
        const cell_track& track = log_.known().track(cell);
        const bool fits = !plan_->budget_s || used_s() + log_.known().expected_s(cell) <=
                                                  *plan_->budget_s + budget_grace_s / 2;
        if (is_stopping_) {
          return;
        }
        if (!track.has_memory && track.stopped != "failed" && fits) {
          run_process(*find_memory_cell(plan_->cells[cell].cell), cell, at);
        }
        ++at.position;
        ++at.done;
      }
    }
  }

  void run_process(const planned_cell& cell, std::size_t index, const place& at) {
    progress report{.kind = progress_kind::process_started,
                    .round = at.round,
                    .done = at.done,
                    .due = at.due,
                    .cell = &cell.cell};
    report.left_s = left_s(cell, at);
    tell(report);
    if (is_stopping_) {
      return;
    }
    const measure::cell_launch launch = launch_of(cell, index, at);
    const double started_s = used_s();
    record::process value = with_->measure_cell(
        launch, [&](std::int64_t elapsed_ns, std::int64_t limit_ns, measure::drawing drawing) {
          progress running = report;
          running.kind = progress_kind::process_running;
          running.may_draw = drawing == measure::drawing::allowed;
          running.cell_elapsed_s = static_cast<double>(elapsed_ns) * 1e-9;
          running.cell_limit_s = static_cast<double>(limit_ns) * 1e-9;
          tell(running);
          return !is_stopping_;
        });
    if (value.status == record::status::interrupted) {
      is_stopping_ = true;
      log_.add_event({{"kind", "interrupted"}, {"process", record::to_string(cell.cell)}},
                     used_s());
      return;
    }
    value.index = log_.known().processes();
    value.round = at.round;
    value.position = at.position;
    value.cell = cell.cell;
    value.purpose = cell.purpose;
    judge(value, inputs_.acceptance_of(cell.cell.workload), launch.calls);
    remove_outputs(launch.calls);
    log_.add_process(value, used_s() - started_s, used_s());
    report.kind = progress_kind::process_ended;
    report.process = &value;
    report.done = at.done + 1;
    tell(report);
  }

  [[nodiscard]] double left_s(const planned_cell& cell, const place& at) const {
    if (cell.purpose == record::purpose::memory) {
      return static_cast<double>(at.due - at.done) *
             log_.known().expected_s(log_.known().index_of(cell.cell));
    }
    return timing_left_s(*plan_, log_.known(), at.round, used_s()) + memory_left_s();
  }

  [[nodiscard]] double memory_left_s() const {
    if (plan_->memory_picks_only) {
      return memory_reserve_s(*plan_);
    }
    double result = 0;
    for (const planned_cell& cell : plan_->memory_cells) {
      result += log_.known().expected_s(log_.known().index_of(cell.cell));
    }
    return result;
  }

  measure::cell_launch launch_of(const planned_cell& cell, std::size_t index, const place& at) {
    measure::cell_launch launch;
    launch.subject = subject_of(cell);
    launch.open = open_of(cell);
    launch.calls = cell.calls;
    launch.purpose = cell.purpose;
    const bool is_validated = cell.calls.validate != protocol::validation::none;
    if (!inputs_.acceptance_of(cell.cell.workload).digest && is_validated) {
      launch.calls.output_first = inputs_.output("first.y");
      launch.calls.output_last = inputs_.output("last.y");
      remove_outputs(launch.calls);
    }
    launch.noise.sentinel_steps = plan_->sentinel_steps;
    launch.limits = plan_->limits;
    launch.limits.timeout_ns = timeout_ns(*plan_, log_.known().track(index).last_s, used_s());
    launch.environment = with_->environment(launch.open, plan_->keep_env);
    launch.environment_pad =
        environment_pad_of(plan_->manifest.seed,
                           cell.purpose == record::purpose::memory ? memory_round : at.round,
                           index);
    return launch;
  }

  static void remove_outputs(const measure::call_plan& calls) {
    std::error_code ignored;
    for (const auto& path : {calls.output_first, calls.output_last}) {
      if (!path.empty()) {
        std::filesystem::remove(path, ignored);
      }
    }
  }

  [[nodiscard]] measure::subject_command subject_of(const planned_cell& cell) const {
    const auto found =
        std::ranges::find(plan_->subjects, cell.subject, &measure::subject_command::name);
    if (found == plan_->subjects.end()) {
      throw std::runtime_error("the plan names a subject it does not hold: " + cell.subject);
    }
    return *found;
  }

  [[nodiscard]] protocol::open_request open_of(const planned_cell& cell) const {
    const auto workload =
        std::ranges::find(plan_->manifest.workloads, cell.cell.workload, &record::workload::id);
    protocol::open_request open;
    open.study = plan_->manifest.study;
    open.implementation = cell.cell.implementation;
    open.workload = {.kind = workload->kind,
                     .source = workload->source,
                     .name = workload->source == "formula" ? workload->name : "",
                     .path = inputs_.prepared_of(workload->id).string(),
                     .rows = workload->rows,
                     .cols = workload->cols};
    open.workers = cell.cell.workers;
    open.cpus = plan_->manifest.cpus;
    open.seed = plan_->manifest.seed;
    return open;
  }

  const plan* plan_;
  const instruments* with_;
  const observer* watch_;
  run_log log_;
  double used_before_s_;
  std::int64_t start_ns_;
  run_inputs inputs_;
  bool is_stopping_ = false;
};

}  // namespace

std::string_view to_string(ending value) noexcept {
  for (const auto& [known, word] : ending_words) {
    if (known == value) {
      return word;
    }
  }
  return {};
}

outcome run_session(const plan& value,
                    const std::filesystem::path& run_directory,
                    const user_matrix* matrix,
                    const instruments& with,
                    const observer& watch) {
  return session(value, run_directory, matrix, with, watch).run();
}

}  // namespace steelyard::study

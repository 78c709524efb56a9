// SPDX-License-Identifier: Apache-2.0
#include "report/results_csv.hpp"

#include "advice/catalogue.hpp"
#include "report/foreign_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace steelyard::report {
namespace {

using analysis::cell_summary;
using analysis::estimate;
using analysis::figure;

class csv_row {
 public:
  csv_row& text(std::string_view foreign) { return raw(csv_text(foreign)); }

  csv_row& number(double value) { return raw(fmt::format("{:.10g}", value)); }

  csv_row& integer(std::int64_t value) { return raw(fmt::format("{}", value)); }

  csv_row& empty() { return raw(""); }

  csv_row& figure_of(const figure<double>& value) {
    return value.value ? number(*value.value) : empty();
  }

  /// Median, and both ends of its interval.
  csv_row& estimate_of(const figure<estimate>& value) {
    if (!value.value) {
      return empty().empty().empty();
    }
    number(value.value->median);
    const auto& ends = value.value->interval.value;
    return ends ? number(ends->low).number(ends->high) : empty().empty();
  }

  [[nodiscard]] std::string line() const { return fields_ + "\r\n"; }

 private:
  csv_row& raw(std::string_view field) {
    fields_ += is_first_ ? "" : ",";
    fields_ += field;
    is_first_ = false;
    return *this;
  }

  std::string fields_;
  bool is_first_ = true;
};

const analysis::verdict* verdict_on(const analysis::workload_summary& workload,
                                    const record::cell& cell) {
  const auto found = std::ranges::find(workload.verdicts, cell, &analysis::verdict::cell_b);
  return found == workload.verdicts.end() ? nullptr : &*found;
}

std::string reason_of(const cell_summary& cell) {
  return cell.reason.key.empty()
             ? ""
             : advice::say(cell.reason, {advice::language::english, {true, " "}, valid_utf8});
}

constexpr std::string_view result_columns =
    "workload,implementation,workers,state,reason,rounds,processes,failures,oversubscribed,"
    "warm_ns,warm_low_ns,warm_high_ns,warm_q1_ns,warm_q3_ns,"
    "setup_ns,setup_low_ns,setup_high_ns,first_ns,first_low_ns,first_high_ns,"
    "process_ns,process_low_ns,process_high_ns,"
    "is_pick,verdict_of_pick,time_ratio_to_pick,ratio_low,ratio_high,"
    "speedup,speedup_low,speedup_high,efficiency,calls_per_s,p50_ns,p95_ns,p99_ns,"
    "peak_pss_bytes,payload_bytes,bytes_per_s,predicted_share,measured_share\r\n";

void add_verdict(csv_row& row,
                 const analysis::workload_summary& workload,
                 const cell_summary& cell) {
  const analysis::verdict* found = verdict_on(workload, cell.cell);
  row.text(cell.cell == workload.pick ? "yes" : "no");
  if (found == nullptr) {
    row.empty().empty().empty().empty();
    return;
  }
  row.text(to_string(found->word)).estimate_of(found->ratio);
}

std::string result_line(const analysis::workload_summary& workload, const cell_summary& cell) {
  csv_row row;
  row.text(cell.cell.workload)
      .text(cell.cell.implementation)
      .integer(cell.cell.workers)
      .text(to_string(cell.state))
      .text(reason_of(cell))
      .integer(cell.warm_ns.value ? cell.warm_ns.value->rounds : 0)
      .integer(cell.processes)
      .integer(cell.failures)
      .text(cell.oversubscribed ? "yes" : "no")
      .estimate_of(cell.warm_ns);
  if (cell.warm_iqr_ns.value) {
    row.number(cell.warm_iqr_ns.value->low).number(cell.warm_iqr_ns.value->high);
  } else {
    row.empty().empty();
  }
  row.estimate_of(cell.setup_ns).estimate_of(cell.first_ns).estimate_of(cell.process_ns);
  add_verdict(row, workload, cell);
  row.estimate_of(cell.speedup)
      .figure_of(cell.efficiency)
      .figure_of(cell.calls_per_s)
      .figure_of(cell.p50_ns)
      .figure_of(cell.p95_ns)
      .figure_of(cell.p99_ns)
      .figure_of(cell.peak_pss_bytes)
      .figure_of(cell.payload_bytes)
      .figure_of(cell.bytes_per_s)
      .figure_of(cell.predicted_share)
      .figure_of(cell.measured_share);
  return row.line();
}

std::string_view word_of(record::purpose purpose) {
  switch (purpose) {
    case record::purpose::timing:
      return "timing";
    case record::purpose::memory:
      return "memory";
    case record::purpose::sustained:
      break;
  }
  return "sustained";
}

csv_row process_columns(const record::process& process) {
  csv_row row;
  row.text(process.cell.workload)
      .text(process.cell.implementation)
      .integer(process.cell.workers)
      .text(word_of(process.purpose))
      .integer(process.round)
      .integer(process.position)
      .integer(static_cast<std::int64_t>(process.index))
      .text(record::to_string(process.status));
  return row;
}

void add_call(std::string& text,
              const record::process& process,
              std::size_t call,
              std::int64_t ns) {
  csv_row row = process_columns(process);
  row.integer(static_cast<std::int64_t>(call)).text(call == 0 ? "first" : "warm").integer(ns);
  if (call < process.cpu_ns.size()) {
    row.integer(process.cpu_ns[call]);
  } else {
    row.empty();
  }
  text += row.line();
}

}  // namespace

std::string results_csv(const analysis::run_summary& summary) {
  std::string text(result_columns);
  for (const analysis::workload_summary& workload : summary.workloads) {
    for (const cell_summary& cell : workload.cells) {
      text += result_line(workload, cell);
    }
  }
  return text;
}

std::string samples_csv(const record::run& run) {
  std::string text =
      "workload,implementation,workers,purpose,round,position,process,status,call,kind,ns,cpu_"
      "ns\r\n";
  for (const record::process& process : run.processes) {
    if (process.status != record::status::ok || !process.first_ns) {
      text += process_columns(process).empty().empty().empty().empty().line();
      continue;
    }
    add_call(text, process, 0, *process.first_ns);
    for (std::size_t call = 0; call < process.warm_ns.size(); ++call) {
      add_call(text, process, call + 1, process.warm_ns[call]);
    }
  }
  return text;
}

}  // namespace steelyard::report

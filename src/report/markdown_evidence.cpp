// SPDX-License-Identifier: Apache-2.0
#include "report/markdown_evidence.hpp"

#include "advice/advice.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace steelyard::report {
namespace {

using analysis::cell_summary;
using analysis::unit;
using analysis::workload_summary;

std::string name_of(const markdown_page& page, const record::cell& cell) {
  return page.foreign(record::to_string(cell));
}

/// Ends with the worker count, which is where the mark belongs.
std::string name_of(const markdown_page& page, const cell_summary& cell) {
  return name_of(page, cell.cell) + (cell.oversubscribed ? "\\*" : "");
}

template <typename Holds>
bool any_cell(const workload_summary& workload, Holds holds) {
  return std::ranges::any_of(workload.cells, holds);
}

void write_input(markdown_page& page, const workload_summary& workload) {
  const record::workload& input = workload.workload;
  page.paragraph(page.say({"evidence.workload",
                           {analysis::text_argument("kind", input.kind),
                            analysis::number_argument("rows", static_cast<double>(input.rows)),
                            analysis::number_argument("cols", static_cast<double>(input.cols)),
                            analysis::number_argument("nnz", static_cast<double>(input.nnz)),
                            analysis::number_argument(
                                "bytes", static_cast<double>(input.logical_bytes), unit::bytes)},
                           {}}) +
                 " " +
                 page.say({"evidence.named",
                           {analysis::text_argument("name", input.name),
                            analysis::text_argument("source", input.source)},
                           {}}));
}

/// The finding about the row: the verdict of the pick turned round.
std::string word_for_row(const markdown_page& page,
                         const workload_summary& workload,
                         const cell_summary& cell,
                         const analysis::verdict* found) {
  if (cell.cell == workload.pick) {
    return "**" + page.words("short.pick") + "**";
  }
  if (found == nullptr) {
    return page.words("short.leader");
  }
  if (cell.state == analysis::cell_state::out_of_contention) {
    return page.words("state.out-of-contention");
  }
  return page.words("word." + std::string(to_string(mirrored(found->word))));
}

void write_what_stopped(markdown_page& page, const workload_summary& workload) {
  bool is_list = false;
  for (const cell_summary& cell : workload.cells) {
    if (cell.state == analysis::cell_state::out_of_contention) {
      page.bullet(name_of(page, cell) + page.words("label.colon") + page.say(cell.reason));
      is_list = true;
    }
  }
  if (is_list) {
    page.finish_list();
  }
}

void write_warm(markdown_page& page, const workload_summary& workload) {
  page.heading(4, page.words("section.warm"));
  markdown_table table = page.table({"column.cell",
                                     "column.warm",
                                     "column.interval",
                                     "column.rounds",
                                     "column.iqr",
                                     "column.ratio",
                                     "column.ratio_interval",
                                     "column.verdict",
                                     "column.band"});
  for (const cell_summary& cell : workload.cells) {
    if (!cell.warm_ns.value) {
      continue;
    }
    const auto found = std::ranges::find(workload.verdicts, cell.cell, &analysis::verdict::cell_b);
    const analysis::verdict* verdict = found == workload.verdicts.end() ? nullptr : &*found;
    table.add(
        {name_of(page, cell),
         page.median_or_reason(table, cell.warm_ns, unit::nanoseconds),
         page.ends_or_reason(table, cell.warm_ns, unit::nanoseconds),
         std::to_string(cell.warm_ns.value->rounds),
         page.range(*cell.warm_iqr_ns.value, unit::nanoseconds),
         verdict == nullptr ? page.number(1, unit::ratio)
                            : page.median_or_reason(table, verdict->ratio, unit::ratio),
         verdict == nullptr ? "" : page.ends_or_reason(table, verdict->ratio, unit::ratio),
         word_for_row(page, workload, cell, verdict),
         verdict == nullptr || !verdict->band ? "" : page.number(*verdict->band, unit::share)});
  }
  page.put(table);
  write_what_stopped(page, workload);
  const auto& yardstick = workload.pick ? workload.pick : workload.leader;
  page.paragraph(page.say({"row.ratio_explained",
                           {analysis::remark_argument("yardstick", advice::cell_name(*yardstick))},
                           {}}));
}

void write_lifecycle(markdown_page& page, const workload_summary& workload) {
  page.heading(4, page.words("section.lifecycle"));
  markdown_table table = page.table({"column.cell",
                                     "column.setup",
                                     "column.first",
                                     "column.start",
                                     "column.warm",
                                     "column.process"});
  for (const cell_summary& cell : workload.cells) {
    if (cell.warm_ns.value) {
      table.add({name_of(page, cell),
                 page.median_or_reason(table, cell.setup_ns, unit::nanoseconds),
                 page.median_or_reason(table, cell.first_ns, unit::nanoseconds),
                 page.median_or_reason(table, cell.start_ns, unit::nanoseconds),
                 page.median_or_reason(table, cell.warm_ns, unit::nanoseconds),
                 page.median_or_reason(table, cell.process_ns, unit::nanoseconds)});
    }
  }
  page.put(table);
}

std::string crossing_words(const markdown_page& page,
                           markdown_table& table,
                           const analysis::break_even& found) {
  if (!found.calls.value) {
    return table.withheld(page.say(found.calls.why_not));
  }
  if (found.crossing == analysis::crossing::from_first_call) {
    return page.words("crossing.from-first-call");
  }
  return page.say({"crossing.after-calls",
                   {analysis::number_argument("calls", std::ceil(found.calls.value->median))},
                   {}});
}

std::string crossing_ends(const markdown_page& page,
                          markdown_table& table,
                          const analysis::break_even& found) {
  if (!found.calls.value) {
    return "";
  }
  return page.ends_or_reason(table, found.calls, unit::count);
}

void write_break_even(markdown_page& page, const workload_summary& workload) {
  page.heading(4, page.words("section.break_even"));
  const auto& yardstick = workload.pick ? workload.pick : workload.leader;
  markdown_table table =
      page.table({"column.faster", "column.other", "column.crossing", "column.interval"});
  for (const analysis::break_even& found : workload.break_evens) {
    if (found.faster == yardstick || found.other == yardstick) {
      table.add({name_of(page, found.faster),
                 name_of(page, found.other),
                 crossing_words(page, table, found),
                 crossing_ends(page, table, found)});
    }
  }
  if (table.is_empty()) {
    page.paragraph(page.words("evidence.no_break_even"));
  } else {
    page.put(table);
  }
}

void write_scaling(markdown_page& page, const workload_summary& workload) {
  page.heading(4, page.words("section.scaling"));
  markdown_table table = page.table(
      {"column.cell", "column.speedup", "column.interval", "column.rounds", "column.efficiency"});
  for (const cell_summary& cell : workload.cells) {
    // Withheld is a row too; without a one-worker cell there is nothing to withhold.
    const bool is_withheld = cell.speedup.why_not.key == "why.more_workers_than_cpus";
    if (cell.speedup.value || is_withheld) {
      table.add({name_of(page, cell),
                 page.median_or_reason(table, cell.speedup, unit::ratio),
                 is_withheld ? "" : page.ends_or_reason(table, cell.speedup, unit::ratio),
                 is_withheld ? "" : std::to_string(cell.speedup.value->rounds),
                 page.value_or_reason(table, cell.efficiency, unit::share)});
    }
  }
  if (table.is_empty()) {
    page.paragraph(page.words("evidence.no_scaling"));
  } else {
    page.put(table);
  }
}

void write_sustained(markdown_page& page, const workload_summary& workload) {
  page.heading(4, page.words("section.sustained"));
  if (!any_cell(workload, [](const cell_summary& c) { return c.calls_per_s.value.has_value(); })) {
    page.paragraph(page.words("evidence.no_loop"));
    return;
  }
  markdown_table table =
      page.table({"column.cell", "column.rate", "column.p50", "column.p95", "column.p99"});
  for (const cell_summary& cell : workload.cells) {
    if (cell.warm_ns.value) {
      table.add({name_of(page, cell),
                 page.value_or_reason(table, cell.calls_per_s, unit::per_second),
                 page.value_or_reason(table, cell.p50_ns, unit::nanoseconds),
                 page.value_or_reason(table, cell.p95_ns, unit::nanoseconds),
                 page.value_or_reason(table, cell.p99_ns, unit::nanoseconds)});
    }
  }
  page.put(table);
}

void write_memory(markdown_page& page, const workload_summary& workload) {
  page.heading(4, page.words("section.memory"));
  if (!any_cell(workload,
                [](const cell_summary& c) { return c.peak_pss_bytes.value.has_value(); })) {
    page.paragraph(page.words("evidence.no_memory"));
    return;
  }
  markdown_table table = page.table({"column.cell",
                                     "column.payload",
                                     "column.pss",
                                     "column.samples",
                                     "column.sampling_interval",
                                     "column.source"});
  for (const cell_summary& cell : workload.cells) {
    if (cell.warm_ns.value) {
      table.add({name_of(page, cell),
                 page.value_or_reason(table, cell.payload_bytes, unit::bytes),
                 page.value_or_reason(table, cell.peak_pss_bytes, unit::bytes),
                 page.value_or_reason(table, cell.pss_samples, unit::count),
                 page.value_or_reason(table, cell.pss_interval_ns, unit::nanoseconds),
                 page.foreign(cell.pss_source)});
    }
  }
  page.put(table);
}

void write_bandwidth(markdown_page& page,
                     const analysis::run_summary& summary,
                     const workload_summary& workload) {
  page.heading(4, page.words("section.bandwidth"));
  std::string text;
  if (workload.intensity.value) {
    text = page.say({"evidence.intensity",
                     {analysis::number_argument("intensity",
                                                std::round(1e6 * *workload.intensity.value) / 1e6)},
                     {}}) +
           " ";
  }
  const auto& bandwidth = summary.read_bytes_per_s;
  text += bandwidth.value ? page.say({"evidence.bandwidth",
                                      {analysis::number_argument(
                                          "bandwidth", *bandwidth.value, unit::bytes_per_second)},
                                      {}})
                          : page.say({"evidence.no_bandwidth",
                                      {analysis::remark_argument("reason", bandwidth.why_not)},
                                      {}});
  page.paragraph(text);
  markdown_table table =
      page.table({"column.cell", "column.bytes_per_s", "column.bandwidth_share"});
  for (const cell_summary& cell : workload.cells) {
    if (cell.bytes_per_s.value) {
      table.add({name_of(page, cell),
                 page.number(*cell.bytes_per_s.value, unit::bytes_per_second),
                 bandwidth.value
                     ? page.number(*cell.bytes_per_s.value / *bandwidth.value, unit::share)
                     : table.withheld(page.say(bandwidth.why_not))});
    }
  }
  page.put(table);
}

void write_balance(markdown_page& page, const workload_summary& workload) {
  page.heading(4, page.words("section.balance"));
  markdown_table table =
      page.table({"column.cell", "column.even", "column.predicted", "column.measured"});
  for (const cell_summary& cell : workload.cells) {
    if (cell.warm_ns.value && cell.cell.workers > 1 && cell.measured_share.value) {
      table.add({name_of(page, cell),
                 page.number(1.0 / cell.cell.workers, unit::share),
                 page.value_or_reason(table, cell.predicted_share, unit::share),
                 page.value_or_reason(table, cell.measured_share, unit::share)});
    }
  }
  if (table.is_empty()) {
    page.paragraph(page.words("evidence.no_balance"));
  } else {
    page.put(table);
  }
}

void write_without_figures(markdown_page& page, const workload_summary& workload) {
  markdown_table table = page.table({"column.cell", "column.verdict", "column.reason"});
  for (const cell_summary& cell : workload.cells) {
    if (cell.warm_ns.value) {
      continue;
    }
    std::string reason = page.say(cell.reason);
    for (const std::string& line : cell.stderr_tail) {
      reason += "<br>" + page.foreign(line);
    }
    table.add({name_of(page, cell),
               page.words("state." + std::string(to_string(cell.state))),
               std::move(reason)});
  }
  if (!table.is_empty()) {
    page.heading(4, page.words("row.not_measured"));
    page.put(table);
  }
}

}  // namespace

void write_evidence(markdown_page& page,
                    const analysis::run_summary& summary,
                    const workload_summary& workload) {
  page.heading(3, page.foreign(workload.workload.id));
  write_input(page, workload);
  if (any_cell(workload, [](const cell_summary& c) { return c.oversubscribed; })) {
    page.paragraph("\\" + page.words("row.oversubscribed"));
  }
  if (workload.leader) {
    write_warm(page, workload);
    write_lifecycle(page, workload);
    write_break_even(page, workload);
    write_scaling(page, workload);
    write_sustained(page, workload);
    write_memory(page, workload);
    write_bandwidth(page, summary, workload);
    write_balance(page, workload);
  } else {
    page.paragraph(page.say({"evidence.nothing",
                             {analysis::remark_argument("reason", workload.undecided_because)},
                             {}}));
  }
  write_without_figures(page, workload);
}

}  // namespace steelyard::report

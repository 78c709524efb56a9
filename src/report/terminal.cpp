// SPDX-License-Identifier: Apache-2.0
#include "report/terminal.hpp"

#include "advice/advice.hpp"
#include "advice/catalogue.hpp"
#include "report/foreign_text.hpp"
#include "report/text_layout.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace steelyard::report {
namespace {

using analysis::cell_summary;
using analysis::remark;
using analysis::unit;
using analysis::workload_summary;

constexpr std::size_t narrowest = 80;
constexpr std::size_t widest = 120;
constexpr std::size_t loudest_warnings = 3;

/// Between a number and its unit while lines are broken; written as a space.
constexpr std::string_view unbroken = "\u00a0";

enum class tone { plain, strong, good, bad, faint };

class page {
 public:
  explicit page(const terminal_options& options)
      : options_(options),
        width_(std::clamp(options.width, narrowest, widest)),
        how_{options.language,
             {options.ascii, unbroken},
             options.ascii ? ascii_terminal_text : terminal_text} {}

  [[nodiscard]] std::string words(std::string_view key) const {
    return std::string(advice::text_of(key, options_.language));
  }

  [[nodiscard]] std::string say(const remark& what) const { return advice::say(what, how_); }

  [[nodiscard]] std::string foreign(std::string_view text) const { return how_.foreign(text); }

  [[nodiscard]] std::string number(double value, unit of) const {
    return advice::format(analysis::quantity{value, of}, how_.numbers);
  }

  /// The interval in the unit in which the median is shown.
  [[nodiscard]] std::string ends_of(const analysis::estimate& value) const {
    const analysis::interval& ends = *value.interval.value;
    const std::string both = advice::format(
        analysis::quantity_range{ends.low, ends.high, unit::nanoseconds, value.median},
        how_.numbers);
    return both.substr(both.find('['));
  }

  [[nodiscard]] std::string dash() const { return options_.ascii ? "-" : "\u2014"; }

  [[nodiscard]] std::size_t width() const { return width_; }

  void line(std::string_view text, tone of = tone::plain) {
    std::string spaced(text);
    for (std::size_t at = spaced.find(unbroken); at != std::string::npos;
         at = spaced.find(unbroken, at)) {
      spaced.replace(at, unbroken.size(), " ");
    }
    text_ += painted(spaced, of);
    text_ += '\n';
  }

  void paragraph(std::string_view text, indentation indent, tone of = tone::plain) {
    for (const std::string& part : wrapped(text, width_, indent)) {
      line(part, of);
    }
  }

  [[nodiscard]] std::string finished() && { return std::move(text_); }

 private:
  [[nodiscard]] std::string painted(std::string_view text, tone of) const {
    constexpr std::string_view codes[] = {"", "1", "1;32", "1;31", "2"};
    const std::string_view code = codes[static_cast<std::size_t>(of)];
    if (!options_.colour || code.empty() || text.empty()) {
      return std::string(text);
    }
    return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
  }

  terminal_options options_;
  std::size_t width_;
  advice::manner how_;
  std::string text_;
};

std::string first_or_dash(const page& out, const analysis::figure<analysis::estimate>& value) {
  return value.value ? out.number(value.value->median, unit::nanoseconds) : out.dash();
}

std::string number_or_dash(const page& out, const analysis::figure<double>& value, unit of) {
  return value.value ? out.number(*value.value, of) : out.dash();
}

const analysis::verdict* verdict_on(const workload_summary& workload, const record::cell& cell) {
  const auto found = std::ranges::find(workload.verdicts, cell, &analysis::verdict::cell_b);
  return found == workload.verdicts.end() ? nullptr : &*found;
}

/// The finding about the row, not about the pick: the word is turned round.
std::string word_of(const page& out, const workload_summary& workload, const cell_summary& cell) {
  if (cell.cell == workload.pick) {
    return out.words("short.pick");
  }
  if (!workload.pick && cell.cell == workload.leader) {
    return out.words("short.leader");
  }
  if (cell.state == analysis::cell_state::out_of_contention) {
    return out.words("short.out");
  }
  const analysis::verdict* found = verdict_on(workload, cell.cell);
  return found == nullptr ? out.dash()
                          : out.words("short." + std::string(to_string(mirrored(found->word))));
}

std::string ratio_of(const page& out, const workload_summary& workload, const cell_summary& cell) {
  const analysis::verdict* found = verdict_on(workload, cell.cell);
  if (found == nullptr) {
    return workload.leader ? out.number(1, unit::ratio) : out.dash();
  }
  return found->ratio.value ? out.number(found->ratio.value->median, unit::ratio) : out.dash();
}

std::string workers_of(const cell_summary& cell) {
  return std::to_string(cell.cell.workers) + (cell.oversubscribed ? "*" : "");
}

/// Calls back to back are answered by their rate and quantiles.
bool is_sustained(const workload_summary& workload) {
  return std::ranges::any_of(
      workload.cells, [](const cell_summary& cell) { return cell.calls_per_s.value.has_value(); });
}

std::vector<text_column> call_columns(const page& out) {
  return {{out.words("column.implementation"), alignment::left, {}, false},
          {out.words("column.workers_short"), alignment::right, {}, false},
          {out.words("column.warm"), alignment::right, {}, false},
          {out.words("column.interval"), alignment::left, {}, false},
          {out.words("column.rounds"), alignment::right, {}, false},
          {out.words("column.ratio"), alignment::right, {}, false},
          {out.words("column.verdict"), alignment::left, {}, false},
          {out.words("column.setup"), alignment::right, {}, true},
          {out.words("column.first"), alignment::right, {}, true},
          {out.words("column.pss"), alignment::right, {}, true}};
}

std::vector<std::string> call_values(const page& out,
                                     const workload_summary& workload,
                                     const cell_summary& cell) {
  const auto& ends = cell.warm_ns.value->interval.value;
  return {out.foreign(cell.cell.implementation),
          workers_of(cell),
          out.number(cell.warm_ns.value->median, unit::nanoseconds),
          ends ? out.ends_of(*cell.warm_ns.value) : out.dash(),
          std::to_string(cell.warm_ns.value->rounds),
          ratio_of(out, workload, cell),
          word_of(out, workload, cell),
          first_or_dash(out, cell.setup_ns),
          first_or_dash(out, cell.first_ns),
          number_or_dash(out, cell.peak_pss_bytes, unit::bytes)};
}

std::vector<text_column> loop_columns(const page& out) {
  return {{out.words("column.implementation"), alignment::left, {}, false},
          {out.words("column.workers_short"), alignment::right, {}, false},
          {out.words("column.rate"), alignment::right, {}, false},
          {out.words("column.p50"), alignment::right, {}, false},
          {out.words("column.p95"), alignment::right, {}, false},
          {out.words("column.p99"), alignment::right, {}, false},
          {out.words("column.ratio"), alignment::right, {}, false},
          {out.words("column.verdict"), alignment::left, {}, true},
          {out.words("column.pss"), alignment::right, {}, true}};
}

std::vector<std::string> loop_values(const page& out,
                                     const workload_summary& workload,
                                     const cell_summary& cell) {
  return {out.foreign(cell.cell.implementation),
          workers_of(cell),
          number_or_dash(out, cell.calls_per_s, unit::per_second),
          number_or_dash(out, cell.p50_ns, unit::nanoseconds),
          number_or_dash(out, cell.p95_ns, unit::nanoseconds),
          number_or_dash(out, cell.p99_ns, unit::nanoseconds),
          ratio_of(out, workload, cell),
          word_of(out, workload, cell),
          number_or_dash(out, cell.peak_pss_bytes, unit::bytes)};
}

std::vector<text_column> columns_for(const page& out, const workload_summary& workload) {
  const bool is_loop = is_sustained(workload);
  std::vector<text_column> columns = is_loop ? loop_columns(out) : call_columns(out);
  for (const cell_summary& cell : workload.cells) {
    if (!cell.warm_ns.value) {
      continue;
    }
    const std::vector<std::string> values =
        is_loop ? loop_values(out, workload, cell) : call_values(out, workload, cell);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      columns[i].cells.push_back(values[i]);
    }
  }
  const bool has_memory = std::ranges::any_of(workload.cells, [](const cell_summary& cell) {
    return cell.warm_ns.value && cell.peak_pss_bytes.value;
  });
  if (!has_memory) {
    columns.pop_back();
  }
  return columns;
}

void write_table(page& out, const workload_summary& workload) {
  const std::vector<text_column> columns = columns_for(out, workload);
  if (columns.front().cells.empty()) {
    return;
  }
  constexpr std::size_t indent = 2;
  bool is_title = true;
  std::size_t row = 0;
  std::vector<const cell_summary*> rows;
  for (const cell_summary& cell : workload.cells) {
    if (cell.warm_ns.value) {
      rows.push_back(&cell);
    }
  }
  for (const std::string& line : table_lines(columns, out.width() - indent)) {
    const bool is_pick = !is_title && rows[row++]->cell == workload.pick;
    out.line(std::string(indent, ' ') + line,
             is_title  ? tone::faint
             : is_pick ? tone::good
                       : tone::plain);
    is_title = false;
  }
}

constexpr indentation inner = {2, 4};

void write_rows_without_figures(page& out, const workload_summary& workload) {
  for (const cell_summary& cell : workload.cells) {
    if (!cell.warm_ns.value) {
      out.paragraph(out.foreign(cell.cell.implementation) + out.words("label.colon") +
                        out.words("state." + std::string(to_string(cell.state))) +
                        out.words("label.colon") + out.say(cell.reason),
                    inner,
                    tone::faint);
    }
  }
}

/// What a reader came for: all workloads before any table.
void write_answer(page& out,
                  const workload_summary& workload,
                  const advice::workload_answer& answer) {
  out.line("");
  out.paragraph(out.foreign(workload.workload.id), {}, tone::strong);
  out.paragraph(out.say(answer.use), inner, workload.pick ? tone::good : tone::plain);
  for (const remark& detail : answer.details) {
    out.paragraph(out.say(detail), inner);
  }
}

void write_evidence(page& out,
                    const workload_summary& workload,
                    const advice::workload_answer& answer) {
  out.line("");
  out.paragraph(out.foreign(workload.workload.id), {}, tone::strong);
  write_table(out, workload);
  write_rows_without_figures(out, workload);
  const auto& yardstick = workload.pick ? workload.pick : workload.leader;
  if (yardstick) {
    out.paragraph(out.say({is_sustained(workload) ? "row.loop_ratio_to" : "row.ratio_to",
                           {analysis::remark_argument("yardstick", advice::cell_name(*yardstick))},
                           {}}),
                  inner,
                  tone::faint);
  }
  if (std::ranges::any_of(workload.cells, [](const cell_summary& cell) {
        return cell.state == analysis::cell_state::out_of_contention;
      })) {
    out.paragraph(out.words("row.out"), inner, tone::faint);
  }
  if (std::ranges::any_of(workload.cells, [](const cell_summary& cell) {
        return cell.warm_ns.value && cell.oversubscribed;
      })) {
    out.paragraph(out.words("row.oversubscribed"), inner, tone::faint);
  }
  for (const remark& exception : answer.unless) {
    out.paragraph(out.say(exception), inner);
  }
}

void write_warnings(page& out, const analysis::run_summary& summary) {
  if (summary.warnings.empty()) {
    return;
  }
  out.line("");
  out.line(out.words("title.warnings"), tone::strong);
  const std::size_t shown = std::min(loudest_warnings, summary.warnings.size());
  for (std::size_t i = 0; i < shown; ++i) {
    out.paragraph("! " + out.say(summary.warnings[i]), inner);
  }
  if (summary.warnings.size() > shown) {
    const auto rest = static_cast<double>(summary.warnings.size() - shown);
    out.paragraph(out.say({"title.more_warnings", {analysis::number_argument("count", rest)}, {}}),
                  inner,
                  tone::faint);
  }
}

}  // namespace

std::string terminal(const analysis::run_summary& summary, const terminal_options& options) {
  page out(options);
  const advice::run_advice advice = advice::advise(summary);
  out.paragraph(
      out.say({"title.run",
               {analysis::text_argument("version", summary.manifest.tool_version),
                analysis::text_argument("study", summary.manifest.study),
                analysis::text_argument("profile", summary.manifest.profile),
                analysis::number_argument("rounds", summary.rounds),
                analysis::number_argument("processes", static_cast<double>(summary.processes)),
                analysis::number_argument("failures", static_cast<double>(summary.failures)),
                analysis::number_argument("measured", 1e9 * summary.measured_s, unit::nanoseconds)},
               {}}),
      {},
      tone::faint);
  if (!summary.invalid.empty()) {
    out.paragraph(out.words("invalid.banner"), {}, tone::bad);
  }
  for (std::size_t i = 0; i < summary.workloads.size(); ++i) {
    write_answer(out, summary.workloads[i], advice.workloads[i]);
  }
  for (std::size_t i = 0; i < summary.workloads.size(); ++i) {
    write_evidence(out, summary.workloads[i], advice.workloads[i]);
  }
  write_warnings(out, summary);
  return std::move(out).finished();
}

}  // namespace steelyard::report

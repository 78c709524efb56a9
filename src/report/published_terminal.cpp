// SPDX-License-Identifier: Apache-2.0
#include "advice/catalogue.hpp"
#include "report/foreign_text.hpp"
#include "report/published.hpp"
#include "report/published_words.hpp"
#include "report/text_layout.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

namespace steelyard::report {
namespace {

struct wording {
  advice::manner how;
  std::string dash;

  [[nodiscard]] std::string words(std::string_view key) const {
    return std::string(advice::text_of(key, how.language));
  }

  [[nodiscard]] std::string number(const std::optional<analysis::quantity>& value) const {
    return value ? advice::format(*value, how.numbers) : dash;
  }
};

std::vector<text_column> columns_for(const wording& say,
                                     const std::vector<comparison>& rows,
                                     const std::string& workload) {
  std::vector<text_column> columns = {
      {workload, alignment::left, {}, false},
      {say.words("column.workers_short"), alignment::right, {}, false},
      {say.words("column.published"), alignment::right, {}, false},
      {say.words("column.published_ratio"), alignment::right, {}, false},
      {say.words("column.workers_short"), alignment::right, {}, false},
      {say.words("column.here"), alignment::right, {}, false},
      {say.words("column.here_ratio"), alignment::right, {}, false}};
  for (const comparison& row : rows) {
    using analysis::quantity;
    using analysis::unit;
    const std::string values[] = {
        say.how.foreign(row.cell.implementation),
        std::to_string(row.published_workers),
        say.number(published_amount(row)),
        say.number(quantity{row.published_ratio, unit::ratio}),
        std::to_string(row.cell.workers),
        say.number(here_amount(row)),
        row.here_ratio ? say.number(quantity{*row.here_ratio, unit::ratio}) : say.dash};
    for (std::size_t i = 0; i < columns.size(); ++i) {
      columns[i].cells.push_back(values[i]);
    }
  }
  return columns;
}

}  // namespace

std::string terminal_against(const analysis::run_summary& summary,
                             const published_table& table,
                             const terminal_options& options) {
  const wording say{
      {options.language, {options.ascii, " "}, options.ascii ? ascii_terminal_text : terminal_text},
      options.ascii ? "-" : "\u2014"};
  const std::size_t width = std::clamp<std::size_t>(options.width, 80, 120);
  std::string text = say.words("chapter.published") + "\n";
  for (const std::string& line :
       wrapped(advice::say(published_intro(table), say.how), width, {2, 2})) {
    text += line + "\n";
  }
  const std::vector<comparison> rows = compare_with(summary, table);
  if (rows.empty()) {
    return text + "  " + say.words("published.none") + "\n";
  }
  for (const analysis::workload_summary& workload : summary.workloads) {
    std::vector<comparison> part;
    std::ranges::copy_if(rows, std::back_inserter(part), [&](const comparison& row) {
      return row.cell.workload == workload.workload.id;
    });
    if (part.empty()) {
      continue;
    }
    text += "\n";
    for (const std::string& line :
         table_lines(columns_for(say, part, say.how.foreign(workload.workload.id)), width - 2)) {
      text += "  " + line + "\n";
    }
  }
  return text;
}

}  // namespace steelyard::report

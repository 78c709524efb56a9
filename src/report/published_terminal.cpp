// SPDX-License-Identifier: Apache-2.0
#include "advice/catalogue.hpp"
#include "report/foreign_text.hpp"
#include "report/published.hpp"
#include "report/published_words.hpp"
#include "report/text_layout.hpp"

#include <algorithm>

namespace steelyard::report {

std::string terminal_against(const analysis::run_summary& summary,
                             const published_table& table,
                             const terminal_options& options) {
  const advice::manner how{
      options.language, {options.ascii, " "}, options.ascii ? ascii_terminal_text : terminal_text};
  const auto words = [&](std::string_view key) {
    return std::string(advice::text_of(key, options.language));
  };
  const std::size_t width = std::clamp<std::size_t>(options.width, 80, 120);
  std::string text = words("chapter.published") + "\n";
  for (const std::string& line : wrapped(advice::say(published_intro(table), how), width, {2, 2})) {
    text += line + "\n";
  }
  const std::vector<comparison> rows = compare_with(summary, table);
  if (rows.empty()) {
    return text + "  " + words("published.none") + "\n";
  }
  std::vector<text_column> columns = {
      {words("column.cell"), alignment::left, {}, false},
      {words("column.published"), alignment::right, {}, false},
      {words("column.published_ratio"), alignment::right, {}, false},
      {words("column.here"), alignment::right, {}, false},
      {words("column.here_ratio"), alignment::right, {}, false}};
  for (const comparison& row : rows) {
    const std::string dash = options.ascii ? "-" : "\u2014";
    const auto number = [&](const std::optional<analysis::quantity>& value) {
      return value ? advice::format(*value, how.numbers) : dash;
    };
    columns[0].cells.push_back(how.foreign(row.cell));
    columns[1].cells.push_back(number(published_amount(row)));
    columns[2].cells.push_back(
        number(analysis::quantity{row.published_ratio, analysis::unit::ratio}));
    columns[3].cells.push_back(number(here_amount(row)));
    columns[4].cells.push_back(
        row.here_ratio ? number(analysis::quantity{*row.here_ratio, analysis::unit::ratio}) : dash);
  }
  for (const std::string& line : table_lines(std::move(columns), width - 2)) {
    text += "  " + line + "\n";
  }
  return text;
}

}  // namespace steelyard::report

// SPDX-License-Identifier: Apache-2.0
#include "report/markdown_page.hpp"

#include "report/foreign_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace steelyard::report {

std::string markdown_table::withheld(const std::string& reason) {
  auto found = std::ranges::find(reasons_, reason);
  if (found == reasons_.end()) {
    reasons_.push_back(reason);
    found = std::prev(reasons_.end());
  }
  return fmt::format("\u2014\u00a0({})", found - reasons_.begin() + 1);
}

markdown_page::markdown_page(advice::language language)
    : how_{language, {false, "\u00a0"}, markdown_text} {}

std::string markdown_page::words(std::string_view key) const {
  return std::string(advice::text_of(key, how_.language));
}

std::string markdown_page::say(const analysis::remark& what) const {
  return advice::say(what, how_);
}

std::string markdown_page::say_with_cells(const analysis::remark& what) const {
  std::string text = say(what);
  if (what.cells.empty()) {
    return text;
  }
  std::string cells;
  for (const std::string& cell : what.cells) {
    cells += (cells.empty() ? "" : ", ") + foreign(cell);
  }
  return text + words("label.evidence_open") + cells + words("label.evidence_close");
}

std::string markdown_page::foreign(std::string_view text) const {
  return markdown_text(text);
}

std::string markdown_page::number(double value, analysis::unit of) const {
  return advice::format(analysis::quantity{value, of}, how_.numbers);
}

std::string markdown_page::range(const analysis::interval& value, analysis::unit of) const {
  return advice::format(analysis::quantity_range{value.low, value.high, of}, how_.numbers);
}

std::string markdown_page::value_or_reason(markdown_table& table,
                                           const analysis::figure<double>& value,
                                           analysis::unit of) const {
  return value.value ? number(*value.value, of) : table.withheld(say(value.why_not));
}

std::string markdown_page::median_or_reason(markdown_table& table,
                                            const analysis::figure<analysis::estimate>& value,
                                            analysis::unit of) const {
  return value.value ? number(value.value->median, of) : table.withheld(say(value.why_not));
}

std::string markdown_page::ends_or_reason(markdown_table& table,
                                          const analysis::figure<analysis::estimate>& value,
                                          analysis::unit of) const {
  if (!value.value) {
    return table.withheld(say(value.why_not));
  }
  const auto& ends = value.value->interval;
  return ends.value ? range(*ends.value, of) : table.withheld(say(ends.why_not));
}

markdown_table markdown_page::table(std::initializer_list<std::string_view> title_keys) const {
  markdown_table::row titles;
  for (const std::string_view key : title_keys) {
    titles.push_back(words(key));
  }
  return markdown_table(std::move(titles));
}

void markdown_page::heading(int level, std::string_view text) {
  text_ += fmt::format("{} {}\n\n", std::string(static_cast<std::size_t>(level), '#'), text);
}

void markdown_page::paragraph(std::string_view text) {
  text_ += fmt::format("{}\n\n", text);
}

void markdown_page::bullet(std::string_view text) {
  text_ += fmt::format("- {}\n", text);
}

void markdown_page::finish_list() {
  text_ += "\n";
}

void markdown_page::put(const markdown_table& table) {
  const auto line = [&](const markdown_table::row& cells) {
    text_ += "|";
    for (const std::string& cell : cells) {
      text_ += fmt::format(" {} |", cell);
    }
    text_ += "\n";
  };
  line(table.titles_);
  text_ += "|";
  for (std::size_t i = 0; i < table.titles_.size(); ++i) {
    text_ += "---|";
  }
  text_ += "\n";
  for (const markdown_table::row& row : table.rows_) {
    line(row);
  }
  text_ += "\n";
  if (table.reasons_.empty()) {
    return;
  }
  std::string notes;
  for (std::size_t i = 0; i < table.reasons_.size(); ++i) {
    notes += fmt::format("{}({})\u00a0{}", notes.empty() ? "" : "; ", i + 1, table.reasons_[i]);
  }
  paragraph(notes);
}

std::string markdown_page::finished() && {
  while (text_.ends_with("\n\n")) {
    text_.pop_back();
  }
  return std::move(text_);
}

}  // namespace steelyard::report

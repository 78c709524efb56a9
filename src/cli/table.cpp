// SPDX-License-Identifier: Apache-2.0
#include "cli/table.hpp"

#include "report/foreign_text.hpp"
#include "report/utf8.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace steelyard::cli {
namespace {

std::string key_of(const std::string& column) {
  std::string key;
  for (const char c : column) {
    if (c != ',') {
      key += c == ' ' ? '_' : c;
    }
  }
  return key;
}

}  // namespace

std::string aligned_text(const table& listed) {
  std::vector<std::vector<std::string>> lines{listed.columns};
  lines.insert(lines.end(), listed.rows.begin(), listed.rows.end());
  std::vector<std::size_t> widths(listed.columns.size(), 0);
  for (auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      line[i] = report::terminal_text(line[i]);
      widths[i] = std::max(widths[i], report::display_width(line[i]));
    }
  }
  std::string text;
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      text += line[i];
      if (i + 1 < line.size()) {
        text.append(widths[i] + 2 - report::display_width(line[i]), ' ');
      }
    }
    text += '\n';
  }
  return text;
}

std::string json_text(const table& listed) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const auto& line : listed.rows) {
    nlohmann::ordered_json row = nlohmann::ordered_json::object();
    for (std::size_t i = 0; i < line.size(); ++i) {
      row[key_of(listed.columns[i])] = line[i];
    }
    rows.push_back(std::move(row));
  }
  // Names of runs come from the file system and may be any bytes.
  return rows.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace steelyard::cli

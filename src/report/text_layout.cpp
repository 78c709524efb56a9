// SPDX-License-Identifier: Apache-2.0
#include "report/text_layout.hpp"

#include "report/utf8.hpp"

#include <algorithm>
#include <cassert>

namespace steelyard::report {
namespace {

constexpr std::size_t gap = 2;

std::size_t width_of(const text_column& column) {
  std::size_t width = display_width(column.title);
  for (const std::string& cell : column.cells) {
    width = std::max(width, display_width(cell));
  }
  return width;
}

std::size_t width_of(const std::vector<text_column>& columns) {
  std::size_t width = 0;
  for (const text_column& column : columns) {
    width += width_of(column) + (width == 0 ? 0 : gap);
  }
  return width;
}

void leave_out_optional(std::vector<text_column>& columns, std::size_t width) {
  while (width_of(columns) > width) {
    const auto last = std::find_if(columns.rbegin(), columns.rend(), [](const text_column& column) {
      return column.is_optional;
    });
    if (last == columns.rend()) {
      return;
    }
    columns.erase(std::next(last).base());
  }
}

void append_cell(std::string& line, const std::string& cell, std::size_t width, alignment align) {
  const std::string padding(width - display_width(cell), ' ');
  line += align == alignment::right ? padding + cell : cell + padding;
}

/// The next piece that is not broken: a run without spaces, or one wide character.
std::string_view next_piece(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && text[end] != ' ') {
    const code_point point = first_code_point(text.substr(end));
    if (column_width(point.value) == 2) {
      return text.substr(0, end == 0 ? point.bytes : end);
    }
    end += point.bytes;
  }
  return text.substr(0, end);
}

}  // namespace

std::vector<std::string> table_lines(std::vector<text_column> columns, std::size_t width) {
  assert(!columns.empty());
  leave_out_optional(columns, width);
  if (const std::size_t needed = width_of(columns); needed > width) {
    const std::size_t first = width_of(columns.front());
    const std::size_t kept = first - std::min(first - 1, needed - width);
    for (std::string& cell : columns.front().cells) {
      cell = clipped(cell, kept);
    }
    columns.front().title = clipped(columns.front().title, kept);
  }
  std::vector<std::string> lines(columns.front().cells.size() + 1);
  for (const text_column& column : columns) {
    const std::size_t column_width = width_of(column);
    for (std::size_t row = 0; row < lines.size(); ++row) {
      lines[row] += lines[row].empty() ? "" : std::string(gap, ' ');
      append_cell(
          lines[row], row == 0 ? column.title : column.cells[row - 1], column_width, column.align);
    }
  }
  for (std::string& line : lines) {
    line.erase(line.find_last_not_of(' ') + 1);
  }
  return lines;
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width, indentation indent) {
  std::vector<std::string> lines = {std::string(indent.first, ' ')};
  std::size_t used = indent.first;
  bool is_line_start = true;
  bool has_space = false;
  const auto start_line = [&] {
    lines.emplace_back(indent.rest, ' ');
    used = indent.rest;
    is_line_start = true;
  };
  while (!text.empty()) {
    if (text.front() == ' ') {
      has_space = !is_line_start;
      text.remove_prefix(1);
      continue;
    }
    std::string_view piece = next_piece(text);
    text.remove_prefix(piece.size());
    const std::size_t space = has_space ? 1 : 0;
    if (!is_line_start && used + space + display_width(piece) > width) {
      start_line();
    } else {
      lines.back().append(space, ' ');
      used += space;
    }
    has_space = false;
    while (!piece.empty()) {
      const code_point point = first_code_point(piece);
      if (used + column_width(point.value) > width) {
        start_line();
      }
      lines.back() += piece.substr(0, point.bytes);
      used += column_width(point.value);
      is_line_start = false;
      piece.remove_prefix(point.bytes);
    }
  }
  return lines;
}

}  // namespace steelyard::report

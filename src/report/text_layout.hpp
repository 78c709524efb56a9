// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace steelyard::report {

enum class alignment { left, right };

struct text_column {
  std::string title;
  alignment align = alignment::left;
  std::vector<std::string> cells;
  bool is_optional = false;  ///< left out, last first, when the table is too wide
};

/// Lines of a table with one row of titles, two spaces between columns, no line over `width`:
/// optional columns go first, then the first column is clipped. All columns have equally many
/// cells.
[[nodiscard]] std::vector<std::string> table_lines(std::vector<text_column> columns,
                                                   std::size_t width);

/// Spaces before the first line of a paragraph and before the others.
struct indentation {
  std::size_t first = 0;
  std::size_t rest = 0;
};

/// Breaks a text at spaces and between wide characters.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text,
                                               std::size_t width,
                                               indentation indent);

}  // namespace steelyard::report

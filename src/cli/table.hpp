// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace steelyard::cli {

/// A listing: names of the columns, and rows of as many texts.
struct table {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

/// Columns aligned at two blanks; control characters are shown as '?'.
[[nodiscard]] std::string aligned_text(const table& listed);
/// An array of objects with the names of the columns, blanks and commas turned into '_'.
[[nodiscard]] std::string json_text(const table& listed);

}  // namespace steelyard::cli

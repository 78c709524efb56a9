// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "advice/language.hpp"
#include "analysis/summary.hpp"
#include "report/published.hpp"

#include <optional>
#include <string>

namespace steelyard::report {

struct markdown_options {
  advice::language language = advice::language::english;
  std::optional<published_table> against;  ///< published figures to show beside the run's
};

/// report.md: all chapters, in GitHub's Markdown. Every figure stands beside the name of its cell;
/// a withheld one is a dash with the number of its reason.
[[nodiscard]] std::string markdown(const analysis::run_summary& summary,
                                   const markdown_options& options);

}  // namespace steelyard::report

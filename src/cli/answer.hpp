// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/summary.hpp"
#include "cli/exit_code.hpp"
#include "cli/run_options.hpp"
#include "study/session.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace steelyard::cli {

/// Reads a run back from its journal, writes its derived files into it and prints the answer.
/// Errors: `usage_error` when there is no run; `std::runtime_error` for a damaged one.
[[nodiscard]] exit_code give_answer(const std::filesystem::path& run_directory,
                                    const study::outcome& outcome,
                                    const answer_options& options);

/// Everything that is derived from a run.
struct derived_run {
  record::run run;
  analysis::run_summary summary;
};

[[nodiscard]] derived_run derive(const std::filesystem::path& run_directory);

/// Tells on stderr what should be known beside the answer, a line each.
void print_notices(const std::vector<std::string>& notices);

/// Writes results.json, results.csv, samples.csv and report.md into `directory`.
/// Errors: `std::system_error` with the path.
void write_derived_files(const derived_run& derived,
                         const std::filesystem::path& directory,
                         const answer_options& options);

/// results.json.
[[nodiscard]] std::string results_text(const derived_run& derived);
/// report.md.
[[nodiscard]] std::string markdown_text(const derived_run& derived, const answer_options& options);
/// The answer for the terminal.
[[nodiscard]] std::string terminal_answer(const derived_run& derived,
                                          const answer_options& options);

/// What the results alone say: done, invalid, nothing measured, or a gate under --strict.
[[nodiscard]] exit_code exit_code_of(const analysis::run_summary& summary, bool strict);

/// RUN as given, else runs/latest. Errors: `usage_error` when it is no run directory.
[[nodiscard]] std::filesystem::path run_directory_of(const std::string& given);

}  // namespace steelyard::cli

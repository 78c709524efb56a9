// SPDX-License-Identifier: Apache-2.0
#include "cli/answer.hpp"

#include "cli/interruption.hpp"
#include "cli/terminal.hpp"
#include "cli/usage_error.hpp"
#include "record/atomic_file.hpp"
#include "report/foreign_text.hpp"
#include "report/markdown.hpp"
#include "report/published.hpp"
#include "report/results_csv.hpp"
#include "report/results_json.hpp"
#include "report/terminal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace steelyard::cli {
namespace {

advice::language language_of(const answer_options& options) {
  std::string language = options.language;
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    // NOLINTNEXTLINE(concurrency-mt-unsafe): the environment is not changed after start.
    const char* value = std::getenv(name);
    if (language.empty() && value != nullptr) {
      language = value;
    }
  }
  return language.starts_with("zh") ? advice::language::chinese : advice::language::english;
}

std::string next_words(const std::filesystem::path& directory) {
  return fmt::format("report: {}\nnext:   steelyard report {} --format markdown\n",
                     (directory / "report.md").string(),
                     directory.string());
}

}  // namespace

std::filesystem::path run_directory_of(const std::string& given) {
  const std::filesystem::path directory = given.empty() ? "runs/latest" : given;
  if (!std::filesystem::is_regular_file(directory / "manifest.json")) {
    throw usage_error(given.empty()
                          ? std::string("there is no run yet; start with: steelyard run")
                          : fmt::format("'{}' is no run directory (it has no manifest.json); see: "
                                        "steelyard list runs",
                                        given));
  }
  return std::filesystem::canonical(directory);
}

derived_run derive(const std::filesystem::path& run_directory) {
  derived_run derived;
  derived.run = record::read_run(run_directory);
  derived.summary = analysis::summarize(derived.run);
  return derived;
}

void print_notices(const std::vector<std::string>& notices) {
  for (const std::string& notice : notices) {
    fmt::print(stderr, "notice: {}\n", report::terminal_text(notice));
  }
}

std::string results_text(const derived_run& derived) {
  return report::results_json(derived.summary);
}

std::string markdown_text(const derived_run& derived, const answer_options& options) {
  report::markdown_options how;
  how.language = language_of(options);
  if (!options.against.empty()) {
    how.against = report::published_for(derived.summary.manifest.profile);
  }
  return report::markdown(derived.summary, how);
}

void write_derived_files(const derived_run& derived,
                         const std::filesystem::path& directory,
                         const answer_options& options) {
  std::filesystem::create_directories(directory);
  record::write_file_atomically(directory / "results.json", results_text(derived));
  record::write_file_atomically(directory / "results.csv", report::results_csv(derived.summary));
  record::write_file_atomically(directory / "samples.csv", report::samples_csv(derived.run));
  record::write_file_atomically(directory / "report.md", markdown_text(derived, options));
}

std::string terminal_answer(const derived_run& derived, const answer_options& options) {
  const terminal where = terminal_of(1);
  const report::terminal_options how{.width = where.columns,
                                     .colour = where.colour && !options.no_colour,
                                     .ascii = options.ascii || !where.utf8,
                                     .language = language_of(options)};
  std::string text = report::terminal(derived.summary, how);
  if (!options.against.empty()) {
    text +=
        "\n" + report::terminal_against(
                   derived.summary, report::published_for(derived.summary.manifest.profile), how);
  }
  return text;
}

exit_code exit_code_of(const analysis::run_summary& summary, bool strict) {
  if (!summary.invalid.empty()) {
    return exit_code::invalid;
  }
  const bool anything = std::ranges::any_of(summary.workloads, [](const auto& workload) {
    return std::ranges::any_of(workload.cells, [](const analysis::cell_summary& cell) {
      return cell.warm_ns.value || cell.first_ns.value;
    });
  });
  if (!anything) {
    return exit_code::nothing_measured;
  }
  const bool warned = std::ranges::any_of(summary.checks, [](const analysis::check& check) {
    return check.result == analysis::check_result::warn;
  });
  return strict && warned ? exit_code::gate_failed : exit_code::done;
}

exit_code give_answer(const std::filesystem::path& run_directory,
                      const study::outcome& outcome,
                      const answer_options& options) {
  const derived_run derived = derive(run_directory);
  write_derived_files(derived, run_directory, options);
  const bool is_interrupted = outcome.how == study::ending::interrupted;
  if (options.format == "json") {
    fmt::print("{}", results_text(derived));
  } else {
    fmt::print("{}", terminal_answer(derived, options));
    if (!is_interrupted) {
      fmt::print("\n{}", next_words(run_directory));
    }
  }
  if (is_interrupted) {
    // Not part of the answer, and wanted whatever its format.
    fmt::print(stderr,
               "interrupted; nothing measured is lost. Go on with:\n  steelyard resume {}\n",
               run_directory.string());
    return interruption() == SIGTERM ? exit_code::terminated : exit_code::interrupted;
  }
  return exit_code_of(derived.summary, options.strict);
}

}  // namespace steelyard::cli

// SPDX-License-Identifier: Apache-2.0
#include "cli/usage_error.hpp"
#include "cli/values.hpp"
#include "cli/verb.hpp"
#include "report/foreign_text.hpp"
#include "study/run_directory.hpp"

#include <fmt/format.h>

#include <memory>

namespace steelyard::cli {
namespace {

struct clean_options {
  std::string runs = "runs";
  std::string keep;
  bool all = false;
};

void print_run(const study::old_run& run) {
  fmt::print("{}  {}  {} {}  {:.1f} MiB\n",
             report::terminal_text(run.directory.string()),
             report::terminal_text(run.created_utc),
             report::terminal_text(run.study),
             report::terminal_text(run.profile),
             static_cast<double>(run.bytes) / (1024.0 * 1024.0));
}

exit_code clean(const clean_options& options) {
  if (options.all && !options.keep.empty()) {
    throw usage_error("clean: --all and --keep exclude each other");
  }
  const std::vector<study::old_run> runs = study::old_runs(options.runs);
  const bool removes = options.all || !options.keep.empty();
  const std::uint64_t keep = options.keep.empty() ? 0 : whole_number("--keep", options.keep);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const bool goes = removes && i + keep < runs.size();
    fmt::print("{}", goes ? "removed  " : removes ? "kept     " : "");
    if (goes) {
      study::remove_run(runs[i]);
    }
    print_run(runs[i]);
  }
  if (runs.empty()) {
    fmt::print("no runs in '{}'\n", options.runs);
  } else if (!removes) {
    fmt::print("nothing removed; --keep N removes all but the N latest, --all removes all\n");
  }
  return exit_code::done;
}

}  // namespace

void declare_clean(CLI::App& root, action& chosen) {
  const auto options = std::make_shared<clean_options>();
  CLI::App* verb = root.add_subcommand("clean");
  verb->set_help_flag();
  verb->add_option("--runs", options->runs);
  verb->add_option("--keep", options->keep);
  verb->add_flag("--all", options->all);
  verb->callback(
      [options, &chosen] { chosen = [options](const program&) { return clean(*options); }; });
}

}  // namespace steelyard::cli

// SPDX-License-Identifier: Apache-2.0
#include "cli/answer.hpp"
#include "cli/usage_error.hpp"
#include "cli/values.hpp"
#include "cli/verb.hpp"
#include "report/redact.hpp"
#include "report/results_csv.hpp"

#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <utility>

namespace steelyard::cli {
namespace {

struct report_options {
  std::string run;
  bool redact = false;
  answer_options answer;
};

/// Host and user of this machine, which the run most often comes from.
std::vector<std::string> own_names() {
  std::vector<std::string> names;
  std::array<char, 256> host{};
  if (gethostname(host.data(), host.size() - 1) == 0) {
    const std::string full = host.data();
    names = {full, full.substr(0, full.find('.'))};
  }
  // NOLINTBEGIN(concurrency-mt-unsafe): this verb has one thread
  if (const passwd* user = getpwuid(geteuid()); user != nullptr) {
    names.emplace_back(user->pw_name);
  }
  for (const char* variable : {"USER", "LOGNAME"}) {
    if (const char* name = std::getenv(variable); name != nullptr) {
      names.emplace_back(name);
    }
  }
  // NOLINTEND(concurrency-mt-unsafe)
  std::erase(names, "localhost");
  return names;
}

std::string text_of(const derived_run& derived, const answer_options& options) {
  if (options.format == "markdown") {
    return markdown_text(derived, options);
  }
  if (options.format == "json") {
    return results_text(derived);
  }
  if (options.format == "csv") {
    return report::results_csv(derived.summary);
  }
  if (options.format == "samples") {
    return report::samples_csv(derived.run);
  }
  return terminal_answer(derived, options);
}

/// Where the files go; empty: nowhere. A run's own files are never redacted.
std::filesystem::path target_of(const report_options& asked,
                                const std::filesystem::path& directory) {
  const std::filesystem::path out = asked.answer.out;
  if (asked.redact && !out.empty() && std::filesystem::weakly_canonical(out) == directory) {
    throw usage_error(fmt::format(
        "--redact: '{}' is the run itself; name another directory with --out", asked.answer.out));
  }
  return out.empty() && !asked.redact ? directory : out;
}

exit_code rewrite(const report_options& asked) {
  const std::filesystem::path directory = run_directory_of(asked.run);
  const std::filesystem::path target = target_of(asked, directory);
  derived_run derived = derive(directory);
  if (asked.redact) {
    derived.run = report::redacted(std::move(derived.run), own_names());
    derived.summary = analysis::summarize(derived.run);
  }
  print_notices(derived.run.notices);
  if (!target.empty()) {
    write_derived_files(derived, target, asked.answer);
  }
  fmt::print("{}", text_of(derived, asked.answer));
  return exit_code_of(derived.summary, asked.answer.strict);
}

}  // namespace

void declare_report(CLI::App& root, action& chosen) {
  const auto asked = std::make_shared<report_options>();
  CLI::App* verb = root.add_subcommand("report");
  verb->set_help_flag();
  verb->add_option("run", asked->run);
  declare_answer_options(*verb, asked->answer, {"human", "markdown", "json", "csv", "samples"});
  declare_language_option(*verb, asked->answer);
  declare_against_option(*verb, asked->answer);
  verb->add_option("--out", asked->answer.out);
  verb->add_flag("--redact", asked->redact);
  verb->callback(
      [asked, &chosen] { chosen = [asked](const program&) { return rewrite(*asked); }; });
}

}  // namespace steelyard::cli

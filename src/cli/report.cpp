// SPDX-License-Identifier: Apache-2.0
#include "cli/answer.hpp"
#include "cli/values.hpp"
#include "cli/verb.hpp"
#include "report/results_csv.hpp"

#include <fmt/format.h>

#include <memory>

namespace steelyard::cli {
namespace {

struct report_options {
  std::string run;
  answer_options answer;
};

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

exit_code rewrite(const report_options& asked) {
  const std::filesystem::path directory = run_directory_of(asked.run);
  const derived_run derived = derive(directory);
  print_notices(derived.run.notices);
  write_derived_files(
      derived,
      asked.answer.out.empty() ? directory : std::filesystem::path(asked.answer.out),
      asked.answer);
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
  verb->callback(
      [asked, &chosen] { chosen = [asked](const program&) { return rewrite(*asked); }; });
}

}  // namespace steelyard::cli

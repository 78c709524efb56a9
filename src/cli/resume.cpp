// SPDX-License-Identifier: Apache-2.0
#include "study/resume.hpp"

#include "built/version.hpp"
#include "cli/answer.hpp"
#include "cli/machine.hpp"
#include "cli/offered.hpp"
#include "cli/usage_error.hpp"
#include "cli/values.hpp"
#include "cli/verb.hpp"
#include "cli/watched_session.hpp"
#include "study/run_log.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <optional>

namespace steelyard::cli {
namespace {

struct resume_options {
  std::string run;
  std::string budget;
  answer_options answer;
};

std::optional<study::user_matrix> matrix_again(const study::plan& planned) {
  const study::stored_matrix stored = study::matrix_of(planned);
  if (stored.file.empty()) {
    return std::nullopt;
  }
  try {
    return study::load_matrix(stored.file, stored.x);
  } catch (const std::runtime_error& error) {
    throw usage_error(fmt::format("the matrix of this run cannot be read again: {}", error.what()));
  }
}

/// The session opens the journal again, when what this cuts off is not there any more.
double used_before_s(const study::plan& planned, const std::filesystem::path& directory) {
  const study::run_log log(planned, directory);
  print_notices(log.run().notices);
  return log.used_s();
}

exit_code resume(const resume_options& options) {
  const std::filesystem::path directory = run_directory_of(options.run);
  study::plan planned = study::stored_plan(directory);
  const std::optional<study::user_matrix> matrix = matrix_again(planned);
  const study::user_matrix* matrix_or_none = matrix ? &*matrix : nullptr;
  const std::vector<std::string> changes =
      study::changes_since(planned,
                           offered_again(study::stored_subjects(planned)),
                           this_machine(),
                           matrix_or_none,
                           {std::string(built::version), std::string(built::commit)});
  if (!changes.empty()) {
    throw usage_error(
        fmt::format("{} cannot go on, its rounds would not compare: {}; start a new run",
                    directory.string(),
                    fmt::join(changes, "; ")));
  }
  const double used_s = used_before_s(planned, directory);
  if (!options.budget.empty()) {
    planned.budget_s = used_s + duration_s("--budget", options.budget);
  }
  const study::outcome outcome =
      watch_session(planned, directory, matrix_or_none, options.answer.quiet);
  return give_answer(directory, outcome, options.answer);
}

}  // namespace

void declare_resume(CLI::App& root, action& chosen) {
  const auto options = std::make_shared<resume_options>();
  CLI::App* verb = root.add_subcommand("resume");
  verb->set_help_flag();
  verb->add_option("run", options->run);
  verb->add_option("--budget", options->budget);
  declare_answer_options(*verb, options->answer, {"human", "json"});
  declare_language_option(*verb, options->answer);
  verb->add_flag("--strict", options->answer.strict);
  verb->add_flag("--quiet", options->answer.quiet);
  verb->callback(
      [options, &chosen] { chosen = [options](const program&) { return resume(*options); }; });
}

}  // namespace steelyard::cli

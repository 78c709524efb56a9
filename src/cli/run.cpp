// SPDX-License-Identifier: Apache-2.0
#include "built/version.hpp"
#include "cli/answer.hpp"
#include "cli/machine.hpp"
#include "cli/offered.hpp"
#include "cli/run_options.hpp"
#include "cli/usage_error.hpp"
#include "cli/verb.hpp"
#include "cli/watched_session.hpp"
#include "measure/cpu_set.hpp"
#include "measure/environment.hpp"
#include "report/foreign_text.hpp"
#include "study/make_plan.hpp"
#include "study/run_directory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <memory>
#include <optional>

namespace steelyard::cli {
namespace {

/// What stands in the way of a plan is the user's to mend.
template <typename Step>
auto asked_for(const Step& step) {
  try {
    return step();
  } catch (const std::invalid_argument& error) {
    throw usage_error(error.what());
  }
}

/// A study file that cannot be read is the user's to mend as well.
study::settings settings_of(const study::request& asked) {
  const std::uint64_t seed = drawn_bits();
  try {
    return asked_for([&] { return study::resolve(asked, seed); });
  } catch (const std::runtime_error& error) {
    throw usage_error(error.what());
  }
}

std::optional<study::user_matrix> matrix_of(const study::settings& settings) {
  if (settings.matrix.empty()) {
    return std::nullopt;
  }
  try {
    return study::load_matrix(settings.matrix, settings.x);
  } catch (const std::runtime_error& error) {
    throw usage_error(error.what());
  }
}

/// \param looked_at_only  for a dry run: nothing is measured
study::machine_facts machine_for(const study::settings& settings, bool looked_at_only) {
  study::machine_facts machine = this_machine();
  machine.environment.push_back(measure::removed_variables_fact(settings.keep_env));
  const std::vector<std::uint32_t> cpus = settings.cpus.value.value_or(measure::allowed_cpus());
  machine.environment.push_back(measure::set_variables_fact(cpus, settings.keep_env));
  const bool all_allowed = std::ranges::all_of(cpus, [&machine](std::uint32_t cpu) {
    return std::ranges::find(machine.cpus, cpu, &study::cpu_place::cpu) != machine.cpus.end();
  });
  if (all_allowed && !looked_at_only) {  // else make_plan refuses the set, with its reason
    measure_the_machine(machine, cpus);
  }
  return machine;
}

exit_code measure_plan(const run_options& options,
                       study::plan planned,
                       const study::user_matrix* matrix,
                       const program& started) {
  const auto out = options.answer.out.empty()
                       ? std::nullopt
                       : std::optional<std::filesystem::path>(options.answer.out);
  const study::run_place place = asked_for([&] {
    return study::make_run_directory(
        "runs", out, std::time(nullptr), static_cast<std::uint32_t>(drawn_bits()));
  });
  planned.manifest.tool_version = built::version;
  planned.manifest.git_commit = built::commit;
  study::write_manifest(planned, place, started.command);
  const study::outcome outcome =
      watch_session(planned, place.directory, matrix, options.answer.quiet);
  return give_answer(place.directory, outcome, options.answer);
}

exit_code run(const run_options& options, const program& started) {
  const study::request asked = request_of(options);
  const study::settings settings = settings_of(asked);
  if (options.print_config) {
    fmt::print("{}", study::print_config(settings));
    return exit_code::done;
  }
  const study::offer offered = offered_here(settings.subjects.value);
  const std::optional<study::user_matrix> matrix = matrix_of(settings);
  const study::user_matrix* matrix_or_none = matrix ? &*matrix : nullptr;
  const study::machine_facts machine = machine_for(settings, options.dry_run);
  study::plan planned =
      asked_for([&] { return study::make_plan(settings, offered, machine, matrix_or_none); });
  if (options.dry_run) {
    fmt::print("{}", report::terminal_lines(study::dry_run_text(planned)));
    return exit_code::done;
  }
  return measure_plan(options, std::move(planned), matrix_or_none, started);
}

}  // namespace

void declare_run(CLI::App& root, action& chosen) {
  const auto options = std::make_shared<run_options>();
  CLI::App* verb = root.add_subcommand("run");
  verb->set_help_flag();
  declare_run_options(*verb, *options);
  verb->callback([options, &chosen] {
    chosen = [options](const program& started) { return run(*options, started); };
  });
}

}  // namespace steelyard::cli

// SPDX-License-Identifier: Apache-2.0
#include "cli/offered.hpp"

#include "cli/subjects.hpp"
#include "cli/usage_error.hpp"
#include "measure/cell_process.hpp"
#include "measure/cpu_set.hpp"
#include "measure/environment.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace steelyard::cli {
namespace {

protocol::describe_answer describe(const measure::subject_command& subject) {
  return measure::describe(subject,
                           measure::environment_for(1, measure::allowed_cpus(), {}, {}).variables);
}

}  // namespace

study::offer offered_here(const std::vector<std::string>& extra_commands) {
  const std::filesystem::path file = subjects_file();
  if (!std::filesystem::exists(file)) {
    throw usage_error(
        fmt::format("no list of subjects at '{}'; start the program through the launcher "
                    "./steelyard, which makes it",
                    file.string()));
  }
  try {
    return study::ask_subjects(study::read_subjects_file(file), extra_commands, describe);
  } catch (const std::invalid_argument& error) {
    throw usage_error(error.what());
  }
}

study::offer offered_again(const std::vector<study::subject_entry>& entries) {
  return study::ask_subjects(entries, {}, describe);
}

}  // namespace steelyard::cli

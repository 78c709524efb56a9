// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/cell_process.hpp"
#include "record/run.hpp"
#include "study/subjects_file.hpp"

#include <nlohmann/json.hpp>

#include <functional>
#include <string>
#include <vector>

namespace steelyard::study {

/// Asks a subject what it is. Errors: `std::runtime_error` with the reason.
using describe_function = std::function<protocol::describe_answer(const measure::subject_command&)>;

/// An implementation with the subject that carries it.
struct offered_implementation {
  record::implementation row;
  std::vector<std::string> kinds;  ///< empty when it could not be asked
  bool is_extra = false;           ///< from a command of the user's: always part of the study
};

/// What can be measured on this machine, and what cannot and why.
struct offer {
  std::vector<measure::subject_command> subjects;
  std::vector<offered_implementation> implementations;
  /// For the manifest: name, command, the hash of every file in the command, the describe answer.
  nlohmann::ordered_json subjects_json = nlohmann::ordered_json::array();
};

/// Describes each subject once. A subject that does not answer makes its implementations
/// unavailable. \param extra_commands  the user's own subjects Errors: `std::invalid_argument` when
/// a command of the user's does not answer, or two subjects offer one implementation.
[[nodiscard]] offer ask_subjects(const std::vector<subject_entry>& entries,
                                 const std::vector<std::string>& extra_commands,
                                 const describe_function& describe);

}  // namespace steelyard::study

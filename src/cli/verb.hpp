// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/exit_code.hpp"

#include <CLI/CLI.hpp>

#include <functional>
#include <string>

namespace steelyard::cli {

/// What every verb gets from `main`.
struct program {
  std::vector<std::string> command;  ///< the command line, for the manifest
};

/// The verb that the command line chose, ready to run.
using action = std::function<exit_code(const program&)>;

// One function a verb: declares its options on `root` and, when the verb is chosen, sets `chosen`.
void declare_run(CLI::App& root, action& chosen);
void declare_resume(CLI::App& root, action& chosen);
void declare_report(CLI::App& root, action& chosen);
void declare_list(CLI::App& root, action& chosen);
void declare_doctor(CLI::App& root, action& chosen);
void declare_clean(CLI::App& root, action& chosen);
void declare_check_subject(CLI::App& root, action& chosen);
void declare_version(CLI::App& root, action& chosen);

}  // namespace steelyard::cli

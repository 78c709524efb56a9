// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "study/machine.hpp"
#include "study/offer.hpp"
#include "study/plan.hpp"
#include "study/user_matrix.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace steelyard::study {

/// The plan of a run that was begun. Errors: `std::runtime_error` naming the manifest.
[[nodiscard]] plan stored_plan(const std::filesystem::path& run_directory);

/// The entries to describe again, from the commands that the stored plan names.
[[nodiscard]] std::vector<subject_entry> stored_subjects(const plan& value);

/// The user's matrix that a stored plan was made with; empty when it was made with none.
struct stored_matrix {
  std::filesystem::path file;
  std::filesystem::path x;
};

[[nodiscard]] stored_matrix matrix_of(const plan& value);

/// The program that measures, as it names itself.
struct tool_build {
  std::string version;
  std::string commit;  ///< empty: not built from a checkout
};

/// What differs from when the run was begun, one line each: this program, executables, CPU set,
/// kernel, inputs. A run with any of them must not go on, because its rounds would not be
/// comparable.
/// \param matrix  the user's, read again, when the plan has one
[[nodiscard]] std::vector<std::string> changes_since(const plan& stored,
                                                     const offer& offered,
                                                     const machine_facts& machine,
                                                     const user_matrix* matrix,
                                                     const tool_build& tool);

}  // namespace steelyard::study

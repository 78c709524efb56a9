// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "study/judge.hpp"
#include "study/plan.hpp"
#include "study/user_matrix.hpp"

#include <filesystem>
#include <map>
#include <string>

namespace steelyard::study {

/// What the processes of a run read and are judged by. The files lie in RUN/inputs and are removed
/// with this object; a resumed run makes them again.
class run_inputs {
 public:
  /// Writes a prepared file for each workload that some runnable cell wants to copy.
  /// Errors: `std::system_error` with the path; `std::invalid_argument` when the user's matrix is
  /// missing.
  run_inputs(const plan& value,
             const std::filesystem::path& run_directory,
             const user_matrix* matrix);
  ~run_inputs();
  run_inputs(const run_inputs&) = delete;
  run_inputs& operator=(const run_inputs&) = delete;

  [[nodiscard]] const acceptance& acceptance_of(const std::string& workload) const;
  /// Empty when there is no prepared file.
  [[nodiscard]] std::filesystem::path prepared_of(const std::string& workload) const;
  /// Where a process may write its y.
  [[nodiscard]] std::filesystem::path output(const std::string& name) const;

 private:
  std::filesystem::path directory_;
  std::map<std::string, acceptance> acceptances_;
  std::map<std::string, std::filesystem::path> prepared_;
};

}  // namespace steelyard::study

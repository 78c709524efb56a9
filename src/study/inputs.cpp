// SPDX-License-Identifier: Apache-2.0
#include "study/inputs.hpp"

#include "study/workload_set.hpp"
#include "workload/expected_digest.hpp"
#include "workload/prepared.hpp"

#include <algorithm>
#include <stdexcept>

namespace steelyard::study {
namespace {

namespace fs = std::filesystem;

/// Compiled subjects build a generated input faster than they could read it.
bool builds_its_input(const record::implementation& implementation) {
  return implementation.cost == "native" && (implementation.language.starts_with("C++") ||
                                             implementation.language.starts_with("Rust"));
}

bool wants_prepared(const plan& value, const std::string& workload) {
  return std::ranges::any_of(value.cells, [&](const planned_cell& cell) {
    const auto row = std::ranges::find(
        value.manifest.implementations, cell.cell.implementation, &record::implementation::id);
    return cell.is_runnable() && cell.cell.workload == workload &&
           row != value.manifest.implementations.end() && !builds_its_input(*row);
  });
}

}  // namespace

run_inputs::run_inputs(const plan& value, const fs::path& run_directory, const user_matrix* matrix)
    : directory_(fs::absolute(run_directory) / "inputs") {
  fs::create_directories(directory_);
  for (const record::workload& workload : value.manifest.workloads) {
    const fs::path path = directory_ / (workload.id + ".prepared");
    acceptance& expected = acceptances_[workload.id];
    expected.rows = workload.rows;
    if (workload.source == "prepared") {
      if (matrix == nullptr) {
        throw std::invalid_argument("workload \"" + workload.id + "\" needs its matrix");
      }
      expected.fault_of = matrix->fault_of;
      matrix->write(path);
      prepared_[workload.id] = path;
      continue;
    }
    expected.digest = workload::expected_digest(formula_of(workload));
    if (wants_prepared(value, workload.id)) {
      workload::write_prepared(path, formula_of(workload));
      prepared_[workload.id] = path;
    }
  }
}

run_inputs::~run_inputs() {
  std::error_code ignored;
  fs::remove_all(directory_, ignored);
}

const acceptance& run_inputs::acceptance_of(const std::string& workload) const {
  return acceptances_.at(workload);
}

fs::path run_inputs::prepared_of(const std::string& workload) const {
  const auto found = prepared_.find(workload);
  return found == prepared_.end() ? fs::path() : found->second;
}

fs::path run_inputs::output(const std::string& name) const {
  return directory_ / name;
}

}  // namespace steelyard::study

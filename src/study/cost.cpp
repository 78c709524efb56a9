// SPDX-License-Identifier: Apache-2.0
#include "study/cost.hpp"

namespace steelyard::study {
namespace {

bool is_python(const record::implementation& implementation) {
  return implementation.language.starts_with("Python") ||
         implementation.language.starts_with("CPython");
}

}  // namespace

predicted_cost cost_of(const record::implementation& implementation,
                       const record::workload& workload,
                       std::uint32_t workers) {
  const auto entries = static_cast<double>(workload.nnz);
  const auto logical_bytes = static_cast<double>(workload.logical_bytes);
  // Seconds an entry and seconds a start, as seen on one 3 GHz x86 machine; within a factor of
  // three there.
  predicted_cost result;
  if (implementation.cost == "interpreted") {
    result = {0.6 + 2e-9 * entries, 120e-9 * entries, 0};
  } else if (implementation.cost == "jit") {
    result = {2.0 + 2e-9 * entries, 2.5e-9 * entries, 0};
  } else if (is_python(implementation)) {
    result = {0.5 + 2e-9 * entries, 2.5e-9 * entries, 0};
  } else {
    result = {0.1 + 15e-9 * entries, 2.5e-9 * entries, 0};
  }
  // Process pools hold the matrix once more among them; threads only their stacks.
  result.bytes = 1.1 * logical_bytes + 64e6 + (is_python(implementation) ? logical_bytes : 0) +
                 (is_python(implementation) ? 40e6 * workers : 0);
  return result;
}

}  // namespace steelyard::study

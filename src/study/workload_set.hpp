// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/run.hpp"
#include "study/settings.hpp"
#include "study/user_matrix.hpp"
#include "workload/formula.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace steelyard::study {

/// The generated workloads of a study, in the order dense, csr-uniform, csr-skewed, sizes as given.
/// Errors: `std::invalid_argument` for a glob that matches nothing, with the nearest name.
[[nodiscard]] std::vector<record::workload> formula_workloads(const settings& value);

/// The formula behind a workload of the record. Errors: `std::invalid_argument` when there is none.
[[nodiscard]] workload::formula_workload formula_of(const record::workload& value);

/// Fills `fullest_share` for each worker count.
void predict_balance(record::workload& value,
                     std::span<const std::uint32_t> worker_counts,
                     const user_matrix* matrix);

}  // namespace steelyard::study

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/process.hpp"
#include "study/plan.hpp"
#include "workload/digest.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace steelyard::study {

/// What a right result of a workload is.
struct acceptance {
  std::optional<workload::digest> digest;  ///< generated inputs: of every validated call
  /// A user's matrix: what is wrong with y, or nothing. Asked where there is no digest.
  std::function<std::optional<std::string>(std::span<const double> y)> fault_of;
  std::size_t rows = 0;
};

/// Judges a process by its digests, or by the outputs it wrote, and makes it a wrong result where
/// they are not accepted or where a call that had to be validated was not. Any record that is not
/// ok loses its times: a failure never gets one. \param calls  what was asked of the process; its
/// output paths are read where the acceptance needs them
void judge(record::process& value, const acceptance& expected, const measure::call_plan& calls);

}  // namespace steelyard::study

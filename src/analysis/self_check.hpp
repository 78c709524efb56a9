// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/remark.hpp"
#include "record/run.hpp"

#include <string_view>
#include <vector>

namespace steelyard::analysis {

enum class check_result {
  pass,
  warn,
  fail,       ///< the results are invalid
  not_judged  ///< named, with the reason
};
[[nodiscard]] std::string_view to_string(check_result result) noexcept;

/// One line of the self-check with its figure.
struct check {
  check_result result = check_result::not_judged;
  remark finding;
};

/// Source: docs/method.md, "Self-check".
[[nodiscard]] std::vector<check> self_check(const record::run& run);

}  // namespace steelyard::analysis

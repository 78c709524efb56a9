// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/summary.hpp"

#include <string>

namespace steelyard::report {

/// results.json: every figure with its interval or the reason for its absence, the verdicts, and
/// the sentences of the answer in both languages. Schema: protocol/results.schema.json.
///
/// Foreign text that is no UTF-8 is kept with U+FFFD for each such byte. Ends in a line end.
[[nodiscard]] std::string results_json(const analysis::run_summary& summary);

}  // namespace steelyard::report

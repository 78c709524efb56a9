// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/summary.hpp"
#include "record/run.hpp"

#include <string>

/// RFC 4180 with CRLF and a header line; an empty field is a withheld figure, never 0. Foreign text
/// cannot start a formula.
namespace steelyard::report {

/// One row a cell, fastest first within its workload; `reason` says why figures are missing.
[[nodiscard]] std::string results_csv(const analysis::run_summary& summary);

/// One row a call, in the order of the journal and of the calls. Of a process that did not end ok
/// there is one row without a time.
[[nodiscard]] std::string samples_csv(const record::run& run);

}  // namespace steelyard::report

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/summary.hpp"
#include "report/markdown_page.hpp"

namespace steelyard::report {

/// The tables of one workload in the chapter "Evidence".
void write_evidence(markdown_page& page,
                    const analysis::run_summary& summary,
                    const analysis::workload_summary& workload);

}  // namespace steelyard::report

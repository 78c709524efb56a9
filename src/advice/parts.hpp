// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "advice/advice.hpp"

#include <vector>

namespace steelyard::advice {

[[nodiscard]] std::vector<situation_answer> answer_situations(const analysis::run_summary& summary);
/// The tuning checklist, computed: each item with this run's figures or the reason it has none.
[[nodiscard]] std::vector<analysis::remark> tuning_checklist(const analysis::run_summary& summary);
[[nodiscard]] std::vector<analysis::remark> losses_of_picks(const analysis::run_summary& summary);
[[nodiscard]] std::vector<analysis::remark> undecided_pairs(const analysis::run_summary& summary);
[[nodiscard]] std::vector<analysis::remark> caveats_of(const analysis::run_summary& summary);

}  // namespace steelyard::advice

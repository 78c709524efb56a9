// SPDX-License-Identifier: Apache-2.0
#include "advice/parts.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace steelyard::advice {
namespace {

using analysis::cell_summary;
using analysis::remark;
using analysis::unit;
using analysis::workload_summary;

const cell_summary* fastest(const workload_summary& workload, std::string_view implementation) {
  const auto found = std::ranges::find_if(workload.cells, [&](const cell_summary& cell) {
    return cell.cell.implementation == implementation && cell.warm_ns.value;
  });
  return found == workload.cells.end() ? nullptr : &*found;
}

remark ratio_of(std::string key,
                const workload_summary& workload,
                const cell_summary& slow,
                const cell_summary& fast) {
  return {std::move(key),
          {analysis::text_argument("workload", workload.workload.id),
           analysis::remark_argument("slow", cell_name(slow.cell)),
           analysis::remark_argument("fast", cell_name(fast.cell)),
           analysis::number_argument(
               "ratio", slow.warm_ns.value->median / fast.warm_ns.value->median, unit::ratio)},
          {record::to_string(slow.cell), record::to_string(fast.cell)}};
}

remark kernel_before_workers(const workload_summary& workload) {
  const cell_summary* fast = nullptr;
  const cell_summary* slow = nullptr;
  for (const cell_summary& cell : workload.cells) {
    if (cell.warm_ns.value && cell.cell.workers == 1) {
      fast = fast == nullptr ? &cell : fast;
      slow = &cell;
    }
  }
  if (fast == slow) {
    return {"checklist.kernel_missing",
            {analysis::text_argument("workload", workload.workload.id)},
            {}};
  }
  return ratio_of("checklist.kernel", workload, *slow, *fast);
}

remark reuse_before_processes(const workload_summary& workload) {
  const cell_summary* copy = fastest(workload, "python-process-copy");
  const cell_summary* shared = fastest(workload, "python-process-shared");
  if (copy == nullptr || shared == nullptr) {
    return {
        "checklist.reuse_missing", {analysis::text_argument("workload", workload.workload.id)}, {}};
  }
  return ratio_of("checklist.reuse", workload, *copy, *shared);
}

remark balance(const workload_summary& workload) {
  const cell_summary* widest = nullptr;
  for (const cell_summary& cell : workload.cells) {
    const bool has_both = cell.predicted_share.value && cell.measured_share.value;
    if (has_both && cell.cell.workers > 1 &&
        (widest == nullptr || *cell.measured_share.value * cell.cell.workers >
                                  *widest->measured_share.value * widest->cell.workers)) {
      widest = &cell;
    }
  }
  if (widest == nullptr) {
    return {"checklist.balance_missing",
            {analysis::text_argument("workload", workload.workload.id)},
            {}};
  }
  return {"checklist.balance",
          {analysis::text_argument("workload", workload.workload.id),
           analysis::number_argument("predicted", *widest->predicted_share.value, unit::share),
           analysis::number_argument("measured", *widest->measured_share.value, unit::share),
           analysis::number_argument("even", 1.0 / widest->cell.workers, unit::share),
           analysis::remark_argument("cell", cell_name(widest->cell))},
          {record::to_string(widest->cell)}};
}

remark lifetime_cost(const workload_summary& workload) {
  const analysis::break_even* latest = nullptr;
  for (const analysis::break_even& crossing : workload.break_evens) {
    if (crossing.calls.value && crossing.crossing == analysis::crossing::after_calls &&
        (crossing.faster == workload.pick || crossing.faster == workload.leader) &&
        (latest == nullptr || crossing.calls.value->median > latest->calls.value->median)) {
      latest = &crossing;
    }
  }
  if (latest == nullptr) {
    return {"checklist.lifetime_missing",
            {analysis::text_argument("workload", workload.workload.id)},
            {}};
  }
  return {"checklist.lifetime",
          {analysis::text_argument("workload", workload.workload.id),
           analysis::remark_argument("faster", cell_name(latest->faster)),
           analysis::remark_argument("other", cell_name(latest->other)),
           analysis::number_argument("calls", std::ceil(latest->calls.value->median))},
          {record::to_string(latest->faster), record::to_string(latest->other)}};
}

/// The knee: the fewest workers within the margin of the implementation's fastest cell.
remark worker_sweep(const workload_summary& workload, double margin) {
  const auto& chosen = workload.pick ? workload.pick : workload.leader;
  std::vector<const cell_summary*> sweep;
  for (const cell_summary& cell : workload.cells) {
    if (chosen && cell.warm_ns.value && cell.cell.implementation == chosen->implementation) {
      sweep.push_back(&cell);
    }
  }
  if (sweep.size() < 2) {
    return {
        "checklist.sweep_missing", {analysis::text_argument("workload", workload.workload.id)}, {}};
  }
  const double least = sweep.front()->warm_ns.value->median;
  std::ranges::sort(sweep, {}, [](const cell_summary* cell) { return cell->cell.workers; });
  const auto knee = std::ranges::find_if(sweep, [&](const cell_summary* cell) {
    return cell->warm_ns.value->median <= least * (1 + margin);
  });
  remark result{"checklist.sweep",
                {analysis::text_argument("workload", workload.workload.id),
                 analysis::text_argument("implementation", chosen->implementation),
                 analysis::number_argument("knee", (*knee)->cell.workers)},
                {}};
  for (const cell_summary* cell : sweep) {
    result.cells.push_back(record::to_string(cell->cell));
  }
  return result;
}

}  // namespace

std::vector<remark> tuning_checklist(const analysis::run_summary& summary) {
  std::vector<remark> result;
  const auto ask_each = [&](auto&& rule) {
    for (const workload_summary& workload : summary.workloads) {
      result.push_back(rule(workload));
    }
  };
  ask_each(kernel_before_workers);
  ask_each(reuse_before_processes);
  ask_each(balance);
  ask_each(lifetime_cost);
  ask_each([&](const workload_summary& workload) {
    return worker_sweep(workload, summary.manifest.margin);
  });
  result.push_back({"checklist.tail", {}, {}});
  return result;
}

}  // namespace steelyard::advice

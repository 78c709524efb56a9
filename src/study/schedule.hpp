// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "study/history.hpp"
#include "study/plan.hpp"
#include "study/round_order.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Which processes are started, as pure functions of plan and history.
namespace steelyard::study {

/// A process may end this long after the budget, and no later.
inline constexpr double budget_grace_s = 15;

/// A cell that gets no further timing process.
struct stop {
  std::size_t cell = 0;
  std::string why;     ///< "out_of_contention", "outside_best_set", "settled" or "budget"
  std::string reason;  ///< one line
};

[[nodiscard]] bool is_due(const plan& value,
                          const history& known,
                          std::size_t cell,
                          std::uint32_t round);

/// The blocks of a round with the due cells alone; workloads without any are left out.
[[nodiscard]] std::vector<round_block> due_order(const plan& value,
                                                 const history& known,
                                                 std::uint32_t round);

/// What racing and stopping decide after a whole round. Empty with a fixed number of rounds.
[[nodiscard]] std::vector<stop> stops_after_round(const plan& value, const history& known);

/// When the contenders cannot all reach `min_rounds` in what is left for timing: the cells given
/// up, dear and clearly slower ones first, until the rest fits. \param left_s  of the budget for
/// timing processes
[[nodiscard]] std::vector<stop> stops_for_budget(const plan& value,
                                                 const history& known,
                                                 std::uint32_t round,
                                                 double left_s);

/// Seconds kept back from the timing rounds for the memory pass.
[[nodiscard]] double memory_reserve_s(const plan& value);

/// Whether a timing process may start `used_s` after the start of the run. A cell without any
/// process may use the grace too: every row should be seen once.
[[nodiscard]] bool fits_budget(const plan& value,
                               const history& known,
                               std::size_t cell,
                               double used_s);

/// min(the plan's, 10 x last + 10 s, what is left of the budget + 15 s).
[[nodiscard]] std::int64_t timeout_ns(const plan& value,
                                      std::optional<double> last_s,
                                      double used_s);

/// Predicted seconds to the end of the timing rounds; an upper bound where racing may end them
/// earlier.
[[nodiscard]] double timing_left_s(const plan& value,
                                   const history& known,
                                   std::uint32_t round,
                                   double used_s);

}  // namespace steelyard::study

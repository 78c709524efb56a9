// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace steelyard::analysis {

/// What a verdict is asked for.
struct question {
  double margin = 0.02;  ///< practical margin, relative
  double alpha = 0.05;
  std::uint32_t min_rounds = 11;  ///< before anything is settled
};

/// A cell's value in one round: the median of its warm calls in that fresh process.
struct round_value {
  std::uint32_t round = 0;
  double ns = 0;
};

/// One implementation of a workload, as racing sees it.
struct arm {
  std::string label;
  std::vector<round_value> values = {};  ///< ascending rounds
  bool given_up = false;                 ///< stopped because the budget could not hold it
};

enum class arm_state {
  contender,          ///< in the best set so far: measure on
  out_of_contention,  ///< hopeless (`is_hopeless_against`), or given up; outside the alpha claims
  outside_best_set    ///< some arm is faster with the bound of the best set
};

/// Where the arms of one workload stand after some rounds.
struct standing {
  std::vector<arm_state> states;      ///< in the order of the arms
  std::optional<std::size_t> leader;  ///< smallest median over rounds among contenders
  /// One contender is left, or all are equal to the leader within the margin, each with
  /// `min_rounds` rounds: measuring on changes no asked verdict.
  bool settled = false;
};

/// The ratio of the times of two arms, the median over their common rounds, if `slow` was slower in
/// every one of them. Empty otherwise, and without common rounds.
[[nodiscard]] std::optional<double> always_slower(const arm& slow, const arm& fast);

/// Anytime-valid: may be asked after every round. An arm that stops being measured keeps its state.
///
/// \param arms  all arms that were planned, so that their number does not depend on the data; one
///              without values is counted, and no more.
/// Source: docs/method.md, "Best set", "Out of contention" and "Stopping".
[[nodiscard]] standing standing_of(std::span<const arm> arms, const question& asked);

}  // namespace steelyard::analysis

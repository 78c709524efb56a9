// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/figure.hpp"
#include "analysis/order_statistic.hpp"
#include "analysis/standing.hpp"
#include "record/process.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace steelyard::analysis {

enum class verdict_word {
  faster,
  slower,
  equal,
  faster_under_margin,
  slower_under_margin,
  undecided
};

/// "faster", "slower", "equal", "faster-under-margin", "slower-under-margin", "undecided".
[[nodiscard]] std::string_view to_string(verdict_word word) noexcept;
/// The same finding seen from the other side.
[[nodiscard]] verdict_word mirrored(verdict_word word) noexcept;

/// The word for an interval of d; \param delta ln(1 + margin).
/// Source: docs/method.md, "Verdict".
[[nodiscard]] verdict_word word_for(double low, double high, double delta);

/// A against B over common rounds: d = ln t_B - ln t_A, so a ratio over 1 means A is faster.
struct verdict {
  std::string a;  ///< implementation ids
  std::string b;
  record::cell cell_a;
  record::cell cell_b;
  verdict_word word = verdict_word::undecided;
  figure<estimate> ratio;  ///< t_B / t_A
  double margin = 0.02;
  std::optional<double> band;  ///< published method: sum of both relative spreads; from 2 rounds
  std::optional<double> lag1;  ///< autocorrelation of d; from 3 rounds
  std::string reason;          ///< code: "n=11 interval=[1.02,1.09] margin=2%"
};

/// Labels of the arms become `a` and `b`; the cells are left to the caller.
[[nodiscard]] verdict verdict_between(const arm& a,
                                      const arm& b,
                                      const question& asked,
                                      looking how);

}  // namespace steelyard::analysis

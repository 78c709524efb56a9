// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/remark.hpp"

#include <cstdint>
#include <optional>
#include <utility>

namespace steelyard::analysis {

/// A value, or the reason for which there is none. Never 0 for "unknown".
template <typename Value>
struct figure {
  std::optional<Value> value;
  remark why_not;  ///< its key is set when `value` is empty

  figure() : why_not{"why.not_measured", {}, {}} {}

  /// The value itself, so that `figure<double> f = 3.0` reads as what it is.
  figure(Value known) : value(std::move(known)) {}  // NOLINT(google-explicit-constructor)

  figure(remark reason) : why_not(std::move(reason)) {}  // NOLINT(google-explicit-constructor)
};

struct interval {
  double low = 0;
  double high = 0;
  double coverage = 0;   ///< attained; with `anytime` the guaranteed one; 0 for a description
  bool anytime = false;  ///< valid under looking after every round
};

/// A median over rounds, with its interval where there are rounds enough.
struct estimate {
  double median = 0;
  std::uint32_t rounds = 0;
  figure<analysis::interval> interval;
};

}  // namespace steelyard::analysis

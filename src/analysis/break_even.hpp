// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/figure.hpp"
#include "analysis/order_statistic.hpp"
#include "record/process.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace steelyard::analysis {

/// What one process of one round cost.
struct lifetime {
  std::uint32_t round = 0;
  double setup_ns = 0;
  double first_ns = 0;
  double warm_ns = 0;  ///< median of its warm calls
};

enum class crossing {
  from_first_call,  ///< cheaper or equal from the first call on
  after_calls,      ///< `calls` says how many
  not_decided       ///< `calls` says why
};
[[nodiscard]] std::string_view to_string(crossing value) noexcept;

/// Calls after which the faster one has paid back its dearer start.
struct break_even {
  record::cell other;   ///< slower when warm
  record::cell faster;  ///< faster when warm
  analysis::crossing crossing = crossing::not_decided;
  figure<estimate> calls;
};

/// Over common rounds; a round in which `faster` is not faster counts as never.
///
/// Precondition: the verdict on the warm times is decided in favour of `faster`.
/// Source: docs/method.md, "Break-even".
[[nodiscard]] break_even break_even_between(std::span<const lifetime> other,
                                            std::span<const lifetime> faster,
                                            double alpha,
                                            looking how);

}  // namespace steelyard::analysis

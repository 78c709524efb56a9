// SPDX-License-Identifier: Apache-2.0
#include "analysis/standing.hpp"

#include "analysis/order_statistic.hpp"
#include "analysis/paired.hpp"
#include "analysis/quantile.hpp"
#include "analysis/verdict.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace steelyard::analysis {
namespace {

// docs/method.md, "Out of contention".
constexpr double hopeless_factor = 3;
constexpr std::size_t hopeless_rounds = 2;

double median_of(const arm& value) {
  std::vector<double> times;
  for (const round_value& round : value.values) {
    times.push_back(round.ns);
  }
  return median(times);
}

/// Compared up to the last round of `slow` only: it stopped there, and what `fast` does afterwards
/// must not bring it back.
bool is_hopeless_against(const arm& slow, const arm& fast) {
  if (slow.values.size() < hopeless_rounds) {
    return false;
  }
  double fast_slowest = 0;
  std::size_t fast_rounds = 0;
  for (const round_value& value : fast.values) {
    if (value.round <= slow.values.back().round) {
      fast_slowest = std::max(fast_slowest, value.ns);
      ++fast_rounds;
    }
  }
  double slow_fastest = std::numeric_limits<double>::infinity();
  for (const round_value& value : slow.values) {
    slow_fastest = std::min(slow_fastest, value.ns);
  }
  return fast_rounds >= hopeless_rounds && slow_fastest > hopeless_factor * fast_slowest;
}

bool is_beaten_by(const arm& slow, const arm& fast, double alpha) {
  const std::vector<double> d = log_ratios(fast.values, slow.values);
  const auto wins = std::ranges::count_if(d, [](double value) { return value > 0; });
  return is_bound_positive(
      static_cast<std::uint32_t>(d.size()), static_cast<std::uint32_t>(wins), alpha);
}

arm_state state_of(std::span<const arm> arms, std::size_t i, double alpha_each) {
  const auto any_other = [&](auto&& beats) {
    for (std::size_t j = 0; j < arms.size(); ++j) {
      if (j != i && beats(arms[i], arms[j])) {
        return true;
      }
    }
    return false;
  };
  if (any_other(is_hopeless_against)) {
    return arm_state::out_of_contention;
  }
  if (any_other(
          [&](const arm& slow, const arm& fast) { return is_beaten_by(slow, fast, alpha_each); })) {
    return arm_state::outside_best_set;
  }
  return arms[i].given_up ? arm_state::out_of_contention : arm_state::contender;
}

bool is_settled(std::span<const arm> arms, const standing& now, const question& asked) {
  if (!now.leader) {
    return false;
  }
  const arm& leader = arms[*now.leader];
  if (leader.values.size() < asked.min_rounds) {
    return false;
  }
  for (std::size_t i = 0; i < arms.size(); ++i) {
    if (i == *now.leader || now.states[i] != arm_state::contender || arms[i].values.empty()) {
      continue;
    }
    if (arms[i].values.size() < asked.min_rounds ||
        verdict_between(leader, arms[i], asked, looking::after_each_round).word !=
            verdict_word::equal) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::optional<double> always_slower(const arm& slow, const arm& fast) {
  const std::vector<double> d = log_ratios(fast.values, slow.values);
  if (d.empty() || std::ranges::min(d) <= 0) {
    return std::nullopt;
  }
  return std::exp(median(d));
}

standing standing_of(std::span<const arm> arms, const question& asked) {
  standing result;
  const double alpha_each =
      arms.size() > 1 ? asked.alpha / static_cast<double>(arms.size() - 1) : asked.alpha;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < arms.size(); ++i) {
    result.states.push_back(state_of(arms, i, alpha_each));
    if (result.states[i] != arm_state::contender || arms[i].values.empty()) {
      continue;
    }
    if (const double value = median_of(arms[i]); value < least) {
      least = value;
      result.leader = i;
    }
  }
  result.settled = is_settled(arms, result, asked);
  return result;
}

}  // namespace steelyard::analysis

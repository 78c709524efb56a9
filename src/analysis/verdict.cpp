// SPDX-License-Identifier: Apache-2.0
#include "analysis/verdict.hpp"

#include "analysis/paired.hpp"
#include "analysis/quantile.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <vector>

namespace steelyard::analysis {
namespace {

std::vector<double> times_of(const arm& value) {
  std::vector<double> result;
  for (const round_value& round : value.values) {
    result.push_back(round.ns);
  }
  return result;
}

/// d as an estimate becomes the ratio as an estimate; the logarithm keeps order and ranks.
estimate ratio_of(const estimate& d) {
  estimate ratio = d;
  ratio.median = std::exp(d.median);
  if (ratio.interval.value) {
    ratio.interval.value->low = std::exp(d.interval.value->low);
    ratio.interval.value->high = std::exp(d.interval.value->high);
  }
  return ratio;
}

std::string reason_code(const estimate& ratio, double margin, std::uint32_t needed) {
  if (!ratio.interval.value) {
    return fmt::format("n={} needs={} margin={:g}%", ratio.rounds, needed, 100 * margin);
  }
  return fmt::format("n={} interval=[{:.4g},{:.4g}] margin={:g}%",
                     ratio.rounds,
                     ratio.interval.value->low,
                     ratio.interval.value->high,
                     100 * margin);
}

}  // namespace

std::string_view to_string(verdict_word word) noexcept {
  constexpr std::array<std::string_view, 6> words = {
      "faster", "slower", "equal", "faster-under-margin", "slower-under-margin", "undecided"};
  return words[static_cast<std::size_t>(word)];
}

verdict_word mirrored(verdict_word word) noexcept {
  switch (word) {
    case verdict_word::faster:
      return verdict_word::slower;
    case verdict_word::slower:
      return verdict_word::faster;
    case verdict_word::faster_under_margin:
      return verdict_word::slower_under_margin;
    case verdict_word::slower_under_margin:
      return verdict_word::faster_under_margin;
    case verdict_word::equal:
    case verdict_word::undecided:
      break;
  }
  return word;
}

verdict_word word_for(double low, double high, double delta) {
  if (low > delta) {
    return verdict_word::faster;
  }
  if (high < -delta) {
    return verdict_word::slower;
  }
  if (-delta <= low && high <= delta) {
    return verdict_word::equal;
  }
  if (low > 0) {
    return verdict_word::faster_under_margin;
  }
  if (high < 0) {
    return verdict_word::slower_under_margin;
  }
  return verdict_word::undecided;
}

verdict verdict_between(const arm& a, const arm& b, const question& asked, looking how) {
  verdict result;
  result.a = a.label;
  result.b = b.label;
  result.margin = asked.margin;
  if (a.values.size() >= 2 && b.values.size() >= 2) {
    result.band = relative_spread(times_of(a)) + relative_spread(times_of(b));
  }
  const std::vector<double> d = log_ratios(a.values, b.values);
  if (d.empty()) {
    result.ratio = remark{"why.no_common_rounds", {}, {}};
    result.reason = "n=0";
    return result;
  }
  result.lag1 = lag1_autocorrelation(d);
  const estimate log_ratio = estimate_of(d, asked.alpha, how);
  if (log_ratio.interval.value) {
    result.word = word_for(
        log_ratio.interval.value->low, log_ratio.interval.value->high, std::log1p(asked.margin));
  }
  result.ratio = ratio_of(log_ratio);
  result.reason = reason_code(*result.ratio.value, asked.margin, fewest_rounds(asked.alpha, how));
  return result;
}

}  // namespace steelyard::analysis

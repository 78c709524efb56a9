// SPDX-License-Identifier: Apache-2.0
#include "study/conformance_findings.hpp"

#include <fmt/core.h>

#include <string_view>
#include <utility>

namespace steelyard::study {
namespace {

struct point_words {
  std::string_view name;
  std::string_view confirmed;  ///< completes "N ..."
};

constexpr std::array<point_words, conformance_points> words{{
    {"results", "validated calls equal the oracle"},
    {"output", "outputs hold the y that was digested"},
    {"errors", "bad requests were refused, and the next was served"},
    {"workers", "openings with the workers they tell of"},
    {"idle", "silences without work"},
    {"close", "clean ends"},
    {"answers", "conversations of nothing but answers"},
}};

}  // namespace

void conformance_findings::refute(conformance_point point,
                                  const std::string& where,
                                  const std::string& what) {
  tally& found = at(point);
  if (!found.refuted) {
    found.refuted = where + ": " + what;
    if (first_refuted_.empty()) {
      first_refuted_ = words[static_cast<std::size_t>(point)].name;
    }
  }
}

std::vector<conformance_result> conformance_findings::results(
    const std::string& implementation) const {
  std::vector<conformance_result> all;
  for (std::size_t index = 0; index < conformance_points; ++index) {
    const tally& found = tallies_[index];
    conformance_result one{implementation, std::string{words[index].name}, false, {}};
    if (found.refuted) {
      one.detail = *found.refuted;
    } else if (found.confirmed == 0) {
      one.detail = fmt::format("not reached, because of '{}'", first_refuted_);
    } else {
      one.passed = true;
      one.detail = fmt::format("{} {}", found.confirmed, words[index].confirmed);
    }
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace steelyard::study

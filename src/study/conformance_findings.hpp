// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "study/conformance.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace steelyard::study {

/// The properties an available implementation is held to, in the order of a conversation.
enum class conformance_point {
  results,  ///< every validated call gives the oracle's digest
  output,   ///< `output` writes the y that was digested
  errors,   ///< bad requests are refused with their code and change nothing
  workers,  ///< workers started and told agree; their masks and entries are those of the work
  idle,     ///< no CPU is used between requests
  close,    ///< the process ends by itself in time, with status 0, and leaves nothing behind
  answers   ///< one whole answer a request on standard output, and nothing else
};

inline constexpr std::size_t conformance_points = 7;

/// What was seen of one implementation, over all its processes.
class conformance_findings {
 public:
  /// Looked at once more and found right.
  void confirm(conformance_point point) { ++at(point).confirmed; }

  /// Found wrong; the first time is kept.
  void refute(conformance_point point, const std::string& where, const std::string& what);

  /// A point that was never reached has not passed.
  [[nodiscard]] std::vector<conformance_result> results(const std::string& implementation) const;

 private:
  struct tally {
    std::size_t confirmed = 0;
    std::optional<std::string> refuted;
  };

  [[nodiscard]] tally& at(conformance_point point) {
    return tallies_[static_cast<std::size_t>(point)];
  }

  std::array<tally, conformance_points> tallies_;
  std::string first_refuted_;
};

}  // namespace steelyard::study

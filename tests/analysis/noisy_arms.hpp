// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/standing.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace steelyard::analysis {

/// What a simulated machine does to the times of neighbouring slots; all relative.
struct machine_state {
  double noise = 0.02;      ///< per slot, with a spike in every twentieth
  double drift = 0;         ///< over the whole session, linear
  double burst = 0;         ///< AR(1) with 0.95
  double interference = 0;  ///< on every fourth slot
};

/// Measures arms in rounds of random order on such a machine.
class simulated_session {
 public:
  simulated_session(machine_state machine, std::uint64_t seed) : machine_(machine), random_(seed) {}

  /// \param effects  ln of each arm's true time.
  [[nodiscard]] std::vector<arm> measure(const std::vector<double>& effects, std::uint32_t rounds) {
    std::vector<arm> arms(effects.size());
    std::vector<std::size_t> order(effects.size());
    for (std::size_t i = 0; i < effects.size(); ++i) {
      arms[i].label = "arm-" + std::to_string(i);
      order[i] = i;
    }
    const double slots = static_cast<double>(rounds) * static_cast<double>(effects.size());
    for (std::uint32_t round = 1; round <= rounds; ++round) {
      std::shuffle(order.begin(), order.end(), random_);
      for (const std::size_t i : order) {
        arms[i].values.push_back({round, 1e6 * std::exp(effects[i] + slot_effect(slots))});
      }
    }
    return arms;
  }

 private:
  double slot_effect(double slots) {
    state_ = 0.95 * state_ + std::sqrt(1 - 0.95 * 0.95) * normal_(random_);
    double value = machine_.drift * static_cast<double>(slot_) / slots + machine_.burst * state_ +
                   (slot_ % 4 == 0 ? machine_.interference : 0) + machine_.noise * normal_(random_);
    if (random_() % 20 == 0) {
      value += 5 * machine_.noise * std::abs(normal_(random_));
    }
    ++slot_;
    return value;
  }

  machine_state machine_;
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_{0, 1};
  double state_ = 0;
  std::uint64_t slot_ = 0;
};

/// The first rounds of every arm.
[[nodiscard]] inline std::vector<arm> first_rounds(const std::vector<arm>& arms,
                                                   std::size_t rounds) {
  std::vector<arm> result = arms;
  for (arm& value : result) {
    value.values.resize(rounds);
  }
  return result;
}

}  // namespace steelyard::analysis

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/run.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace steelyard::study {

/// A CPU this process may use, and the physical core it belongs to (numbered over the whole
/// machine).
struct cpu_place {
  std::uint32_t cpu = 0;
  std::uint32_t core = 0;
};

/// What planning must know of the machine; read by the measuring room, or made up by a test.
struct machine_facts {
  std::vector<cpu_place> cpus;  ///< ascending
  std::string kernel;           ///< release and version: a resumed run needs the same
  std::vector<record::fact> environment;
  std::uint64_t sentinel_steps = 0;  ///< of the noise probe, calibrated once a run; 0: no sentinel
};

/// How many different cores a CPU set touches.
[[nodiscard]] std::size_t physical_cores(const machine_facts& machine,
                                         std::span<const std::uint32_t> cpus);

}  // namespace steelyard::study

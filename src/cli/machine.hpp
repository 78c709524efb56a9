// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "study/machine.hpp"
#include "study/session.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace steelyard::cli {

/// This machine, as planning sees it: the CPUs this process may use, their cores, the environment.
[[nodiscard]] study::machine_facts this_machine();

/// Adds what is measured once before a run: the steps of the noise sentinel and the read bandwidth
/// of `cpus`. Takes about two seconds.
void measure_the_machine(study::machine_facts& machine, const std::vector<std::uint32_t>& cpus);

/// Real processes, the real clock, the environment that the engine sets.
[[nodiscard]] study::instruments real_instruments();

/// 64 random bits from the kernel. Errors: `std::system_error`.
[[nodiscard]] std::uint64_t drawn_bits();

/// ISO 8601, UTC, whole seconds.
[[nodiscard]] std::string utc_now();

}  // namespace steelyard::cli

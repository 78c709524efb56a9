// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/cpu_list.hpp"

#include <cstdint>

namespace steelyard::measure {

/// Steps of the sentinel kernel that take about `target_ns` on a CPU of `cpus` now. Asked once a
/// run and then frozen, so that all sentinel times of the run compare. Errors: `std::system_error`
/// when no thread can be started or bound.
[[nodiscard]] std::uint64_t calibrate_sentinel(const cpu_list& cpus,
                                               std::int64_t target_ns = 20'000'000);

/// Wall time of `steps` of the fixed kernel, a chain of dependent integer multiplications, on the
/// first CPU of `cpus`. Errors: as `calibrate_sentinel`.
[[nodiscard]] std::int64_t time_sentinel(const cpu_list& cpus, std::uint64_t steps);

/// The kernel itself in the calling thread; returns its wall time.
std::int64_t run_sentinel(std::uint64_t steps) noexcept;

}  // namespace steelyard::measure

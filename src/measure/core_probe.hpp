// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/cpu_list.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace steelyard::measure {

/// How much longer a floating-point burst of about 30 us takes on all of `cpus` at once than on
/// each alone: 1 = cores of their own, 2 = two of them share one (a hypervisor may do that for
/// seconds). The best of a few repetitions counts, so that being preempted is not taken for
/// sharing. \param cpus  one a physical core as the system knows them; the first 16 are used. Empty
/// with fewer than two, or when they could not be had at the same moment within 100 ms. Errors:
/// `std::system_error` when threads cannot be started or bound.
[[nodiscard]] std::optional<double> shared_core_ratio(const cpu_list& cpus);

/// A ratio from which two CPUs are said to share a core: separate ones stay under 1.25, one shared
/// core gives over 1.6; seen on a 2-CPU virtual machine.
inline constexpr double shared_core_limit = 1.6;

/// Passing one cache line to and fro between two CPUs.
struct handover {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::int64_t round_trip_ns = 0;  ///< best of the batches
};

/// From the first CPU to each of the others, at most 8 of them, about a millisecond each. A pair
/// that could not be had at the same moment is left out. Errors: as `shared_core_ratio`.
[[nodiscard]] std::vector<handover> probe_handovers(const cpu_list& cpus);

/// "near" below 180 ns, else "far": on the virtual machine where both were seen, 75 to 110 and 260
/// to 430 ns.
[[nodiscard]] std::string_view regime_of(const handover& value) noexcept;

}  // namespace steelyard::measure

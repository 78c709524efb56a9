// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/cpu_list.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>

namespace steelyard::measure {

/// Runs `work` in a thread of its own bound to `cpu`, and waits for it.
/// Errors: `std::system_error` when it cannot be started or bound.
void run_bound(std::uint32_t cpu, const std::function<void()>& work);

/// Runs `work(0) … work(cpus.size() - 1)` at once, each in a thread bound to its CPU, and waits for
/// all. `work` must not throw. Errors: as `run_bound`; when one thread cannot be had, `work` runs
/// in none.
void run_bound_each(const cpu_list& cpus, const std::function<void(std::size_t)>& work);

}  // namespace steelyard::measure

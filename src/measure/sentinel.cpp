// SPDX-License-Identifier: Apache-2.0
#include "measure/sentinel.hpp"

#include "measure/bound_thread.hpp"
#include "measure/clock.hpp"

#include <algorithm>

namespace steelyard::measure {

std::int64_t run_sentinel(std::uint64_t steps) noexcept {
  const std::int64_t begin_ns = monotonic_ns();
  std::uint64_t value = 1;
  for (std::uint64_t step = 0; step < steps; ++step) {
    value = value * 6'364'136'223'846'793'005ULL + 1'442'695'040'888'963'407ULL;
  }
  asm volatile("" : : "r"(value));  // keeps the chain from being dropped
  return monotonic_ns() - begin_ns;
}

std::uint64_t calibrate_sentinel(const cpu_list& cpus, std::int64_t target_ns) {
  std::uint64_t steps = 1U << 14;
  run_bound(cpus.front(), [&] {
    std::int64_t best_ns = run_sentinel(steps);
    // A probe of a few per cent of the target is long enough against the clock's grain.
    while (best_ns < target_ns / 20 && steps < (1ULL << 40)) {
      steps *= 2;
      best_ns = std::min({run_sentinel(steps), run_sentinel(steps), run_sentinel(steps)});
    }
    const double scale =
        static_cast<double>(target_ns) / static_cast<double>(std::max<std::int64_t>(best_ns, 1));
    steps =
        std::max<std::uint64_t>(static_cast<std::uint64_t>(static_cast<double>(steps) * scale), 1);
  });
  return steps;
}

std::int64_t time_sentinel(const cpu_list& cpus, std::uint64_t steps) {
  std::int64_t ns = 0;
  run_bound(cpus.front(), [&] { ns = run_sentinel(steps); });
  return ns;
}

}  // namespace steelyard::measure

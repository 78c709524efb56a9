// SPDX-License-Identifier: Apache-2.0
#include "measure/machine_probe.hpp"

#include "measure/bound_thread.hpp"
#include "measure/clock.hpp"
#include "measure/sentinel.hpp"

#include <time.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

namespace steelyard::measure {
namespace {

constexpr int clock_readings = 20'000;
constexpr int wake_ups = 50;
constexpr std::uint64_t spin_chunk_steps = 5'000;  ///< a few microseconds

std::int64_t median_of(std::vector<std::int64_t> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

spin_result spin(std::uint32_t cpu, std::int64_t duration_ns) noexcept {
  const std::int64_t begin_ns = monotonic_ns();
  std::int64_t last_ns = begin_ns;
  std::int64_t shortest_ns = std::numeric_limits<std::int64_t>::max();
  spin_result result{.cpu = cpu};
  std::uint64_t chunks = 0;
  while (last_ns - begin_ns < duration_ns) {
    run_sentinel(spin_chunk_steps);
    const std::int64_t now_ns = monotonic_ns();
    shortest_ns = std::min(shortest_ns, now_ns - last_ns);
    result.longest_gap_ns = std::max(result.longest_gap_ns, now_ns - last_ns);
    last_ns = now_ns;
    ++chunks;
  }
  result.longest_gap_ns = std::max<std::int64_t>(result.longest_gap_ns - shortest_ns, 0);
  result.steps_per_s = static_cast<double>(chunks * spin_chunk_steps) * 1e9 /
                       static_cast<double>(std::max<std::int64_t>(last_ns - begin_ns, 1));
  return result;
}

/// A bell and the moment it was rung. `rung_ns` is written before the release store of `rings`,
/// read after its acquire.
struct alignas(128) bell {
  std::atomic<int> rings{0};
  std::int64_t rung_ns = 0;
  std::atomic<int> heard{0};  ///< release and acquire: `rung_ns` may be written again
};

void ring(bell& shared) {
  for (int ring = 1; ring <= wake_ups; ++ring) {
    while (shared.heard.load(std::memory_order_acquire) != ring - 1) {
      shared.heard.wait(ring - 2, std::memory_order_acquire);
    }
    // Not to synchronise: the other thread is given time to fall asleep, or its waking would not be
    // seen.
    const timespec pause{0, 300'000};
    nanosleep(&pause, nullptr);
    shared.rung_ns = monotonic_ns();
    shared.rings.store(ring, std::memory_order_release);
    shared.rings.notify_one();
  }
}

std::vector<std::int64_t> listen(bell& shared) {
  std::vector<std::int64_t> delays_ns;
  for (int ring = 1; ring <= wake_ups; ++ring) {
    shared.rings.wait(ring - 1, std::memory_order_acquire);
    delays_ns.push_back(monotonic_ns() - shared.rung_ns);
    shared.heard.store(ring, std::memory_order_release);
    shared.heard.notify_one();
  }
  return delays_ns;
}

}  // namespace

clock_grain probe_clock() {
  clock_grain grain{.step_ns = std::numeric_limits<std::int64_t>::max()};
  const std::int64_t begin_ns = monotonic_ns();
  std::int64_t last_ns = begin_ns;
  for (int reading = 0; reading < clock_readings; ++reading) {
    const std::int64_t now_ns = monotonic_ns();
    if (now_ns != last_ns) {
      grain.step_ns = std::min(grain.step_ns, now_ns - last_ns);
    }
    last_ns = now_ns;
  }
  grain.cost_ns = (last_ns - begin_ns) / clock_readings;
  return grain;
}

std::vector<spin_result> probe_spin(const cpu_list& cpus, std::int64_t duration_ns) {
  std::vector<spin_result> results(cpus.size());
  run_bound_each(cpus, [&](std::size_t self) { results[self] = spin(cpus[self], duration_ns); });
  return results;
}

std::optional<std::int64_t> probe_wake_up(const cpu_list& cpus) {
  if (cpus.size() < 2) {
    return std::nullopt;
  }
  bell shared;
  std::vector<std::int64_t> delays_ns;
  run_bound_each({cpus[0], cpus[1]}, [&](std::size_t self) {
    if (self == 0) {
      ring(shared);
    } else {
      delays_ns = listen(shared);
    }
  });
  return median_of(delays_ns);
}

std::vector<std::int64_t> repeat_kernel(const cpu_list& cpus,
                                        std::int64_t target_ns,
                                        int repetitions) {
  const std::uint64_t steps = calibrate_sentinel(cpus, target_ns);
  std::vector<std::int64_t> times_ns;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    times_ns.push_back(time_sentinel(cpus, steps));
  }
  return times_ns;
}

double expected_band(const std::vector<std::int64_t>& times_ns) {
  std::vector<double> differences;
  for (std::size_t at = 1; at < times_ns.size(); ++at) {
    differences.push_back(
        std::abs(std::log(static_cast<double>(times_ns[at]) /
                          static_cast<double>(std::max<std::int64_t>(times_ns[at - 1], 1)))));
  }
  if (differences.size() < 2) {
    return 0;
  }
  std::ranges::sort(differences);
  return std::expm1(differences[(differences.size() * 3) / 4]);
}

}  // namespace steelyard::measure

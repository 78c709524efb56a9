// SPDX-License-Identifier: Apache-2.0
#include "measure/core_probe.hpp"

#include "measure/bound_thread.hpp"
#include "measure/clock.hpp"
#include "measure/spin_gate.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>

namespace steelyard::measure {
namespace {

constexpr std::size_t most_burst_cpus = 16;
constexpr std::size_t most_pairs = 8;
constexpr std::uint32_t burst_repetitions = 5;
constexpr std::uint32_t burst_steps = 15'000;
constexpr std::int64_t patience_ns = 100'000'000;
constexpr std::int64_t far_from_ns = 180;
constexpr std::int64_t longest_ns = std::numeric_limits<std::int64_t>::max();

/// Independent additions enough to keep every adder of a core busy: two of these on one core take
/// twice as long.
std::int64_t time_burst() noexcept {
  const std::int64_t begin_ns = monotonic_ns();
  std::array<double, 16> sums{};
  for (std::uint32_t step = 0; step < burst_steps; ++step) {
    for (double& sum : sums) {
      sum += 1.0;
    }
  }
  asm volatile("" : : "m"(sums));
  return monotonic_ns() - begin_ns;
}

struct burst_times {
  std::int64_t alone_ns = longest_ns;
  std::int64_t together_ns = longest_ns;
};

/// Each thread alone in turn, the others spinning at the gate, then all at once.
void run_bursts(std::size_t self, std::vector<burst_times>& times, spin_gate& gate) {
  const auto threads = static_cast<std::uint32_t>(times.size());
  std::uint32_t passed = 0;
  for (std::uint32_t repetition = 0; repetition < burst_repetitions; ++repetition) {
    for (std::uint32_t turn = 0; turn < threads; ++turn) {
      if (!gate.pass(passed++)) {
        return;
      }
      if (turn == self) {
        times[self].alone_ns = std::min(times[self].alone_ns, time_burst());
      }
    }
    if (!gate.pass(passed++)) {
      return;
    }
    times[self].together_ns = std::min(times[self].together_ns, time_burst());
  }
}

/// One line holds the ball alone.
struct alignas(128) ball {
  std::atomic<std::uint32_t> turn{0};
};

constexpr std::uint32_t batches = 10;
constexpr std::uint32_t trips_per_batch = 400;

/// False when the other side was not there in time.
bool await_turn(const ball& shared, std::uint32_t turn, std::int64_t deadline_ns) noexcept {
  for (std::uint32_t spins = 1; shared.turn.load(std::memory_order_acquire) != turn; ++spins) {
    if (spins % 4096 == 0 && monotonic_ns() > deadline_ns) {
      return false;
    }
  }
  return true;
}

std::int64_t serve(ball& shared, std::int64_t deadline_ns) noexcept {
  std::int64_t best_ns = longest_ns;
  std::uint32_t turn = 0;
  for (std::uint32_t batch = 0; batch < batches; ++batch) {
    const std::int64_t begin_ns = monotonic_ns();
    for (std::uint32_t trip = 0; trip < trips_per_batch; ++trip) {
      shared.turn.store(++turn, std::memory_order_release);
      if (!await_turn(shared, ++turn, deadline_ns)) {
        return longest_ns;
      }
    }
    best_ns = std::min(best_ns, monotonic_ns() - begin_ns);
  }
  return best_ns / trips_per_batch;
}

void give_back(ball& shared, std::int64_t deadline_ns) noexcept {
  std::uint32_t turn = 0;
  for (std::uint32_t trip = 0; trip < batches * trips_per_batch; ++trip) {
    if (!await_turn(shared, ++turn, deadline_ns)) {
      return;
    }
    shared.turn.store(++turn, std::memory_order_release);
  }
}

}  // namespace

std::optional<double> shared_core_ratio(const cpu_list& cpus) {
  if (cpus.size() < 2) {
    return std::nullopt;
  }
  const cpu_list used{
      cpus.begin(),
      cpus.begin() + static_cast<std::ptrdiff_t>(std::min(cpus.size(), most_burst_cpus))};
  std::vector<burst_times> times(used.size());
  spin_gate gate{static_cast<std::uint32_t>(used.size()), patience_ns};
  run_bound_each(used, [&](std::size_t self) { run_bursts(self, times, gate); });
  if (gate.is_abandoned()) {
    return std::nullopt;
  }
  double worst = 0;
  for (const burst_times& one : times) {
    worst =
        std::max(worst, static_cast<double>(one.together_ns) / static_cast<double>(one.alone_ns));
  }
  return worst;
}

std::vector<handover> probe_handovers(const cpu_list& cpus) {
  std::vector<handover> found;
  for (std::size_t other = 1; other < cpus.size() && other <= most_pairs; ++other) {
    ball shared;
    const std::int64_t deadline_ns = monotonic_ns() + patience_ns;
    std::int64_t round_trip_ns = longest_ns;
    run_bound_each({cpus[0], cpus[other]}, [&](std::size_t self) {
      if (self == 0) {
        round_trip_ns = serve(shared, deadline_ns);
      } else {
        give_back(shared, deadline_ns);
      }
    });
    if (round_trip_ns != longest_ns) {
      found.push_back({cpus[0], cpus[other], round_trip_ns});
    }
  }
  return found;
}

std::string_view regime_of(const handover& value) noexcept {
  return value.round_trip_ns < far_from_ns ? "near" : "far";
}

}  // namespace steelyard::measure

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/clock.hpp"

#include <sched.h>

#include <atomic>
#include <cstdint>

namespace steelyard::measure {

/// A barrier that spins, for probes of microseconds; it gives up when a thread does not get a CPU
/// in time.
class spin_gate {
 public:
  spin_gate(std::uint32_t threads, std::int64_t patience_ns)
      : threads_(threads), deadline_ns_(monotonic_ns() + patience_ns) {}

  /// Waits for all threads. False, for all of them and from then on, when that took too long.
  [[nodiscard]] bool pass(std::uint32_t round) noexcept {
    // acq_rel and acquire: what a thread wrote before the gate is seen by all after it.
    arrived_.fetch_add(1, std::memory_order_acq_rel);
    for (int spins = 0; arrived_.load(std::memory_order_acquire) < threads_ * (round + 1);
         ++spins) {
      if (spins > patient_spins) {
        sched_yield();  // the thread that is awaited may need this very CPU
      }
      if (abandoned_.load(std::memory_order_relaxed) || monotonic_ns() > deadline_ns_) {
        abandoned_.store(true, std::memory_order_relaxed);  // a hint to stop; orders nothing
        return false;
      }
    }
    return !abandoned_.load(std::memory_order_relaxed);
  }

  [[nodiscard]] bool is_abandoned() const noexcept {
    return abandoned_.load(std::memory_order_relaxed);
  }

 private:
  static constexpr int patient_spins = 10'000;  ///< some 100 us

  std::uint32_t threads_;
  std::int64_t deadline_ns_;
  std::atomic<std::uint32_t> arrived_{0};
  std::atomic<bool> abandoned_{false};
};

}  // namespace steelyard::measure

// SPDX-License-Identifier: Apache-2.0
#include "openings.hpp"
#include "strategy_session.hpp"

#include <algorithm>
#include <thread>
#include <vector>

namespace steelyard::matvec {
namespace {

/// Equal contiguous slabs, sizes differing by one row at most, each in a thread that is created and
/// joined in every call. The calling thread waits.
class thread_slabs {
 public:
  explicit thread_slabs(std::uint32_t workers) : workers_(workers) {}

  template <class Body>
  void rows(std::size_t count, const Body& body) {
    const std::size_t short_slab = count / workers_;
    const std::size_t long_slabs = count % workers_;
    each_worker([&](std::size_t worker) {
      const std::size_t first = worker * short_slab + std::min(worker, long_slabs);
      const std::size_t last = first + short_slab + (worker < long_slabs ? 1 : 0);
      body(first, last, [worker] { return worker; });
    });
  }

  /// If the system refuses a thread, those that run are joined before the error leaves.
  template <class Body>
  void each_worker(const Body& body) {
    std::vector<std::jthread> threads;
    threads.reserve(workers_);
    for (std::size_t worker = 0; worker < workers_; ++worker) {
      threads.emplace_back([&body, worker] { body(worker); });
    }
  }

  [[nodiscard]] std::uint32_t workers() const noexcept { return workers_; }

  [[nodiscard]] std::uint32_t started() const noexcept { return workers_; }

  static nlohmann::ordered_json versions() { return {{"c++ library", library_version()}}; }

 private:
  std::uint32_t workers_;
};

}  // namespace

opened_session open_std_thread(const protocol::open_request& request, sdk::input_clock& clock) {
  return open_with<thread_slabs>(request, clock);
}

}  // namespace steelyard::matvec

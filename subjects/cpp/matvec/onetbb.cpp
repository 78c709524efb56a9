// SPDX-License-Identifier: Apache-2.0
#include "openings.hpp"
#include "strategy_session.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/version.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>

namespace steelyard::matvec {
namespace {

/// parallel_for over rows, grain 32, auto_partitioner, in an arena of its own with a slot a worker.
class onetbb_rows {
 public:
  explicit onetbb_rows(std::uint32_t workers)
      : workers_(workers),
        limit_(tbb::global_control::max_allowed_parallelism, workers),
        arena_(static_cast<int>(workers)) {
    std::mutex mutex;
    std::set<std::size_t> seen;
    each_worker([&](std::size_t worker) {
      const std::lock_guard lock(mutex);
      seen.insert(worker);
    });
    found_ = static_cast<std::uint32_t>(seen.size());
  }

  template <class Body>
  void rows(std::size_t count, const Body& body) {
    arena_.execute([&] {
      tbb::parallel_for(
          tbb::blocked_range<std::size_t>(0, count, 32),
          [&body](const tbb::blocked_range<std::size_t>& range) {
            body(range.begin(), range.end(), [] { return calling_worker(); });
          },
          tbb::auto_partitioner());
    });
  }

  /// One task a worker, each waiting until all have a thread. oneTBB promises no number of threads,
  /// so the wait ends after a second: workers that have not come by then are not there.
  template <class Body>
  void each_worker(const Body& body) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(1);
    const std::size_t wanted = workers_;
    std::mutex mutex;
    std::condition_variable all_here;
    std::size_t here = 0;  // guarded by mutex
    arena_.execute([&] {
      tbb::parallel_for(
          tbb::blocked_range<std::size_t>(0, wanted, 1),
          [&](const tbb::blocked_range<std::size_t>& /*range*/) {
            body(calling_worker());
            std::unique_lock lock(mutex);
            ++here;
            all_here.notify_all();
            all_here.wait_until(lock, deadline, [&] { return here == wanted; });
          },
          tbb::simple_partitioner());
    });
  }

  [[nodiscard]] std::uint32_t workers() const noexcept { return workers_; }

  [[nodiscard]] std::uint32_t started() const noexcept { return found_; }

  static nlohmann::ordered_json versions() {
    return {{"c++ library", library_version()}, {"onetbb", TBB_runtime_version()}};
  }

 private:
  static std::size_t calling_worker() noexcept {
    return static_cast<std::size_t>(tbb::this_task_arena::current_thread_index());
  }

  std::uint32_t workers_;
  tbb::global_control limit_;
  tbb::task_arena arena_;
  std::uint32_t found_ = 0;
};

}  // namespace

runtime_state onetbb_state() {
  return {};
}

opened_session open_onetbb(const protocol::open_request& request, sdk::input_clock& clock) {
  return open_with<onetbb_rows>(request, clock);
}

}  // namespace steelyard::matvec

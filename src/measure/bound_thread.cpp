// SPDX-License-Identifier: Apache-2.0
#include "measure/bound_thread.hpp"

#include "measure/cpu_set.hpp"

#include <atomic>
#include <latch>
#include <system_error>
#include <thread>
#include <vector>

namespace steelyard::measure {

void run_bound(std::uint32_t cpu, const std::function<void()>& work) {
  run_bound_each({cpu}, [&](std::size_t) { work(); });
}

void run_bound_each(const cpu_list& cpus, const std::function<void(std::size_t)>& work) {
  std::latch all_bound{static_cast<std::ptrdiff_t>(cpus.size())};
  std::atomic<int> error{0};  // relaxed: the latch orders it
  std::vector<std::jthread> threads;
  threads.reserve(cpus.size());
  for (std::size_t at = 0; at < cpus.size(); ++at) {
    const auto body = [&, at] {
      try {
        bind_this_thread({cpus[at]});
      } catch (const std::system_error& failure) {
        error.store(failure.code().value(), std::memory_order_relaxed);
      }
      all_bound.arrive_and_wait();
      if (error.load(std::memory_order_relaxed) == 0) {
        work(at);
      }
    };
    try {
      threads.emplace_back(body);
    } catch (const std::system_error& failure) {
      error.store(failure.code().value(), std::memory_order_relaxed);
      all_bound.count_down();
    }
  }
  threads.clear();  // joins
  if (const int failed = error.load(std::memory_order_relaxed); failed != 0) {
    throw std::system_error(failed,
                            std::generic_category(),
                            "cannot start threads bound to CPUs " + format_cpu_list(cpus));
  }
}

}  // namespace steelyard::measure

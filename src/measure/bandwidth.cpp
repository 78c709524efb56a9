// SPDX-License-Identifier: Apache-2.0
#include "measure/bandwidth.hpp"

#include "measure/bound_thread.hpp"
#include "measure/cgroup.hpp"
#include "measure/clock.hpp"
#include "measure/topology.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <barrier>
#include <limits>
#include <memory>
#include <new>
#include <span>
#include <system_error>
#include <vector>

namespace steelyard::measure {
namespace {

constexpr std::array<int, 4> stream_counts{1, 2, 4, 8};
constexpr std::int64_t least_buffer_bytes = 64LL << 20;
constexpr std::int64_t most_buffer_bytes = 4LL << 30;
constexpr int most_passes = 200;  ///< of one kernel

/// Sums `Streams` equal runs of `values` side by side, four accumulators each.
template <std::size_t Streams>
double sum_streams(std::span<const double> values) noexcept {
  const std::size_t run = values.size() / Streams / 4 * 4;
  std::array<std::array<double, 4>, Streams> sums{};
  for (std::size_t at = 0; at < run; at += 4) {
    for (std::size_t stream = 0; stream < Streams; ++stream) {
      const double* const here = values.data() + stream * run + at;
      for (std::size_t lane = 0; lane < 4; ++lane) {
        sums[stream][lane] += here[lane];
      }
    }
  }
  double total = 0;
  for (const std::array<double, 4>& lanes : sums) {
    total += lanes[0] + lanes[1] + lanes[2] + lanes[3];
  }
  return total;
}

double sum_with(int streams, std::span<const double> values) noexcept {
  switch (streams) {
    case 1:
      return sum_streams<1>(values);
    case 2:
      return sum_streams<2>(values);
    case 4:
      return sum_streams<4>(values);
    default:
      return sum_streams<8>(values);
  }
}

struct buffer_choice {
  std::int64_t bytes = 0;
  bool beyond_caches = true;
};

buffer_choice choose_buffer(const bandwidth_plan& plan) {
  const std::int64_t wanted =
      plan.buffer_bytes > 0
          ? plan.buffer_bytes
          : std::clamp(
                4 * last_level_cache_bytes(plan.cpus), least_buffer_bytes, most_buffer_bytes);
  const std::int64_t allowed = available_memory_bytes().value_or(2 * wanted) / 4;
  const std::int64_t bytes = std::max<std::int64_t>(std::min(wanted, allowed), 1 << 20);
  return {bytes, bytes >= 4 * last_level_cache_bytes(plan.cpus)};
}

/// The best time of one pass over the whole buffer, per kernel.
using pass_times = std::array<std::int64_t, stream_counts.size()>;

/// What the reading threads share. The first thread alone writes `best_ns` and `done`, between two
/// barriers; the others read `done` after the next one, which orders it.
struct reading {
  explicit reading(std::size_t threads) : gate(static_cast<std::ptrdiff_t>(threads)) {
    best_ns.fill(std::numeric_limits<std::int64_t>::max());
  }

  std::barrier<> gate;
  pass_times best_ns;
  bool done = false;
};

/// One pass of each kernel in turn, so that a disturbance does not hit one kernel alone.
void read_for(std::int64_t budget_ns, bool leads, std::span<const double> values, reading& shared) {
  const std::int64_t end_ns = monotonic_ns() + budget_ns;
  for (int pass = 0; pass < most_passes; ++pass) {
    for (std::size_t kernel = 0; kernel < stream_counts.size(); ++kernel) {
      shared.gate.arrive_and_wait();
      const std::int64_t begin_ns = monotonic_ns();
      const double sum = sum_with(stream_counts[kernel], values);
      asm volatile("" : : "m"(sum));
      shared.gate.arrive_and_wait();
      if (leads) {
        shared.best_ns[kernel] = std::min(shared.best_ns[kernel], monotonic_ns() - begin_ns);
      }
    }
    if (leads) {
      shared.done = monotonic_ns() > end_ns;
    }
    shared.gate.arrive_and_wait();
    if (shared.done) {
      return;
    }
  }
}

}  // namespace

read_bandwidth measure_read_bandwidth(const bandwidth_plan& plan) {
  const buffer_choice buffer = choose_buffer(plan);
  const std::size_t threads = plan.cpus.size();
  const std::size_t share = static_cast<std::size_t>(buffer.bytes) / sizeof(double) / threads;
  // Reserved here, touched by the thread that reads it. Zeros would do for reading, but untouched
  // pages are all one.
  std::vector<std::unique_ptr<double[]>> shares(threads);
  std::ranges::generate(shares, [&] { return std::make_unique_for_overwrite<double[]>(share); });
  reading shared{threads};
  run_bound_each(plan.cpus, [&](std::size_t self) {
    std::fill_n(shares[self].get(), share, 1.0);
    read_for(plan.budget_ns, self == 0, {shares[self].get(), share}, shared);
  });
  const auto best = std::ranges::min_element(shared.best_ns);
  const auto bytes = static_cast<std::int64_t>(share * threads * sizeof(double));
  return {.bytes_per_s = static_cast<double>(bytes) * 1e9 /
                         static_cast<double>(std::max<std::int64_t>(*best, 1)),
          .streams = stream_counts[static_cast<std::size_t>(best - shared.best_ns.begin())],
          .buffer_bytes = bytes,
          .beyond_caches = buffer.beyond_caches};
}

record::fact read_bandwidth_fact(const bandwidth_plan& plan) {
  record::fact fact{"memory.read_bytes_per_s", nullptr, "measured", {}};
  if (plan.cpus.empty()) {
    fact.not_readable = "the CPU set is empty";
    return fact;
  }
  try {
    const read_bandwidth found = measure_read_bandwidth(plan);
    fact.value = found.bytes_per_s;
    fact.source = fmt::format("measured: CPUs {}, {} streams each, {} MiB{}",
                              format_cpu_list(plan.cpus),
                              found.streams,
                              found.buffer_bytes >> 20,
                              found.beyond_caches ? "" : ", less than four times the caches");
  } catch (const std::system_error& error) {
    fact.not_readable = error.what();
  } catch (const std::bad_alloc&) {
    fact.not_readable = "not enough memory for the buffer";
  }
  return fact;
}

}  // namespace steelyard::measure

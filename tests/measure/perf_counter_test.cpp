// SPDX-License-Identifier: Apache-2.0
#include "measure/perf_counter.hpp"

#include <gtest/gtest.h>
#include <linux/perf_event.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace steelyard::measure {
namespace {

using counts = std::array<std::uint64_t, 3>;  // count, time enabled, time running

/// A pipe that gives `found` once, in place of a counter of the kernel's.
descriptor counter_that_reads(const counts& found) {
  std::array<int, 2> ends{};
  EXPECT_EQ(pipe(ends.data()), 0);
  EXPECT_EQ(write(ends[1], found.data(), sizeof found), static_cast<ssize_t>(sizeof found));
  close(ends[1]);
  return descriptor{ends[0]};
}

perf_event_attr asked_for(perf_event event) {
  perf_event_attr asked{};
  (void)count_event(event, getpid(), [&asked](perf_event_attr& what, pid_t) {
    asked = what;
    return -1;
  });
  return asked;
}

std::string reason_of(perf_event event, int error) {
  const perf_counter counter = count_event(event, getpid(), [error](perf_event_attr&, pid_t) {
    errno = error;
    return -1;
  });
  EXPECT_FALSE(counter.events.is_open());
  return counter.not_readable;
}

TEST(count_event, asks_for_hardware_events_of_user_space_in_all_children) {
  const std::array<std::pair<perf_event, std::uint64_t>, 3> hardware{
      {{perf_event::cycles, PERF_COUNT_HW_CPU_CYCLES},
       {perf_event::instructions, PERF_COUNT_HW_INSTRUCTIONS},
       {perf_event::cache_misses, PERF_COUNT_HW_CACHE_MISSES}}};
  for (const auto& [event, config] : hardware) {
    const perf_event_attr asked = asked_for(event);
    EXPECT_EQ(asked.type, PERF_TYPE_HARDWARE);
    EXPECT_EQ(asked.config, config);
    EXPECT_EQ(asked.exclude_kernel, 1U);
    EXPECT_EQ(asked.exclude_hv, 1U);
    EXPECT_EQ(asked.inherit, 1U);
    EXPECT_EQ(asked.enable_on_exec, 1U);
  }
}

TEST(count_event, counts_migrations_in_the_kernel_where_they_happen) {
  const perf_event_attr asked = asked_for(perf_event::migrations);
  EXPECT_EQ(asked.type, PERF_TYPE_SOFTWARE);
  EXPECT_EQ(asked.config, PERF_COUNT_SW_CPU_MIGRATIONS);
  EXPECT_EQ(asked.exclude_kernel, 0U);
  EXPECT_EQ(asked.inherit, 1U);
}

TEST(count_event, says_why_there_is_none) {
  EXPECT_EQ(reason_of(perf_event::cycles, EACCES),
            "perf_event_open: Permission denied (needs kernel.perf_event_paranoid 2 or lower, or "
            "CAP_PERFMON)");
  EXPECT_EQ(reason_of(perf_event::migrations, EACCES),
            "perf_event_open: Permission denied (needs kernel.perf_event_paranoid 1 or lower, or "
            "CAP_PERFMON)");
  EXPECT_EQ(reason_of(perf_event::cache_misses, ENOENT),
            "no such counter on this machine (most virtual machines have none)");
}

TEST(count_event, gives_the_counter_where_it_is_permitted) {
  const perf_counter counter =
      count_event(perf_event::instructions, getpid(), [](perf_event_attr&, pid_t) {
        return dup(counter_that_reads({42, 10, 10}).fd());
      });
  EXPECT_EQ(counter.not_readable, "");
  EXPECT_EQ(count_of(counter.events), 42);
}

TEST(count_of, tells_a_count_from_none) {
  EXPECT_EQ(count_of(descriptor{}), std::nullopt);
  EXPECT_EQ(count_of(counter_that_reads({0, 10, 0})), std::nullopt);  // never had its turn
  EXPECT_EQ(count_of(counter_that_reads({0, 10, 10})), 0);
}

TEST(count_of, scales_what_was_counted_part_of_the_time) {
  EXPECT_EQ(count_of(counter_that_reads({1000, 40, 10})), 4000);
}

}  // namespace
}  // namespace steelyard::measure

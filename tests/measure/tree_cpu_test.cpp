// SPDX-License-Identifier: Apache-2.0
#include "measure/tree_cpu.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <map>

namespace steelyard::measure {
namespace {

constexpr std::int64_t ms = 1'000'000;

using readings = std::map<pid_t, thread_cpu>;

double busy_threads(const readings& begin, const readings& end, std::int64_t wall_ns) {
  return activity_between(begin, end, wall_ns).busy_threads;
}

TEST(activity_between, is_one_thread_when_it_always_ran) {
  const readings begin{{7, {50 * ms, 9 * ms}}};
  const readings end{{7, {350 * ms, 9 * ms}}};
  EXPECT_DOUBLE_EQ(busy_threads(begin, end, 300 * ms), 1);
  EXPECT_EQ(activity_between(begin, end, 300 * ms).used_ns, 300 * ms);
}

TEST(activity_between, leaves_out_the_time_in_the_queue) {
  // 10 ms of CPU in 300 ms, and 290 ms of waiting for it: it never slept.
  EXPECT_DOUBLE_EQ(busy_threads({{7, {0, 0}}}, {{7, {10 * ms, 290 * ms}}}, 300 * ms), 1);
  // It slept for 110 of 210 ms.
  EXPECT_DOUBLE_EQ(busy_threads({{7, {0, 0}}}, {{7, {10 * ms, 90 * ms}}}, 210 * ms), 10.0 / 120);
}

TEST(activity_between, does_not_take_a_late_waking_for_work) {
  // A timer fired, waited 400 ms for the CPU, from before the window on, and ran for 20 us.
  EXPECT_LT(busy_threads({{7, {0, 0}}}, {{7, {ms / 50, 400 * ms}}}, 300 * ms), 0.001);
}

TEST(activity_between, adds_up_over_threads_and_counts_started_ones_whole) {
  const tree_activity activity = activity_between(
      {{7, {0, 0}}, {8, {5 * ms, 0}}}, {{7, {100 * ms, 0}}, {9, {50 * ms, 0}}}, 100 * ms);
  EXPECT_DOUBLE_EQ(activity.busy_threads, 1.5);
  EXPECT_EQ(activity.used_ns, 150 * ms);
}

TEST(activity_between, of_a_sleeping_tree_is_nothing) {
  EXPECT_EQ(activity_between({{7, {3 * ms, 0}}}, {{7, {3 * ms, 0}}}, 100 * ms).used_ns, 0);
  EXPECT_DOUBLE_EQ(busy_threads({{7, {3 * ms, 0}}}, {{7, {3 * ms, 0}}}, 100 * ms), 0);
}

TEST(tree_cpu, holds_every_thread_of_the_descendants) {
  const pid_t child = fork();
  if (child == 0) {
    for (;;) {
      pause();
    }
  }
  const auto threads = tree_cpu(getpid());
  EXPECT_EQ(threads.count(child), 1U);
  EXPECT_EQ(threads.count(getpid()), 0U);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_EQ(tree_cpu(getpid()).count(child), 0U);
}

}  // namespace
}  // namespace steelyard::measure

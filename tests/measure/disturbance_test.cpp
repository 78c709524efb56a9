// SPDX-License-Identifier: Apache-2.0
#include "measure/disturbance.hpp"

#include "fixture_tree.hpp"

#include <gtest/gtest.h>

namespace steelyard::measure {
namespace {

using flags = std::vector<std::string>;

/// Evidence of one kind alone.
template <typename Value>
record::noise only(std::optional<Value> record::noise::*kind, Value value) {
  record::noise evidence;
  evidence.*kind = value;
  return evidence;
}

flags flags_of(record::noise evidence, flag_scope scope = {.process_ns = 1'000'000'000}) {
  set_flags(scope, evidence);
  return evidence.flags;
}

TEST(read_disturbance, sums_steal_over_the_asked_cpus_only) {
  const fixture_tree tree;
  tree.write("proc/stat",
             "cpu  1 1 1 1 1 1 1 999 0 0\ncpu0 1 2 3 4 5 6 7 10 0 0\ncpu1 1 2 3 4 5 6 7 20 0 0\n"
             "cpu10 1 2 3 4 5 6 7 40 0 0\nintr 5\n");
  tree.write("proc/pressure/cpu", "some avg10=0.00 avg60=0.00 avg300=0.00 total=125\n");
  tree.write("proc/loadavg", "0.40 0.17 0.11 1/95 15343\n");
  const disturbance_counts counts = read_disturbance({0, 10}, tree.root());
  EXPECT_EQ(counts.steal_ticks, 50);
  EXPECT_EQ(counts.pressure_us, 125);
  EXPECT_DOUBLE_EQ(*counts.load_1min, 0.40);
  EXPECT_FALSE(counts.throttled_us.has_value());
}

TEST(read_disturbance, is_empty_where_nothing_can_be_read) {
  const fixture_tree tree;
  tree.write("proc/stat", "cpu0 1 2\n");
  tree.write("proc/pressure/cpu", "nonsense");
  const disturbance_counts counts = read_disturbance({0}, tree.root());
  EXPECT_FALSE(counts.steal_ticks || counts.pressure_us || counts.load_1min);
}

TEST(put_differences, leaves_out_what_was_not_read_and_never_goes_negative) {
  record::noise evidence;
  put_differences({.steal_ticks = 9, .pressure_us = 5}, {.steal_ticks = 7}, evidence);
  EXPECT_EQ(evidence.steal_ticks, 0);
  EXPECT_FALSE(evidence.pressure_us.has_value());
}

TEST(pressure_share, is_waiting_time_over_the_window) {
  const disturbance_counts begin{.read_ns = 0, .pressure_us = 100};
  EXPECT_DOUBLE_EQ(*pressure_share(begin, {.read_ns = 1'000'000, .pressure_us = 350}), 0.25);
  EXPECT_FALSE(pressure_share(begin, {.read_ns = 0, .pressure_us = 350}).has_value());
}

TEST(set_flags, flags_steal_from_two_ticks_and_half_a_per_cent) {
  EXPECT_EQ(flags_of(only(&record::noise::steal_ticks, std::int64_t{2})), flags{"steal"});
  EXPECT_EQ(flags_of(only(&record::noise::steal_ticks, std::int64_t{1})), flags{});
  // 4 s on 2 CPUs are 800 ticks: 0.5 % of them are 4.
  const flag_scope longer{.process_ns = 4'000'000'000, .cpu_count = 2};
  EXPECT_EQ(flags_of(only(&record::noise::steal_ticks, std::int64_t{4}), longer), flags{});
  EXPECT_EQ(flags_of(only(&record::noise::steal_ticks, std::int64_t{5}), longer), flags{"steal"});
}

TEST(set_flags, flags_the_others_by_their_thresholds) {
  EXPECT_EQ(flags_of(only(&record::noise::pressure_before_share, 0.05)), flags{});
  EXPECT_EQ(flags_of(only(&record::noise::pressure_before_share, 0.06)), flags{"pressure"});
  EXPECT_EQ(flags_of(only(&record::noise::throttled_us, std::int64_t{1})), flags{"throttled"});
  record::noise shared = only(&record::noise::shared_core_before, 1.2);
  shared.shared_core_after = 1.9;
  EXPECT_EQ(flags_of(shared), flags{"shared-core"});
  EXPECT_EQ(flags_of(only(&record::noise::shared_core_before, 1.5)), flags{});
  EXPECT_EQ(flags_of({}), flags{});
}

TEST(set_flags, flags_migrations_only_of_pinned_workers) {
  const flag_scope pinned{.process_ns = 1, .pinned = true, .workers = 2};
  EXPECT_EQ(flags_of(only(&record::noise::migrations, std::int64_t{3}), pinned),
            flags{"migrations"});
  EXPECT_EQ(flags_of(only(&record::noise::migrations, std::int64_t{2}), pinned), flags{});
  EXPECT_EQ(flags_of(only(&record::noise::migrations, std::int64_t{300})), flags{});
}

}  // namespace
}  // namespace steelyard::measure

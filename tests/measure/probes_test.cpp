// SPDX-License-Identifier: Apache-2.0
// The probes that run threads of their own; also built with the thread sanitizer.
#include "measure/bandwidth.hpp"
#include "measure/bound_thread.hpp"
#include "measure/core_probe.hpp"
#include "measure/cpu_set.hpp"
#include "measure/machine_probe.hpp"
#include "measure/sentinel.hpp"
#include "measure/spin_gate.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <system_error>
#include <thread>

namespace steelyard::measure {
namespace {

TEST(run_bound_each, runs_each_part_once_on_its_cpu) {
  const cpu_list cpus = allowed_cpus();
  std::vector<cpu_list> seen(cpus.size());
  run_bound_each(cpus, [&](std::size_t self) { seen[self] = allowed_cpus(); });
  for (std::size_t at = 0; at < cpus.size(); ++at) {
    EXPECT_EQ(seen[at], cpu_list{cpus[at]});
  }
}

TEST(run_bound_each, runs_nothing_when_a_cpu_cannot_be_had) {
  std::atomic<int> ran{0};
  EXPECT_THROW(run_bound_each({allowed_cpus().front(), 60'000}, [&](std::size_t) { ++ran; }),
               std::system_error);
  EXPECT_EQ(ran, 0);
}

TEST(spin_gate, lets_all_through_together_many_times) {
  spin_gate gate{2, 60'000'000'000};
  std::vector<int> plain(500);  // not atomic: the gate orders it
  std::jthread other{[&] {
    for (std::uint32_t round = 0; round < 500; ++round) {
      ASSERT_TRUE(gate.pass(2 * round));
      ASSERT_TRUE(gate.pass(2 * round + 1));
      EXPECT_EQ(plain[round], 7);
    }
  }};
  for (std::uint32_t round = 0; round < 500; ++round) {
    EXPECT_TRUE(gate.pass(2 * round));
    plain[round] = 7;
    EXPECT_TRUE(gate.pass(2 * round + 1));
  }
}

TEST(spin_gate, gives_up_when_somebody_does_not_come) {
  spin_gate gate{2, 1'000'000};
  EXPECT_FALSE(gate.pass(0));
  EXPECT_TRUE(gate.is_abandoned());
}

TEST(shared_core_ratio, needs_two_cpus) {
  EXPECT_FALSE(shared_core_ratio({}).has_value());
  EXPECT_FALSE(shared_core_ratio({0}).has_value());
}

TEST(shared_core_ratio, compares_all_at_once_with_each_alone) {
  const std::optional<double> ratio = shared_core_ratio(allowed_cpus());
  EXPECT_GT(ratio.value_or(1), 0.5);  // a busy machine may give none
}

TEST(probe_handovers, gives_a_round_trip_for_each_other_cpu) {
  const cpu_list cpus = allowed_cpus();
  for (const handover& pair : probe_handovers(cpus)) {
    EXPECT_EQ(pair.from, cpus.front());
    EXPECT_NE(pair.to, cpus.front());
    EXPECT_GT(pair.round_trip_ns, 0);
  }
  EXPECT_TRUE(probe_handovers({cpus.front()}).empty());
}

TEST(regime_of, splits_near_from_far) {
  EXPECT_EQ(regime_of({0, 1, 110}), "near");
  EXPECT_EQ(regime_of({0, 1, 260}), "far");
}

TEST(sentinel, does_more_work_in_more_steps) {
  const cpu_list cpus = allowed_cpus();
  const std::uint64_t few = calibrate_sentinel(cpus, 100'000);
  const std::uint64_t many = calibrate_sentinel(cpus, 10'000'000);
  EXPECT_GT(few, 0U);
  EXPECT_GT(many, few);
  EXPECT_GT(time_sentinel(cpus, few), 0);
}

TEST(probe_spin, reports_every_cpu) {
  const cpu_list cpus = allowed_cpus();
  const std::vector<spin_result> results = probe_spin(cpus, 2'000'000);
  ASSERT_EQ(results.size(), cpus.size());
  for (std::size_t at = 0; at < cpus.size(); ++at) {
    EXPECT_EQ(results[at].cpu, cpus[at]);
    EXPECT_GT(results[at].steps_per_s, 0);
    EXPECT_GE(results[at].longest_gap_ns, 0);
  }
}

TEST(probe_wake_up, needs_two_cpus) {
  const cpu_list cpus = allowed_cpus();
  EXPECT_EQ(probe_wake_up(cpus).has_value(), cpus.size() > 1);
  EXPECT_FALSE(probe_wake_up({cpus.front()}).has_value());
}

TEST(probe_clock, takes_a_positive_step) {
  EXPECT_GT(probe_clock().step_ns, 0);
}

TEST(expected_band, is_the_upper_quartile_of_successive_differences) {
  // |ln ratios|: 0, 0.01, 0.01, 0, 0 in some order; the upper quartile is the second largest.
  const std::vector<std::int64_t> times{
      1'000'000, 1'000'000, 1'010'050, 1'000'000, 1'000'000, 1'000'000};
  EXPECT_NEAR(expected_band(times), 0.01005, 1e-5);
  EXPECT_EQ(expected_band({5, 5, 5, 5}), 0);
  EXPECT_EQ(expected_band({5, 6}), 0);
  EXPECT_EQ(expected_band({}), 0);
}

TEST(measure_read_bandwidth, reads_the_whole_buffer) {
  const cpu_list cpus = allowed_cpus();
  const read_bandwidth found =
      measure_read_bandwidth({.cpus = cpus, .buffer_bytes = 4 << 20, .budget_ns = 1'000'000});
  EXPECT_GT(found.bytes_per_s, 1e6);
  EXPECT_NEAR(static_cast<double>(found.buffer_bytes), 4 << 20, 1024);
  EXPECT_TRUE(found.streams == 1 || found.streams == 2 || found.streams == 4 || found.streams == 8);
}

TEST(read_bandwidth_fact, says_why_there_is_none) {
  EXPECT_EQ(read_bandwidth_fact({}).not_readable, "the CPU set is empty");
  const record::fact lost = read_bandwidth_fact({.cpus = {60'000}, .buffer_bytes = 1 << 20});
  EXPECT_TRUE(lost.value.is_null());
  EXPECT_NE(lost.not_readable.find("cannot start threads bound to CPUs 60000"), std::string::npos);
  const record::fact found = read_bandwidth_fact(
      {.cpus = allowed_cpus(), .buffer_bytes = 1 << 20, .budget_ns = 1'000'000});
  EXPECT_EQ(found.name, "memory.read_bytes_per_s");
  EXPECT_TRUE(found.value.is_number());
}

}  // namespace
}  // namespace steelyard::measure

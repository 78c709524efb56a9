// SPDX-License-Identifier: Apache-2.0
#include "study/schedule.hpp"

#include "synthetic_study.hpp"

#include <gtest/gtest.h>

#include <set>

namespace steelyard::study {
namespace {

plan two_rows(const request& asked) {
  request small = asked;
  small.sizes = {{7}};
  small.workloads = {"dense"};
  small.only = {"cpp-serial", "cpp-onetbb", "numba-serial", "python-serial"};
  return make_plan(resolve(small, 42), offer_of(the_sixteen()), machine_of(2, 1), nullptr);
}

record::process done(const plan& value, std::size_t cell, std::uint32_t round, std::int64_t ns) {
  record::process result;
  result.cell = value.cells[cell].cell;
  result.round = round;
  result.warm_ns = {ns, ns, ns};
  return result;
}

constexpr std::size_t serial = 0;
constexpr std::size_t onetbb = 1;
constexpr std::size_t python = 2;
constexpr std::size_t numba = 3;

TEST(is_due, gives_interpreted_rows_two_rounds_and_jit_rows_every_third_after_the_minimum) {
  const plan value = two_rows({});
  history known(value);
  std::vector<std::uint32_t> python_rounds;
  std::vector<std::uint32_t> numba_rounds;
  for (std::uint32_t round = 1; round <= 20; ++round) {
    if (is_due(value, known, python, round)) {
      python_rounds.push_back(round);
      known.add(done(value, python, round, 100), 1);
    }
    if (is_due(value, known, numba, round)) {
      numba_rounds.push_back(round);
    }
    EXPECT_TRUE(is_due(value, known, serial, round));
  }
  EXPECT_EQ(python_rounds, (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(numba_rounds,
            (std::vector<std::uint32_t>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14, 17, 20}));
}

TEST(is_due, runs_every_row_in_each_of_a_fixed_number_of_rounds) {
  request asked;
  asked.rounds = 4;
  const plan value = two_rows(asked);
  history known(value);
  for (std::uint32_t round = 1; round <= 4; ++round) {
    for (std::size_t cell = 0; cell < 4; ++cell) {
      EXPECT_TRUE(is_due(value, known, cell, round));
      known.add(done(value, cell, round, 100), 1);
      EXPECT_FALSE(is_due(value, known, cell, round)) << "twice in a round";
    }
  }
  EXPECT_TRUE(due_order(value, known, 5).empty());
}

TEST(is_due, ends_a_cell_with_its_first_failure) {
  const plan value = two_rows({});
  history known(value);
  record::process crash = done(value, onetbb, 1, 100);
  crash.status = record::status::crashed;
  known.add(crash, 1);
  EXPECT_FALSE(is_due(value, known, onetbb, 2));
  EXPECT_TRUE(is_due(value, known, serial, 2));
  EXPECT_EQ(known.track(onetbb).stopped, "failed");
}

TEST(stops_after_round, stops_what_is_out_of_contention_after_two_rounds) {
  const plan value = two_rows({});
  history known(value);
  for (std::uint32_t round = 1; round <= 2; ++round) {
    known.add(done(value, serial, round, 100), 1);
    known.add(done(value, onetbb, round, 110), 1);
    known.add(done(value, python, round, 10000), 1);
    if (round == 1) {
      EXPECT_TRUE(stops_after_round(value, known).empty());
    }
  }
  const std::vector<stop> stops = stops_after_round(value, known);
  ASSERT_EQ(stops.size(), 1U);
  EXPECT_EQ(stops[0].cell, python);
  EXPECT_EQ(stops[0].why, "out_of_contention");
}

TEST(stops_after_round, settles_a_workload_with_one_contender_and_enough_rounds) {
  const plan value = two_rows({});
  history known(value);
  for (std::uint32_t round = 1; round <= 14; ++round) {
    known.add(done(value, serial, round, 100 + round % 3), 1);
    known.add(done(value, onetbb, round, 150 + round % 5), 1);
  }
  std::set<std::string> whys;
  for (const stop& one : stops_after_round(value, known)) {
    whys.insert(record::to_string(value.cells[one.cell].cell) + " " + one.why);
  }
  EXPECT_TRUE(whys.contains("dense-7/cpp-onetbb/w2 outside_best_set"));
  EXPECT_TRUE(whys.contains("dense-7/cpp-serial/w1 settled"));
}

TEST(stops_after_round, decides_nothing_with_fixed_rounds) {
  request asked;
  asked.rounds = 20;
  const plan value = two_rows(asked);
  history known(value);
  for (std::uint32_t round = 1; round <= 14; ++round) {
    known.add(done(value, serial, round, 100), 1);
    known.add(done(value, onetbb, round, 1000), 1);
  }
  EXPECT_TRUE(stops_after_round(value, known).empty());
  EXPECT_TRUE(stops_for_budget(value, known, 3, 0).empty());
}

TEST(stops_for_budget, gives_up_the_dear_and_slow_first_and_only_what_is_needed) {
  const plan value = two_rows({});
  history known(value);
  for (std::uint32_t round = 1; round <= 2; ++round) {
    known.add(done(value, serial, round, 150), 0.1);
    known.add(done(value, onetbb, round, 100), 0.1);
    known.add(done(value, numba, round, 200), 2);
  }
  // Nine more rounds: 0.9 + 0.9 + 18 s; the interpreted row has no value and two rounds of its
  // estimate.
  EXPECT_TRUE(stops_for_budget(value, known, 2, 1000).empty());
  std::vector<stop> stops = stops_for_budget(value, known, 2, 10);
  ASSERT_EQ(stops.size(), 1U);
  EXPECT_EQ(stops[0].cell, numba);
  EXPECT_EQ(stops[0].why, "budget");
  EXPECT_EQ(stops_for_budget(value, known, 2, 0).size(), 1U) << "the cheap one would free nothing";
}

TEST(stops_for_budget, gives_up_nothing_that_was_as_fast_as_the_leader_in_a_round) {
  const plan value = two_rows({});
  history known(value);
  for (std::uint32_t round = 1; round <= 3; ++round) {
    known.add(done(value, serial, round, 100), 0.1);
    known.add(done(value, onetbb, round, 100), 0.1);
    known.add(done(value, numba, round, round == 2 ? 100 : 200), 2);
  }
  EXPECT_TRUE(stops_for_budget(value, known, 3, 0).empty());
}

TEST(stops_for_budget, gives_up_only_what_is_ten_times_slower_after_one_round) {
  const plan value = two_rows({});
  history known(value);
  known.add(done(value, serial, 1, 990), 0.1);
  known.add(done(value, onetbb, 1, 100), 0.1);
  known.add(done(value, python, 1, 1010), 2);
  const std::vector<stop> stops = stops_for_budget(value, known, 1, 0);
  ASSERT_EQ(stops.size(), 1U);
  EXPECT_EQ(stops[0].cell, python);
}

TEST(fits_budget, keeps_back_the_memory_pass_but_lets_every_cell_be_seen_once) {
  const plan value = two_rows({});
  history known(value);
  EXPECT_NEAR(memory_reserve_s(value), 9.6, 1e-9);
  known.add(done(value, serial, 1, 100), 5);
  EXPECT_TRUE(fits_budget(value, known, serial, 105.3));
  EXPECT_FALSE(fits_budget(value, known, serial, 105.5));
  EXPECT_TRUE(fits_budget(value, known, onetbb, 119));
  EXPECT_FALSE(fits_budget(value, known, onetbb, 121));
}

TEST(timeout_ns, is_the_least_of_its_three_bounds) {
  const plan value = two_rows({});
  EXPECT_EQ(timeout_ns(value, std::nullopt, 0), 120'000'000'000);
  EXPECT_EQ(timeout_ns(value, 0.5, 0), 15'000'000'000);
  EXPECT_EQ(timeout_ns(value, 60, 100), 35'000'000'000);
  request asked;
  asked.rounds = 1;
  EXPECT_EQ(timeout_ns(two_rows(asked), std::nullopt, 1e6), 120'000'000'000);
}

TEST(timing_left_s, sums_what_is_due_and_never_exceeds_the_budget) {
  request asked;
  asked.rounds = 3;
  const plan fixed = two_rows(asked);
  history known(fixed);
  for (std::size_t cell = 0; cell < 4; ++cell) {
    known.add(done(fixed, cell, 1, 100), 2);
  }
  EXPECT_DOUBLE_EQ(timing_left_s(fixed, known, 1, 8), 16);
  const plan quick = two_rows({});
  history long_one(quick);
  long_one.add(done(quick, serial, 1, 100), 5);
  EXPECT_NEAR(timing_left_s(quick, long_one, 1, 100), 10.4, 1e-9);
}

}  // namespace
}  // namespace steelyard::study

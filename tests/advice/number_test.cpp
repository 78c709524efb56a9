// SPDX-License-Identifier: Apache-2.0
#include "advice/number.hpp"

#include <gtest/gtest.h>

#include <string>

namespace steelyard::advice {
namespace {

using analysis::quantity;
using analysis::quantity_range;
using analysis::unit;

const number_style ascii{true, " "};
const number_style signs{false, " "};

TEST(three_digits, keeps_three_significant_digits_at_every_size) {
  EXPECT_EQ(three_digits(0), "0");
  EXPECT_EQ(three_digits(4.1739), "4.17");
  EXPECT_EQ(three_digits(0.0231111), "0.0231");
  EXPECT_EQ(three_digits(384.4), "384");
  EXPECT_EQ(three_digits(12356), "12400");
  EXPECT_EQ(three_digits(-2.5), "-2.50");
}

TEST(three_digits, carries_into_the_next_power_of_ten) {
  EXPECT_EQ(three_digits(9.996), "10.0");
  EXPECT_EQ(three_digits(99.96), "100");
  EXPECT_EQ(three_digits(0.9996), "1.00");
}

TEST(format, chooses_the_unit_by_size) {
  EXPECT_EQ(format(quantity{512, unit::nanoseconds}, ascii), "512 ns");
  EXPECT_EQ(format(quantity{4173900, unit::nanoseconds}, ascii), "4.17 ms");
  EXPECT_EQ(format(quantity{21000, unit::nanoseconds}, ascii), "21.0 us");
  EXPECT_EQ(format(quantity{21000, unit::nanoseconds}, signs), "21.0 \u00b5s");
  EXPECT_EQ(format(quantity{999'700, unit::nanoseconds}, ascii), "1.00 ms");
  EXPECT_EQ(format(quantity{38273024, unit::bytes}, ascii), "36.5 MiB");
  EXPECT_EQ(format(quantity{21.4e9, unit::bytes_per_second}, ascii), "21.4 GB/s");
}

TEST(format, writes_ratios_shares_rates_and_counts) {
  EXPECT_EQ(format(quantity{1.25, unit::ratio}, ascii), "1.25x");
  EXPECT_EQ(format(quantity{1.25, unit::ratio}, signs), "1.25\u00d7");
  EXPECT_EQ(format(quantity{0.883, unit::share}, ascii), "88.3 %");
  EXPECT_EQ(format(quantity{81.88, unit::per_second}, ascii), "81.9/s");
  EXPECT_EQ(format(quantity{4194304, unit::count}, ascii), "4194304");
  EXPECT_EQ(format(quantity{4.3, unit::count}, ascii), "4.30");
}

TEST(format, shows_an_interval_in_the_unit_of_its_value) {
  EXPECT_EQ(format(quantity_range{990'000, 1'100'000, unit::nanoseconds, 1'010'000.0}, ascii),
            "1.01 ms [0.990, 1.10]");
  EXPECT_EQ(format(quantity_range{990'000, 1'100'000, unit::nanoseconds}, ascii),
            "[0.990, 1.10] ms");
  EXPECT_EQ(format(quantity_range{1.15, 1.2, unit::ratio, 1.19}, ascii), "1.19x [1.15, 1.20]");
}

TEST(format, takes_the_space_it_is_given) {
  EXPECT_EQ(format(quantity{4e6, unit::nanoseconds}, {false, "\u00a0"}), "4.00\u00a0ms");
}

}  // namespace
}  // namespace steelyard::advice

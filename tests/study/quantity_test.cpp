// SPDX-License-Identifier: Apache-2.0
#include "study/quantity.hpp"

#include <gtest/gtest.h>

namespace steelyard::study {
namespace {

TEST(seconds_from, reads_units) {
  EXPECT_EQ(seconds_from("90"), 90);
  EXPECT_EQ(seconds_from("120s"), 120);
  EXPECT_EQ(seconds_from("2m"), 120);
  EXPECT_EQ(seconds_from("1.5h"), 5400);
  EXPECT_EQ(seconds_from("100ms"), 0.1);
}

TEST(seconds_from, refuses_what_is_no_duration) {
  for (const char* text : {"",
                           "s",
                           "0",
                           "0s",
                           "-1s",
                           "+1s",
                           "1 s",
                           "1d",
                           "inf",
                           "nan",
                           "1e3s",
                           "0x10",
                           "1..2s",
                           "9999999999999h"}) {
    EXPECT_EQ(seconds_from(text), std::nullopt) << text;
  }
}

TEST(bytes_from, reads_powers_of_1024) {
  EXPECT_EQ(bytes_from("4096"), 4096);
  EXPECT_EQ(bytes_from("512M"), 536870912);
  EXPECT_EQ(bytes_from("4G"), 4294967296);
  EXPECT_EQ(bytes_from("4GiB"), 4294967296);
  EXPECT_EQ(bytes_from("1.5K"), 1536);
  EXPECT_EQ(bytes_from("2B"), 2);
}

TEST(bytes_from, refuses_what_is_no_size) {
  for (const char* text : {"", "G", "0", "-1", "1.5", "4g", "4GG", "4 G", "9999999999T", "nan"}) {
    EXPECT_EQ(bytes_from(text), std::nullopt) << text;
  }
}

TEST(share_from, reads_percent_and_fraction_under_one) {
  EXPECT_EQ(share_from("2%"), 0.02);
  EXPECT_EQ(share_from("0.05"), 0.05);
  EXPECT_EQ(share_from("0"), 0);
  for (const char* text : {"", "1", "100%", "-0.1", "2 %", "x", "inf"}) {
    EXPECT_EQ(share_from(text), std::nullopt) << text;
  }
}

TEST(whole_from, takes_digits_alone) {
  EXPECT_EQ(whole_from("0"), 0U);
  EXPECT_EQ(whole_from("18446744073709551615"), 18446744073709551615U);
  for (const char* text : {"", "-1", "+1", "1.0", "1e3", " 1", "18446744073709551616"}) {
    EXPECT_EQ(whole_from(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace steelyard::study

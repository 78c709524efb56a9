// SPDX-License-Identifier: Apache-2.0
#include "record/status.hpp"

#include <gtest/gtest.h>

namespace steelyard::record {
namespace {

TEST(status, has_the_word_of_its_enumerator) {
  EXPECT_EQ(to_string(status::ok), "ok");
  EXPECT_EQ(to_string(status::wrong_result), "wrong_result");
  EXPECT_EQ(to_string(status::interrupted), "interrupted");
}

TEST(status, comes_back_from_its_word) {
  for (const status value : {status::ok,
                             status::unavailable,
                             status::skipped,
                             status::timeout,
                             status::crashed,
                             status::wrong_result,
                             status::protocol_fault,
                             status::guard_stop,
                             status::interrupted}) {
    EXPECT_EQ(status_from(to_string(value)), value) << to_string(value);
  }
}

TEST(status, is_absent_for_any_other_word) {
  EXPECT_EQ(status_from("OK"), std::nullopt);
  EXPECT_EQ(status_from(""), std::nullopt);
  EXPECT_EQ(status_from("okay"), std::nullopt);
}

}  // namespace
}  // namespace steelyard::record

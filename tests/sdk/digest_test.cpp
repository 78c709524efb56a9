// SPDX-License-Identifier: Apache-2.0
#include "digest.hpp"

#include "workload/digest.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace steelyard::sdk {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// Hashes from a separate script with unbounded integers.
TEST(digest_of, is_over_q_where_every_q_is_exact) {
  const protocol::digest none = digest_of(std::vector<double>{});
  EXPECT_EQ(none.sum, 0);
  EXPECT_EQ(none.hash, "0xcbf29ce484222325");
  const protocol::digest two = digest_of(std::vector<double>{-1.5, -0.5});
  EXPECT_EQ(two.sum, -2048);
  EXPECT_EQ(two.hash, "0x9a6281f6796dc90b");
  EXPECT_EQ(two.call, std::nullopt);
}

TEST(digest_of, is_over_the_bits_where_some_q_is_not) {
  const protocol::digest lazy = digest_of(std::vector<double>{nan, nan});
  EXPECT_EQ(lazy.sum, std::nullopt);
  EXPECT_EQ(lazy.hash, "0xdc021e941d406c29");
  EXPECT_EQ(digest_of(std::vector<double>{1.0 / 2048}).sum, std::nullopt) << "q = 0.5";
  EXPECT_EQ(digest_of(std::vector<double>{0x1p43}).sum, std::int64_t{1} << 53);
  EXPECT_EQ(digest_of(std::vector<double>{0x1p44}).sum, std::nullopt);
}

TEST(digest_of, sees_swapped_rows) {
  EXPECT_NE(digest_of(std::vector<double>{1, 2}).hash, digest_of(std::vector<double>{2, 1}).hash);
}

TEST(digest_of, agrees_with_the_digest_of_the_engine) {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<std::vector<double>> results{{},
                                                 {0.0},
                                                 {-0.0},
                                                 {-1.5, 3, 1e10},
                                                 {0x1p43, -0x1p43},
                                                 {0x1p43, 0x1p44},
                                                 {1, nan},
                                                 {infinity},
                                                 {1e308},
                                                 std::vector<double>(1030, 0x1p43)};
  for (const auto& y : results) {
    const workload::digest wanted = workload::digest_of(y);
    EXPECT_EQ(digest_of(y).sum, wanted.sum);
    EXPECT_EQ(digest_of(y).hash, workload::hash_text(wanted.hash));
  }
}

}  // namespace
}  // namespace steelyard::sdk

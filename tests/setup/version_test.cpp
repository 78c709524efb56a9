// SPDX-License-Identifier: Apache-2.0
#include "built/version.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

namespace steelyard {
namespace {

TEST(version, names_the_release) {
  EXPECT_EQ(built::version, "0.1.0");
}

TEST(version, names_the_commit_in_full_or_says_nothing) {
  std::string_view commit = built::commit;
  if (commit.empty()) {
    GTEST_SKIP() << "not built from a git checkout";
  }
  if (commit.ends_with("+changes")) {
    commit.remove_suffix(8);
  }
  EXPECT_EQ(commit.size(), 40U);
  EXPECT_TRUE(std::ranges::all_of(commit, [](char digit) {
    return (digit >= '0' && digit <= '9') || (digit >= 'a' && digit <= 'f');
  })) << commit;
}

TEST(version, names_the_compiler) {
  EXPECT_TRUE(built::compiler.starts_with("GNU ") || built::compiler.starts_with("Clang "))
      << built::compiler;
}

}  // namespace
}  // namespace steelyard

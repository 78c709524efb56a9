// SPDX-License-Identifier: Apache-2.0
#include "measure/cpu_users.hpp"

#include "fixture_tree.hpp"

#include <gtest/gtest.h>

namespace steelyard::measure {
namespace {

TEST(read_cpu_usages, reads_names_that_hold_anything) {
  const fixture_tree tree;
  tree.write("proc/12/stat", "12 (a) b (c\x1b) S 1 12 12 0 -1 4194560 100 0 0 0 30 12 0 0 20 0");
  tree.write("proc/13/stat", "garbage");
  tree.write("proc/self/stat", "14 (x) S 1 1 1 0 -1 4 1 0 0 0 3 1 0");
  const cpu_usages usages = read_cpu_usages(tree.root());
  ASSERT_EQ(usages.size(), 1U);
  EXPECT_EQ(usages.at(12).name, "a) b (c?");
  EXPECT_EQ(usages.at(12).ticks, 42);
}

TEST(busiest_between, ranks_who_used_a_tenth_of_a_cpu) {
  const cpu_usages begin{{1, {"old", 100}}, {2, {"idle", 50}}, {9, {"self", 0}}};
  const cpu_usages end{{1, {"old", 120}}, {2, {"idle", 55}}, {3, {"new", 90}}, {9, {"self", 100}}};
  const std::vector<cpu_user> users = busiest_between(begin, end, 100, 9);
  ASSERT_EQ(users.size(), 2U);
  EXPECT_EQ(users[0].name, "new");
  EXPECT_DOUBLE_EQ(users[0].cpus, 0.9);
  EXPECT_EQ(users[1].process, 1);
}

}  // namespace
}  // namespace steelyard::measure

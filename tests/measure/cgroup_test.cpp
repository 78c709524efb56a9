// SPDX-License-Identifier: Apache-2.0
#include "measure/cgroup.hpp"

#include "fixture_tree.hpp"

#include <gtest/gtest.h>

namespace steelyard::measure {
namespace {

/// cgroup version 2 with a limit two levels up.
void write_version_2(const fixture_tree& tree) {
  tree.write("proc/self/mountinfo",
             "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n");
  tree.write("proc/self/cgroup", "0::/user.slice/job/leaf\n");
  tree.write("sys/fs/cgroup/user.slice/job/leaf/memory.max", "max\n");
  tree.write("sys/fs/cgroup/user.slice/job/leaf/memory.current", "100\n");
  tree.write("sys/fs/cgroup/user.slice/job/memory.max", "1000\n");
  tree.write("sys/fs/cgroup/user.slice/job/memory.current", "900\n");
  tree.write("sys/fs/cgroup/user.slice/job/memory.stat", "anon 5\ninactive_file 300\n");
  tree.write("sys/fs/cgroup/user.slice/memory.max", "5000\n");
  tree.write("sys/fs/cgroup/user.slice/memory.current", "1000\n");
  tree.write("sys/fs/cgroup/user.slice/job/cpu.max", "150000 100000\n");
  tree.write("sys/fs/cgroup/user.slice/cpu.max", "max 100000\n");
  tree.write("sys/fs/cgroup/user.slice/job/cpu.stat", "usage_usec 9\nthrottled_usec 1234\n");
}

TEST(cgroup, takes_the_tightest_limit_on_the_way_up_in_version_2) {
  const fixture_tree tree;
  write_version_2(tree);
  const auto memory = cgroup_memory_limit(tree.root());
  ASSERT_TRUE(memory.has_value());
  EXPECT_EQ(memory->limit_bytes, 1000);
  EXPECT_EQ(memory->left_bytes, 400);
  EXPECT_DOUBLE_EQ(cgroup_cpu_quota(tree.root())->cpus, 1.5);
  EXPECT_EQ(cgroup_throttled_us(tree.root()), 1234);
}

TEST(cgroup, reads_version_1_where_a_container_shows_only_its_part) {
  const fixture_tree tree;
  tree.write("proc/self/mountinfo",
             "35 31 0:32 /docker/abc /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
             "36 31 0:33 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n");
  tree.write("proc/self/cgroup", "4:memory:/docker/abc\n1:cpu,cpuacct:/\n");
  tree.write("sys/fs/cgroup/memory/memory.limit_in_bytes", "2000\n");
  tree.write("sys/fs/cgroup/memory/memory.usage_in_bytes", "500\n");
  tree.write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
  tree.write("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
  tree.write("sys/fs/cgroup/cpu/cpu.stat", "nr_throttled 2\nthrottled_time 5000000\n");
  EXPECT_EQ(cgroup_memory_limit(tree.root())->left_bytes, 1500);
  EXPECT_FALSE(cgroup_cpu_quota(tree.root()).has_value());
  EXPECT_EQ(cgroup_throttled_us(tree.root()), 5000);
}

TEST(cgroup, takes_the_huge_number_of_version_1_for_no_limit) {
  const fixture_tree tree;
  tree.write("proc/self/mountinfo", "35 31 0:32 / /cg rw - cgroup cgroup rw,memory\n");
  tree.write("proc/self/cgroup", "4:memory:/\n");
  tree.write("cg/memory.limit_in_bytes", "9223372036854771712\n");
  tree.write("cg/memory.usage_in_bytes", "1\n");
  EXPECT_FALSE(cgroup_memory_limit(tree.root()).has_value());
}

TEST(cgroup, finds_nothing_where_there_is_nothing) {
  const fixture_tree tree;
  EXPECT_EQ(place_in_cgroups("memory", tree.root()).version, 0);
  EXPECT_FALSE(cgroup_throttled_us(tree.root()).has_value());
  EXPECT_FALSE(available_memory_bytes(tree.root()).has_value());
}

TEST(available_memory_bytes, is_the_smaller_of_system_and_control_group) {
  const fixture_tree tree;
  write_version_2(tree);
  tree.write("proc/meminfo", "MemTotal: 8 kB\nMemAvailable:    4 kB\n");
  EXPECT_EQ(available_memory_bytes(tree.root()), 400);
  tree.write("sys/fs/cgroup/user.slice/job/memory.max", "max\n");
  tree.write("sys/fs/cgroup/user.slice/memory.max", "90000\n");
  EXPECT_EQ(available_memory_bytes(tree.root()), 4096);
}

}  // namespace
}  // namespace steelyard::measure

// SPDX-License-Identifier: Apache-2.0
#include "measure/cpu_set.hpp"

#include "fixture_tree.hpp"
#include "measure/topology.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <system_error>
#include <thread>

namespace steelyard::measure {
namespace {

void write_siblings(const fixture_tree& tree, int cpu, const std::string& list) {
  tree.write("sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology/thread_siblings_list",
             list);
}

TEST(one_per_core, takes_the_lowest_sibling_in_the_set) {
  const fixture_tree tree;
  write_siblings(tree, 0, "0,4\n");
  write_siblings(tree, 1, "1,5\n");
  write_siblings(tree, 4, "0,4\n");
  write_siblings(tree, 5, "1,5\n");
  EXPECT_EQ(one_per_core({0, 1, 4, 5}, tree.root()), (cpu_list{0, 1}));
  EXPECT_EQ(one_per_core({1, 4, 5}, tree.root()), (cpu_list{1, 4}));
}

TEST(one_per_core, counts_a_cpu_of_unknown_siblings_as_a_core) {
  const fixture_tree tree;
  write_siblings(tree, 1, "garbage");
  EXPECT_EQ(one_per_core({0, 1}, tree.root()), (cpu_list{0, 1}));
}

TEST(allowed_cpus, shrinks_with_the_affinity_of_the_thread) {
  std::thread{[] {
    const cpu_list before = allowed_cpus();
    ASSERT_FALSE(before.empty());
    bind_this_thread({before.back()});
    EXPECT_EQ(allowed_cpus(), cpu_list{before.back()});
  }}.join();
}

TEST(bind_this_thread, refuses_cpus_that_are_not_there) {
  EXPECT_THROW(bind_this_thread({60'000}), std::system_error);
}

TEST(standing_aside, leaves_the_set_and_comes_back) {
  std::thread{[] {
    const cpu_list before = allowed_cpus();
    {
      const standing_aside aside{{before.front()}};
      const cpu_list during = allowed_cpus();
      const bool is_off_the_set = std::ranges::find(during, before.front()) == during.end();
      EXPECT_EQ(is_off_the_set, before.size() > 1);
    }
    EXPECT_EQ(allowed_cpus(), before);
    {
      const standing_aside nowhere_to_go{before};
      EXPECT_EQ(allowed_cpus(), before);
    }
    EXPECT_EQ(allowed_cpus(), before);
  }}.join();
}

TEST(last_level_cache_bytes, sums_each_cache_of_the_highest_level_once) {
  const fixture_tree tree;
  const auto cache =
      [&](int cpu, int index, const char* level, const char* size, const char* shared) {
        const std::string folder = "sys/devices/system/cpu/cpu" + std::to_string(cpu) +
                                   "/cache/index" + std::to_string(index) + "/";
        tree.write(folder + "level", level);
        tree.write(folder + "size", size);
        tree.write(folder + "type", "Unified");
        tree.write(folder + "shared_cpu_list", shared);
      };
  cache(0, 2, "2", "512K", "0");
  cache(0, 3, "3", "16M", "0-1");
  cache(1, 2, "2", "512K", "1");
  cache(1, 3, "3", "16M", "0-1");
  cache(2, 3, "3", "16384K", "2-3");
  EXPECT_EQ(last_level_cache_bytes({0, 1}, tree.root()), 16 << 20);
  EXPECT_EQ(last_level_cache_bytes({0, 1, 2}, tree.root()), 32 << 20);
  EXPECT_EQ(caches_of({0, 1}, tree.root()).size(), 3U);
  EXPECT_EQ(last_level_cache_bytes({9}, tree.root()), 0);
}

}  // namespace
}  // namespace steelyard::measure

// SPDX-License-Identifier: Apache-2.0
#include "measure/process_tree.hpp"

#include "fixture_tree.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

namespace steelyard::measure {
namespace {

const char* const two_maps =
    "00400000-00500000 r-xp 00000000 08:01 1 /bin/x\nRss: 900 kB\nPss: 100 kB\nPss_Dirty: 7 kB\n"
    "00600000-00700000 rw-p 00000000 00:00 0\nRss: 50 kB\nPss: 23 kB\nSwapPss: 5 kB\n";

TEST(process_pss_bytes, takes_the_rollup_first) {
  const fixture_tree tree;
  tree.write("smaps_rollup",
             "0-1 ---p 0 00:00 0 [rollup]\nRss: 99 kB\nPss: 42 kB\nPss_Anon: 9 kB\n");
  tree.write("smaps", two_maps);
  const tree_pss pss = process_pss_bytes(tree.root());
  EXPECT_EQ(pss.bytes, 42 * 1024);
  EXPECT_EQ(pss.source, pss_source::smaps_rollup);
}

TEST(process_pss_bytes, falls_back_to_the_sum_of_the_maps_and_says_so) {
  const fixture_tree tree;
  tree.write("smaps", two_maps);
  tree.write("statm", "500 300 10 1 0 20 0\n");
  const tree_pss pss = process_pss_bytes(tree.root());
  EXPECT_EQ(pss.bytes, 123 * 1024);
  EXPECT_EQ(pss.source, pss_source::smaps);
}

TEST(process_pss_bytes, falls_back_to_resident_memory_and_says_so) {
  const fixture_tree tree;
  tree.write("statm", "500 300 10 1 0 20 0\n");
  const tree_pss pss = process_pss_bytes(tree.root());
  EXPECT_EQ(pss.bytes, 300 * sysconf(_SC_PAGESIZE));
  EXPECT_EQ(pss.source, pss_source::rss);
}

TEST(process_pss_bytes, is_nothing_for_a_process_that_has_ended) {
  const fixture_tree tree;
  EXPECT_EQ(process_pss_bytes(tree.root()).bytes, 0);
  EXPECT_EQ(process_pss_bytes(tree.root()).source, pss_source::smaps_rollup);
}

TEST(descendants_of, finds_children_that_any_thread_has_started) {
  std::thread starter{[] {
    const pid_t child = fork();
    if (child == 0) {
      pause();
      _exit(0);
    }
    const std::vector<pid_t> found = descendants_of(getpid());
    EXPECT_TRUE(std::ranges::find(found, child) != found.end());
    EXPECT_GT(tree_rss_bytes(getpid()), 0);
    EXPECT_GT(tree_pss_bytes(getpid()).bytes, 0);
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
  }};
  starter.join();
  EXPECT_TRUE(descendants_of(getpid()).empty());
  EXPECT_EQ(tree_rss_bytes(getpid()), 0);
}

}  // namespace
}  // namespace steelyard::measure

// SPDX-License-Identifier: Apache-2.0
#include "measure/facts.hpp"

#include "fixture_tree.hpp"

#include <gtest/gtest.h>

#include <set>

namespace steelyard::measure {
namespace {

std::string value_of(const fixture_tree& tree, const char* name) {
  const std::vector<record::fact> facts = read_environment({0, 1}, tree.root());
  const record::fact* fact = find_fact(facts, name);
  return fact == nullptr ? "no such fact" : fact->value.dump();
}

std::string reason_of(const fixture_tree& tree, const char* name) {
  const std::vector<record::fact> facts = read_environment({0, 1}, tree.root());
  const record::fact* fact = find_fact(facts, name);
  return fact == nullptr ? "no such fact" : fact->not_readable;
}

TEST(read_environment, reads_the_files_of_a_machine) {
  const fixture_tree tree;
  tree.write("proc/cpuinfo",
             "processor\t: 0\nmodel name\t: AMD EPYC 7B13\nflags\t\t: fpu hypervisor\n");
  tree.write("proc/meminfo", "MemTotal:       16 kB\nMemAvailable:    8 kB\n");
  tree.write("proc/sys/kernel/osrelease", "6.1.0-21-amd64\n");
  tree.write("proc/pressure/cpu", "some avg10=2.50 avg60=1.00 avg300=0.10 total=77\nfull x\n");
  tree.write("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
  tree.write("etc/os-release", "NAME=x\nPRETTY_NAME=\"Debian GNU/Linux 12\"\n");
  for (const char* cpu : {"cpu0", "cpu1"}) {
    const std::string folder = std::string{"sys/devices/system/cpu/"} + cpu;
    tree.write(folder + "/cpufreq/scaling_governor", "powersave\n");
    tree.write(folder + "/topology/thread_siblings_list", "0-1\n");
    tree.write(folder + "/cache/index3/level", "3\n");
    tree.write(folder + "/cache/index3/size", "32M\n");
    tree.write(folder + "/cache/index3/type", "Unified\n");
    tree.write(folder + "/cache/index3/shared_cpu_list", "0-7\n");
  }
  tree.write("sys/devices/system/cpu/intel_pstate/no_turbo", "1\n");
  EXPECT_EQ(value_of(tree, "cpu.model"), R"("AMD EPYC 7B13")");
  EXPECT_EQ(value_of(tree, "machine.hypervisor"), R"("yes")");
  EXPECT_EQ(value_of(tree, "memory.total_bytes"), "16384");
  EXPECT_EQ(value_of(tree, "kernel.release"), R"("6.1.0-21-amd64")");
  EXPECT_EQ(value_of(tree, "pressure.cpu_percent"), "2.5");
  EXPECT_EQ(value_of(tree, "memory.thp"), R"("madvise")");
  EXPECT_EQ(value_of(tree, "os.name"), R"("Debian GNU/Linux 12")");
  EXPECT_EQ(value_of(tree, "cpu.governor"), R"("powersave")");
  EXPECT_EQ(value_of(tree, "cpu.turbo"), R"("off")");
  EXPECT_EQ(value_of(tree, "cpu.set"), R"("0-1")");
  EXPECT_EQ(value_of(tree, "cpu.set_physical_cores"), "1");
  EXPECT_EQ(value_of(tree, "cpu.caches"),
            R"([{"level":3,"type":"Unified","bytes":33554432,"cpus":"0-7"}])");
}

TEST(read_environment, says_why_a_fact_is_not_readable) {
  const fixture_tree empty;
  EXPECT_EQ(value_of(empty, "cpu.governor"), "null");
  EXPECT_EQ(reason_of(empty, "cpu.governor"),
            "no cpufreq governor on this machine (virtual machine or fixed clock)");
  EXPECT_EQ(reason_of(empty, "cpu.turbo"),
            "no turbo switch on this machine (neither intel_pstate/no_turbo nor cpufreq/boost)");
  EXPECT_EQ(reason_of(empty, "cpu.model"), "/proc/cpuinfo is not there");
  for (const record::fact& fact : read_environment({0}, empty.root())) {
    EXPECT_NE(fact.value.is_null(), fact.not_readable.empty()) << fact.name;
    EXPECT_FALSE(fact.source.empty()) << fact.name;
    EXPECT_EQ(fact.not_readable.find("No such file"), std::string::npos) << fact.name;
  }
}

TEST(read_environment, tells_a_file_that_gives_nothing_from_one_that_is_not_there) {
  const fixture_tree tree;
  tree.write("proc/loadavg/is-a-folder", "");
  tree.write("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor/is-a-folder", "");
  EXPECT_EQ(reason_of(tree, "load.1min"), "/proc/loadavg: Is a directory");
  EXPECT_EQ(reason_of(tree, "cpu.governor"),
            "/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor: Is a directory");
}

TEST(read_environment, takes_garbage_for_what_it_is) {
  const fixture_tree tree;
  const std::string garbage = std::string{"\xff\xfe\x00\x01", 4} + std::string(100'000, 'z');
  for (const char* path : {"proc/cpuinfo",
                           "proc/meminfo",
                           "proc/sys/kernel/osrelease",
                           "proc/pressure/cpu",
                           "proc/loadavg",
                           "proc/self/cgroup",
                           "proc/self/mountinfo",
                           "sys/devices/system/cpu/online",
                           "sys/devices/system/cpu/smt/active",
                           "sys/devices/system/cpu/cpu0/cache/index0/level",
                           "sys/devices/system/cpu/cpu0/topology/thread_siblings_list",
                           "sys/kernel/mm/transparent_hugepage/enabled",
                           "proc/sys/kernel/numa_balancing"}) {
    tree.write(path, garbage);
  }
  for (const record::fact& fact : read_environment({0}, tree.root())) {
    EXPECT_LT(fact.not_readable.size(), 300U) << fact.name;
    EXPECT_NO_THROW(
        static_cast<void>(nlohmann::ordered_json(fact.not_readable).dump()))  // must be valid UTF-8
        << fact.name;
    EXPECT_NO_THROW(static_cast<void>(fact.value.dump())) << fact.name;
  }
  EXPECT_EQ(value_of(tree, "numa.balancing"), "null");
}

TEST(read_environment, names_each_fact_once_also_on_this_machine) {
  std::set<std::string> names;
  for (const record::fact& fact : read_environment({0})) {
    EXPECT_TRUE(names.insert(fact.name).second) << fact.name;
  }
  for (const char* name :
       {"perf.migrations", "perf.cycles", "perf.instructions", "perf.cache_misses"}) {
    EXPECT_TRUE(names.contains(name)) << name;
  }
}

}  // namespace
}  // namespace steelyard::measure

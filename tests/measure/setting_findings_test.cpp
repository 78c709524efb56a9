// SPDX-License-Identifier: Apache-2.0
#include "measure/setting_findings.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace steelyard::measure {
namespace {

using record::fact;
using record::finding;
using record::finding_state;

finding find(const std::vector<fact>& facts,
             const std::string& name,
             const std::vector<std::string>& variables = {}) {
  for (const finding& one : findings_of_settings(facts, {0, 1}, variables)) {
    if (one.name == name) {
      return one;
    }
  }
  return {"no such finding", finding_state::fail, "", "", ""};
}

TEST(findings_of_settings, warns_with_effect_and_fix) {
  const finding slow = find({{"cpu.governor", "powersave", "x", ""}}, "frequency governor");
  EXPECT_EQ(slow.state, finding_state::warn);
  EXPECT_EQ(slow.value, "powersave");
  EXPECT_EQ(slow.fix, "sudo cpupower frequency-set -g performance");
  EXPECT_FALSE(slow.effect.empty());
  const finding fine = find({{"cpu.governor", "performance", "x", ""}}, "frequency governor");
  EXPECT_EQ(fine.state, finding_state::ok);
  EXPECT_EQ(fine.fix, "");
}

TEST(findings_of_settings, takes_not_readable_for_no_warning) {
  const finding one =
      find({{"cpu.governor", nullptr, "x", "Permission denied"}}, "frequency governor");
  EXPECT_EQ(one.state, finding_state::not_readable);
  EXPECT_EQ(one.value, "Permission denied");
  EXPECT_EQ(find({}, "frequency governor").state, finding_state::not_readable);
}

TEST(findings_of_settings, compares_the_quota_with_the_cpu_set) {
  EXPECT_EQ(find({{"cgroup.cpu_quota_cpus", 1.5, "x", ""}}, "CPU quota").state,
            finding_state::warn);
  EXPECT_EQ(find({{"cgroup.cpu_quota_cpus", 2.0, "x", ""}}, "CPU quota").state, finding_state::ok);
  EXPECT_EQ(find({{"cgroup.cpu_quota_cpus", "none", "x", ""}}, "CPU quota").value, "none");
}

TEST(findings_of_settings, sees_siblings_in_the_set) {
  EXPECT_EQ(find({{"cpu.set_physical_cores", 1, "x", ""}}, "SMT siblings in the CPU set").state,
            finding_state::warn);
  EXPECT_EQ(find({{"cpu.set_physical_cores", 2, "x", ""}}, "SMT siblings in the CPU set").state,
            finding_state::ok);
}

TEST(findings_of_settings, names_variables_that_subjects_do_not_get) {
  const finding one = find({}, "runtime variables", {"OMP_PROC_BIND=true", "PATH=/bin"});
  EXPECT_EQ(one.state, finding_state::warn);
  EXPECT_EQ(one.value, "OMP_PROC_BIND");
}

TEST(findings_of_settings, puts_memory_for_people_and_keeps_the_bytes) {
  const auto available = [](std::int64_t bytes) {
    return find({{"memory.available_bytes", bytes, "x", ""}}, "available memory");
  };
  EXPECT_EQ(available(25'043'931'136).value, "23.3 GiB");
  EXPECT_EQ(available(25'043'931'136).bytes, 25'043'931'136);
  EXPECT_EQ(available(25'043'931'136).state, finding_state::ok);
  EXPECT_EQ(available(805'306'368).value, "768 MiB");
  EXPECT_EQ(available(805'306'368).state, finding_state::warn);
  EXPECT_FALSE(find({{"cpu.model", "x", "x", ""}}, "CPU").bytes);
}

TEST(findings_of_settings, counts_swap_in_use) {
  const std::vector<fact> facts{{"memory.swap_total_bytes", 1LL << 30, "x", ""},
                                {"memory.swap_free_bytes", 1LL << 29, "x", ""}};
  EXPECT_EQ(find(facts, "swap in use").state, finding_state::warn);
  EXPECT_EQ(find(facts, "swap in use").value, "512 MiB");
}

}  // namespace
}  // namespace steelyard::measure

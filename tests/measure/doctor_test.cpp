// SPDX-License-Identifier: Apache-2.0
#include "measure/doctor.hpp"

#include "fixture_tree.hpp"
#include "measure/cpu_set.hpp"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

namespace steelyard::measure {
namespace {

using record::finding;
using record::finding_state;

doctor_options short_look(const fixture_tree& tree) {
  return {.cpus = allowed_cpus(),
          .idle_ns = 1'000'000,
          .spin_ns = 1'000'000,
          .bandwidth_ns = 1'000'000,
          .bandwidth_buffer_bytes = 2 << 20,
          .kernel_ns = 100'000,
          .kernel_repetitions = 5,
          .root = tree.root()};
}

TEST(doctor, finds_each_thing_once_and_says_what_a_warning_costs) {
  const fixture_tree tree;
  std::set<std::string> names;
  for (const finding& one : doctor(short_look(tree))) {
    EXPECT_TRUE(names.insert(one.name).second) << one.name;
    EXPECT_FALSE(one.value.empty()) << one.name;
    EXPECT_EQ(one.state == finding_state::warn || one.state == finding_state::fail,
              !one.effect.empty())
        << one.name;
  }
  for (const char* name : {"frequency governor",
                           "clock",
                           "other programs",
                           "another measurement",
                           "CPU pressure before",
                           "steal while spinning",
                           "longest gap",
                           "spread between CPUs",
                           "wake-up of a thread",
                           "shared physical core",
                           "memory read bandwidth",
                           "expected band",
                           "runtime variables"}) {
    EXPECT_TRUE(names.contains(name)) << name;
  }
}

TEST(doctor, takes_an_unreadable_setting_for_a_value) {
  const fixture_tree tree;
  for (const finding& one : doctor(short_look(tree))) {
    if (one.name == "frequency governor") {
      EXPECT_EQ(one.state, finding_state::not_readable);
      EXPECT_EQ(one.value, "no cpufreq governor on this machine (virtual machine or fixed clock)");
    }
  }
}

TEST(doctor, makes_findings_of_probes_that_cannot_be_made) {
  const fixture_tree tree;
  doctor_options options = short_look(tree);
  options.cpus = {60'000};
  bool has_spinning = false;
  for (const finding& one : doctor(options)) {
    has_spinning =
        has_spinning || (one.name == "spinning" && one.state == finding_state::not_readable);
  }
  EXPECT_TRUE(has_spinning);
  options.cpus = {};
  EXPECT_THROW(static_cast<void>(doctor(options)), std::invalid_argument);
}

}  // namespace
}  // namespace steelyard::measure

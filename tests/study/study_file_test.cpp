// SPDX-License-Identifier: Apache-2.0
#include "study/study_file.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace steelyard::study {
namespace {

const std::string head = "version: 1\nstudy: matvec\n";

std::string message_of(const std::string& text) {
  try {
    (void)parse_study(text, "my.yaml");
    return "accepted";
  } catch (const study_file_error& error) {
    return error.what();
  }
}

TEST(parse_study, reads_every_field) {
  const study_document value = parse_study(head + R"(
profile: stress
implementations:
  include: ["cpp-*", rust-rayon]
  exclude: cpp-serial
workloads: [dense, csr-*]
sizes: {dense: [64, 128], csr: 32}
workers: [4, 1]
rounds: 12
budget: 2m
seed: 18446744073709551615
margin: 5%
reference: cpp-onetbb
cpus: [0, 2]
guards: {timeout: 30s, memory: 512M, min_free: 1G}
subjects: ["./mine --fast"]
min_rounds: 8
max_rounds: 50
warm_calls: 7
interpreted: {warm_calls: 2, max_rounds: 3}
jit_period: 4
loop: 10s
parallel_only: true
memory: none
profiles:
  mine: {sizes: [7], workers: all}
)",
                                           "my.yaml");
  EXPECT_EQ(value.profile, "stress");
  EXPECT_EQ(value.include, (std::vector<std::string>{"cpp-*", "rust-rayon"}));
  EXPECT_EQ(value.exclude, (std::vector<std::string>{"cpp-serial"}));
  EXPECT_EQ(value.workloads, (std::vector<std::string>{"dense", "csr-*"}));
  EXPECT_EQ(value.values.sizes, (size_choice{{64, 128}, {32}}));
  EXPECT_EQ(value.values.workers, (worker_choice{worker_rule::listed, {1, 4}}));
  EXPECT_EQ(value.values.rounds, 12U);
  EXPECT_EQ(value.values.budget_s, 120);
  EXPECT_EQ(value.seed, 18446744073709551615U);
  EXPECT_EQ(value.margin, 0.05);
  EXPECT_EQ(value.reference, "cpp-onetbb");
  EXPECT_EQ(value.cpus, (std::vector<std::uint32_t>{0, 2}));
  EXPECT_EQ(value.timeout_s, 30);
  EXPECT_EQ(value.memory_guard_bytes, 536870912);
  EXPECT_EQ(value.min_free_bytes, 1073741824);
  EXPECT_EQ(value.subjects, (std::vector<std::string>{"./mine --fast"}));
  EXPECT_EQ(value.values.min_rounds, 8U);
  EXPECT_EQ(value.values.max_rounds, 50U);
  EXPECT_EQ(value.values.warm_calls, 7U);
  EXPECT_EQ(value.values.interpreted_warm_calls, 2U);
  EXPECT_EQ(value.values.interpreted_max_rounds, 3U);
  EXPECT_EQ(value.values.jit_period, 4U);
  EXPECT_EQ(value.values.loop_s, 10);
  EXPECT_EQ(value.values.parallel_only, true);
  EXPECT_EQ(value.values.memory, memory_choice::none);
  EXPECT_EQ(value.profiles.at("mine").sizes, (size_choice{{7}, {7}}));
  EXPECT_EQ(value.profiles.at("mine").workers, (worker_choice{worker_rule::all, {}}));
}

TEST(parse_study, says_file_line_accepted_values_and_nearest_match) {
  EXPECT_EQ(message_of(head + "ruonds: 3\n").substr(0, 60),
            "my.yaml:3: unknown key \"ruonds\"; did you mean \"rounds\"? (acc");
  EXPECT_EQ(message_of(head + "guards:\n  tiemout: 3s\n"),
            "my.yaml:4: unknown key \"tiemout\"; did you mean \"timeout\"? (accepted: timeout, "
            "memory, min_free)");
  EXPECT_EQ(message_of(head + "rounds: many\n"),
            "my.yaml:3: rounds: expected a whole number from 1 to 100000, found \"many\"");
  EXPECT_EQ(message_of(head + "\n\nworkers: []\n"),
            "my.yaml:5: workers: expected a list with at least one element, found an empty list");
  EXPECT_EQ(message_of(head + "memory: alll\n"),
            "my.yaml:3: memory: expected one of all, picks, none, found \"alll\"; did you mean "
            "\"all\"?");
  EXPECT_EQ(message_of("study: matvec\n"), "my.yaml:1: the key version is missing (accepted: 1)");
  EXPECT_EQ(message_of("version: 1\n"), "my.yaml:1: the key study is missing (accepted: matvec)");
}

TEST(parse_study, refuses_what_it_does_not_understand) {
  const std::vector<std::string> bad = {
      "version: 2\nstudy: matvec\n",
      "version: 1\nstudy: matvek\n",
      head + "rounds: 0\n",
      head + "rounds: -1\n",
      head + "rounds: 1.5\n",
      head + "rounds: [1]\n",
      head + "rounds:\n",
      head + "rounds: 3\nrounds: 4\n",
      head + "budget: 0s\n",
      head + "budget: soon\n",
      head + "margin: 100%\n",
      head + "margin: .nan\n",
      head + "seed: 18446744073709551616\n",
      head + "workers: 0\n",
      head + "workers: [1, 1]\n",
      head + "workers: some\n",
      head + "workers: {a: 1}\n",
      head + "sizes: [0]\n",
      head + "sizes: {dence: [1]}\n",
      head + "sizes: {}\n",
      head + "cpus: []\n",
      head + "workloads: []\n",
      head + "workloads: {a: b}\n",
      head + "implementations: {include: []}\n",
      head + "implementations: {only: [a]}\n",
      head + "guards: 3\n",
      head + "guards: {memory: lots}\n",
      head + "parallel_only: yes\n",
      head + "profiles: {}\n",
      head + "profiles: {mine: {round: 3}}\n",
      head + "profiles: [quick]\n",
      head + "subjects: [\"\"]\n",
      head + "loop: [10s]\n",
      "",
      "- a\n- b\n",
      "just text",
      "a: [",
      head + "---\n" + head,
      "? [a]\n: b\n",
      std::string("version: 1\0\n", 12),
  };
  for (const std::string& text : bad) {
    const std::string message = message_of(text);
    EXPECT_EQ(message.rfind("my.yaml:", 0), 0U) << text << " -> " << message;
  }
}

TEST(parse_study, stays_small_for_hostile_files) {
  std::string deep = head + "profile: ";
  deep += std::string(20000, '[');
  EXPECT_NE(message_of(deep), "accepted");
  const std::string long_value = message_of(head + "rounds: " + std::string(1U << 16U, 'x') + "\n");
  EXPECT_LT(long_value.size(), 200U);
  EXPECT_EQ(message_of(head + "memory: \"a\\nb\\e[31m\"\n").find('\n'), std::string::npos);
  const std::string aliases = head + "workloads: &a [x, x]\nsubjects: [*a, *a]\n";
  EXPECT_NE(message_of(aliases), "accepted");
}

}  // namespace
}  // namespace steelyard::study

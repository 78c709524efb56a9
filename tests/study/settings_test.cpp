// SPDX-License-Identifier: Apache-2.0
#include "study/settings.hpp"

#include "scratch_directory.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace steelyard::study {
namespace {

std::string message_of(const request& asked) {
  try {
    (void)resolve(asked, 1);
    return "accepted";
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

TEST(resolve, takes_the_profile_of_the_built_in_study) {
  const settings value = resolve({}, 99);
  EXPECT_EQ(value.profile.value, "quick");
  EXPECT_EQ(value.budget_s.value, 120);
  EXPECT_EQ(value.budget_s.from, "profile quick");
  EXPECT_EQ(value.rounds.value, std::nullopt);
  EXPECT_EQ(value.include.value.size(), 16U);
  EXPECT_EQ(value.sizes.value, (size_choice{{2048}, {32768}}));
  EXPECT_EQ(value.seed.value, 99U);
  EXPECT_EQ(value.seed.from, "drawn");
  EXPECT_EQ(value.margin.value, 0.02);
  EXPECT_EQ(value.memory.value, memory_choice::picks);
}

TEST(resolve, lets_flag_beat_file_beat_profile) {
  const scratch_directory scratch;
  write_text(scratch / "my.yaml",
             "version: 1\nstudy: matvec\nprofile: baseline\nrounds: 5\nwarm_calls: 9\n");
  request asked;
  asked.study_file = scratch / "my.yaml";
  settings value = resolve(asked, 1);
  EXPECT_EQ(value.profile.value, "baseline");
  EXPECT_EQ(value.rounds.value, 5U);
  EXPECT_EQ(value.rounds.from, (scratch / "my.yaml").string());
  EXPECT_EQ(value.warm_calls.value, 9U);
  EXPECT_EQ(value.workers.value, (worker_choice{worker_rule::listed, {1, 2, 4}}));
  EXPECT_EQ(value.workers.from, "profile baseline");
  asked.rounds = 7;
  asked.profile = "stress";
  value = resolve(asked, 1);
  EXPECT_EQ(value.rounds.value, 7U);
  EXPECT_EQ(value.rounds.from, "--rounds");
  EXPECT_EQ(value.loop_s.value, 10);
  EXPECT_EQ(value.profile.from, "--profile");
}

TEST(resolve, drops_the_budget_of_the_profile_when_rounds_are_asked) {
  request asked;
  asked.rounds = 4;
  EXPECT_EQ(resolve(asked, 1).budget_s.value, std::nullopt);
  asked.budget_s = 60;
  EXPECT_EQ(resolve(asked, 1).budget_s.value, 60);
}

TEST(resolve, keeps_the_rounds_of_the_profile_within_an_asked_budget) {
  request asked;
  asked.profile = "baseline";
  asked.budget_s = 60;
  const settings value = resolve(asked, 1);
  EXPECT_EQ(value.rounds.value, 3U);
  EXPECT_EQ(value.budget_s.value, 60);
}

TEST(resolve, reads_profiles_of_the_users_file) {
  const scratch_directory scratch;
  write_text(scratch / "my.yaml",
             "version: 1\nstudy: matvec\nprofile: tiny\n"
             "profiles: {tiny: {sizes: [7], workers: all, rounds: 1}, quick: {warm_calls: 2}}\n");
  request asked;
  asked.study_file = scratch / "my.yaml";
  EXPECT_EQ(resolve(asked, 1).sizes.value, (size_choice{{7}, {7}}));
  asked.profile = "quick";
  EXPECT_EQ(resolve(asked, 1).warm_calls.value, 2U);
  EXPECT_EQ(resolve(asked, 1).sizes.value, (size_choice{{2048}, {32768}}));
}

TEST(resolve, fits_the_workers_of_built_in_profiles_alone_to_the_cpus) {
  const scratch_directory scratch;
  write_text(scratch / "my.yaml",
             "version: 1\nstudy: matvec\nprofile: wide\n"
             "profiles: {wide: {workers: [2, 64], rounds: 3}, baseline: {rounds: 5}}\n");
  request asked;
  asked.study_file = scratch / "my.yaml";
  settings value = resolve(asked, 1);
  EXPECT_FALSE(value.workers_fit_cpus);
  EXPECT_EQ(value.workers.from, (scratch / "my.yaml").string() + ", profile wide");
  asked.profile = "baseline";
  value = resolve(asked, 1);
  EXPECT_TRUE(value.workers_fit_cpus);
  EXPECT_EQ(value.rounds.value, 5U);
  asked.workers = {{64}};
  EXPECT_FALSE(resolve(asked, 1).workers_fit_cpus);
}

TEST(resolve, lets_rounds_of_the_users_profile_stand_beside_its_budget) {
  const scratch_directory scratch;
  write_text(scratch / "my.yaml",
             "version: 1\nstudy: matvec\nprofile: quick\nprofiles: {quick: {rounds: 5}}\n");
  request asked;
  asked.study_file = scratch / "my.yaml";
  EXPECT_EQ(resolve(asked, 1).rounds.value, 5U);
  EXPECT_EQ(resolve(asked, 1).budget_s.value, 120);
}

TEST(to_json, gives_paths_that_hold_in_any_directory) {
  request asked;
  asked.matrix = "dir/m.mtx";
  asked.x = "/x.txt";
  const nlohmann::ordered_json value = to_json(resolve(asked, 1));
  EXPECT_EQ(value["matrix"]["value"], (std::filesystem::current_path() / "dir/m.mtx").string());
  EXPECT_EQ(value["x"]["value"], "/x.txt");
  EXPECT_EQ(to_json(resolve({}, 1))["matrix"]["value"], "");
}

TEST(resolve, refuses_unknown_names_and_values_out_of_range) {
  request quik;
  quik.profile = "quik";
  request matvek;
  matvek.study = "matvek";
  EXPECT_EQ(message_of(quik),
            "--profile: unknown profile \"quik\"; did you mean \"quick\"? (accepted: baseline, "
            "quick, stress)");
  EXPECT_EQ(message_of(matvek),
            "unknown study \"matvek\"; did you mean \"matvec\"? (accepted: matvec)");
  request asked;
  asked.margin = 1.5;
  EXPECT_EQ(message_of(asked), "--margin: the margin must be from 0 to under 1");
  asked = {};
  asked.budget_s = -1;
  EXPECT_EQ(message_of(asked), "--budget: the budget must be over 0 s");
  asked = {};
  asked.workers = {{0}};
  EXPECT_EQ(message_of(asked), "--workers: workers must be from 1 to 4096, found 0");
  asked = {};
  asked.workers = {std::vector<std::uint32_t>{}};
  EXPECT_EQ(message_of(asked), "--workers: at least one number of workers");
  asked = {};
  asked.rounds = 0;
  EXPECT_EQ(message_of(asked), "--rounds: at least 1 round");
  asked = {};
  asked.x = "v.mtx";
  EXPECT_EQ(message_of(asked), "--x needs --matrix");
}

TEST(print_config, shows_each_value_and_its_source) {
  request asked;
  asked.budget_s = 60;
  asked.only = {"cpp-*"};
  const std::string text = print_config(resolve(asked, 5));
  EXPECT_NE(text.find("budget_s: 60.0  # --budget\n"), std::string::npos) << text;
  EXPECT_NE(text.find("only: [\"cpp-*\"]  # --only\n"), std::string::npos);
  EXPECT_NE(text.find("seed: 5  # drawn\n"), std::string::npos);
  EXPECT_NE(text.find("workers: \"cores\"  # profile quick\n"), std::string::npos);
  EXPECT_NE(text.find("margin: 0.02  # built-in study matvec\n"), std::string::npos);
  EXPECT_NE(text.find("loop_s: null  # default\n"), std::string::npos);
}

}  // namespace
}  // namespace steelyard::study

// SPDX-License-Identifier: Apache-2.0
#include "study/run_directory.hpp"

#include "record/journal.hpp"
#include "scratch_directory.hpp"
#include "synthetic_study.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace steelyard::study {
namespace {

namespace fs = std::filesystem;

constexpr std::time_t some_time = 1767323045;  // 2026-01-02T03:04:05Z

run_place make_run(const fs::path& root, std::time_t now, std::uint32_t drawn) {
  plan value = make_plan(resolve({}, 1), offer_of(the_sixteen()), machine_of(2, 1), nullptr);
  const run_place place = make_run_directory(root, std::nullopt, now, drawn);
  write_manifest(value, place, {"steelyard", "run"});
  return place;
}

TEST(make_run_directory, is_named_by_time_and_four_hex_digits) {
  const scratch_directory scratch;
  const run_place place =
      make_run_directory(scratch / "runs", std::nullopt, some_time, 0xabc000ffU);
  EXPECT_EQ(place.run_id, "20260102T030405Z-00ff");
  EXPECT_EQ(place.created_utc, "2026-01-02T03:04:05Z");
  EXPECT_EQ(place.directory, scratch / "runs" / "20260102T030405Z-00ff");
  EXPECT_TRUE(fs::is_directory(place.directory));
  EXPECT_THROW((void)make_run_directory(scratch / "runs", std::nullopt, some_time, 0xffU),
               std::invalid_argument);
}

TEST(make_run_directory, takes_an_empty_or_missing_directory_as_it_is) {
  const scratch_directory scratch;
  EXPECT_EQ(make_run_directory("none", scratch / "a/b", some_time, 1).directory, scratch / "a/b");
  EXPECT_NO_THROW((void)make_run_directory("none", scratch / "a/b", some_time, 1));
}

TEST(make_run_directory, refuses_files_runs_and_directories_with_something_in_them) {
  const scratch_directory scratch;
  write_text(scratch / "file", "x");
  EXPECT_THROW((void)make_run_directory("none", scratch / "file", some_time, 1),
               std::invalid_argument);
  fs::create_directory(scratch / "full");
  write_text(scratch / "full" / "notes.txt", "x");
  EXPECT_THROW((void)make_run_directory("none", scratch / "full", some_time, 1),
               std::invalid_argument);
  const run_place place = make_run(scratch / "runs", some_time, 1);
  try {
    (void)make_run_directory("none", place.directory, some_time, 1);
    FAIL() << "no error";
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("steelyard resume"), std::string::npos);
  }
}

TEST(write_manifest, moves_latest_to_the_new_run) {
  const scratch_directory scratch;
  (void)make_run(scratch / "runs", some_time, 1);
  EXPECT_EQ(fs::read_symlink(scratch / "runs/latest"), "20260102T030405Z-0001");
  (void)make_run(scratch / "runs", some_time + 1, 2);
  EXPECT_EQ(fs::read_symlink(scratch / "runs/latest"), "20260102T030406Z-0002");
  EXPECT_TRUE(fs::exists(scratch / "runs/latest/manifest.json"));
}

TEST(write_manifest, leaves_alone_what_else_is_called_latest) {
  const scratch_directory scratch;
  fs::create_directories(scratch / "runs/latest");
  (void)make_run(scratch / "runs", some_time, 1);
  EXPECT_FALSE(fs::is_symlink(scratch / "runs/latest"));
}

TEST(old_runs, lists_real_run_directories_alone) {
  const scratch_directory scratch;
  const fs::path root = scratch / "runs";
  (void)make_run(root, some_time + 5, 2);
  (void)make_run(root, some_time, 1);
  fs::create_directory(root / "no-run");
  write_text(root / "no-run/manifest.json", "{\"schema\":\"other\"}");
  write_text(root / "file", "x");
  const scratch_directory elsewhere;
  const run_place outside = make_run(elsewhere.path(), some_time, 3);
  fs::create_directory_symlink(outside.directory, root / "link");
  const std::vector<old_run> runs = old_runs(root);
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_EQ(runs[0].directory.filename(), "20260102T030405Z-0001");
  EXPECT_EQ(runs[1].profile, "quick");
  EXPECT_GT(runs[0].bytes, 100U);
  EXPECT_TRUE(old_runs(scratch / "none").empty());
}

TEST(old_runs, leaves_out_a_run_that_is_being_written) {
  const scratch_directory scratch;
  const run_place place = make_run(scratch / "runs", some_time, 1);
  {
    const record::journal_writer writer(place.directory / "journal.jsonl");
    EXPECT_TRUE(old_runs(scratch / "runs").empty());
  }
  EXPECT_EQ(old_runs(scratch / "runs").size(), 1U);
}

TEST(remove_run, removes_the_directory_and_never_follows_links) {
  const scratch_directory scratch;
  const run_place place = make_run(scratch / "runs", some_time, 1);
  fs::create_directory(scratch / "precious");
  write_text(scratch / "precious/file", "x");
  fs::create_directory_symlink(scratch / "precious", place.directory / "link");
  remove_run(old_runs(scratch / "runs").at(0));
  EXPECT_FALSE(fs::exists(place.directory));
  EXPECT_TRUE(fs::exists(scratch / "precious/file"));
  EXPECT_FALSE(fs::exists(fs::symlink_status(scratch / "runs/latest")));
}

TEST(remove_run, refuses_what_became_a_link_or_no_run) {
  const scratch_directory scratch;
  const run_place place = make_run(scratch / "runs", some_time, 1);
  const old_run listed = old_runs(scratch / "runs").at(0);
  fs::rename(place.directory, scratch / "moved");
  fs::create_directory_symlink(scratch / "moved", place.directory);
  EXPECT_THROW(remove_run(listed), std::invalid_argument);
  EXPECT_TRUE(fs::exists(scratch / "moved/manifest.json"));
}

}  // namespace
}  // namespace steelyard::study

// SPDX-License-Identifier: Apache-2.0
#include "record/run.hpp"

#include "record/atomic_file.hpp"
#include "record/journal.hpp"
#include "record/text.hpp"
#include "scratch_directory.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

namespace steelyard::record {
namespace {

manifest small_manifest() {
  manifest value;
  value.run_id = "20260102T030405Z-00ff";
  value.created_utc = "2026-01-02T03:04:05Z";
  value.tool_version = "0.1.0";
  value.command = {"steelyard", "run", "\xFF"};
  value.study = "matvec";
  value.profile = "quick";
  value.seed = std::numeric_limits<std::uint64_t>::max();
  value.cpus = {0, 2};
  value.reference = "cpp-serial";
  value.plan = {{"budget", {{"value", 120}, {"from", "flag"}}}};
  value.subjects = nlohmann::ordered_json::array();
  value.workloads = {{.id = "matrix-a",
                      .kind = "csr",
                      .source = "prepared",
                      .name = "a\nb.mtx",
                      .rows = 3,
                      .cols = 4,
                      .nnz = 5,
                      .exact = false,
                      .logical_bytes = 99,
                      .fullest_share = {{2, 0.875}},
                      .facts = {{"duplicates", 1}}}};
  value.implementations = {{.id = "x",
                            .subject = "cpp",
                            .language = "C++20",
                            .parallel = true,
                            .available = false,
                            .cost = "native",
                            .lifecycle = "l",
                            .notes = "n",
                            .reason = "why",
                            .install = "how"}};
  value.environment = {{"kernel.release", "6.1", "uname", ""},
                       {"cpu.governor", nullptr, "/sys", "absent"}};
  return value;
}

std::string message_of(const std::filesystem::path& directory) {
  try {
    (void)read_run(directory);
    return "no error";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

TEST(manifest_json, comes_back_unchanged) {
  const std::string written = file_text(to_json(small_manifest()));
  const manifest back = manifest_from(parse_json(written));
  EXPECT_EQ(file_text(to_json(back)), written);
  EXPECT_EQ(back.seed, 18446744073709551615ULL);
  EXPECT_EQ(back.command[2], "\xEF\xBF\xBD");
  EXPECT_EQ(back.workloads[0].fullest_share[0].second, 0.875);
  EXPECT_FALSE(back.implementations[0].available);
  EXPECT_TRUE(back.environment[1].value.is_null());
}

TEST(manifest_json, refuses_a_margin_that_is_not_finite) {
  manifest value = small_manifest();
  value.margin = std::numeric_limits<double>::infinity();
  EXPECT_THROW((void)to_json(value), std::invalid_argument);
}

TEST(manifest_from, names_what_is_missing_and_the_schema_it_knows) {
  const nlohmann::ordered_json whole = to_json(small_manifest());
  for (const auto& [name, member] : whole.items()) {
    nlohmann::ordered_json damaged = whole;
    damaged.erase(name);
    try {
      (void)manifest_from(damaged);
      ADD_FAILURE() << name;
    } catch (const std::invalid_argument& error) {
      EXPECT_EQ(std::string(error.what()), "field \"" + name + "\" is missing");
    }
  }
  nlohmann::ordered_json later = to_json(small_manifest());
  later["schema"] = "steelyard.manifest/2";
  EXPECT_THROW((void)manifest_from(later), std::invalid_argument);
}

TEST(read_run, sorts_entries_by_type) {
  const scratch_directory scratch;
  write_file_atomically(scratch / "manifest.json", file_text(to_json(small_manifest())));
  {
    journal_writer writer(scratch / "journal.jsonl");
    writer.append({"session", {{"s", 1}}});
    writer.append({"round", {{"round", 1}}});
    writer.append({"process", to_json(process{})});
    writer.append({"event", {{"kind", "x"}}});
  }
  const run value = read_run(scratch.path());
  EXPECT_EQ(value.manifest.profile, "quick");
  EXPECT_EQ(value.sessions.size(), 1U);
  EXPECT_EQ(value.rounds.size(), 1U);
  EXPECT_EQ(value.processes.size(), 1U);
  EXPECT_EQ(value.events.size(), 1U);
}

TEST(read_run, names_file_and_line_of_what_is_wrong) {
  const scratch_directory scratch;
  EXPECT_NE(message_of(scratch.path()).find("manifest.json: No such file"), std::string::npos);
  write_text(scratch / "manifest.json", "{");
  EXPECT_NE(message_of(scratch.path()).find("manifest.json: not valid JSON at byte"),
            std::string::npos);
  write_text(scratch / "manifest.json", "{\"schema\":1}");
  EXPECT_NE(message_of(scratch.path()).find("manifest.json: field \"schema\": expected a string"),
            std::string::npos);
  write_file_atomically(scratch / "manifest.json", file_text(to_json(small_manifest())));
  EXPECT_NE(message_of(scratch.path()).find("journal.jsonl: No such file"), std::string::npos);
  journal_writer writer(scratch / "journal.jsonl");
  writer.append({"round", {{"round", 1}}});
  writer.append({"process", {{"index", 1}}});
  EXPECT_NE(message_of(scratch.path()).find("journal.jsonl:2: field \"round\" is missing"),
            std::string::npos);
}

TEST(read_run, refuses_an_entry_type_it_does_not_know) {
  const scratch_directory scratch;
  write_file_atomically(scratch / "manifest.json", file_text(to_json(small_manifest())));
  journal_writer(scratch / "journal.jsonl").append({"gossip", {{"x", 1}}});
  EXPECT_NE(message_of(scratch.path()).find("journal.jsonl:1: unknown entry type \"gossip\""),
            std::string::npos);
}

}  // namespace
}  // namespace steelyard::record

// SPDX-License-Identifier: Apache-2.0
#include "record/process.hpp"
#include "record/text.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

namespace steelyard::record {
namespace {

process full_process() {
  process value;
  value.index = 7;
  value.round = 3;
  value.position = 2;
  value.cell = {"csr-skewed-32768", "cpp-onetbb", 2};
  value.purpose = purpose::sustained;
  value.status = status::timeout;
  value.detail = "silent for 120 s";
  value.stderr_tail = {"one", "two"};
  value.started_utc = "2026-01-02T03:04:05Z";
  value.environment_pad = 4095;
  value.setup_ns = 1;
  value.setup_inner_ns = 2;
  value.input_ns = 3;
  value.first_ns = 4;
  value.warm_ns = {5, 6};
  value.cpu_ns = {7, 8, 9};
  value.loop_wall_ns = 10;
  value.process_ns = 11;
  value.digests = {{0, -5, "0x0123456789abcdef"}, {1, std::nullopt, "0xffffffffffffffff"}};
  value.payload_bytes = 12;
  value.workers_started = 2;
  value.workers = {{100, 101, {0, 1}, 1000}, {100, 102, {1}, std::nullopt}};
  value.cpus = {0, 1};
  value.versions = {{"oneTBB", "2021.8"}};
  value.usage = usage{1, 2, 3, 4, 5, 6, 7};
  value.noise.sentinel_ns = 20;
  value.noise.shared_core_before = 1.25;
  value.noise.migrations = 21;
  value.noise.cycles = 22;
  value.noise.instructions = 23;
  value.noise.cache_misses = 24;
  value.noise.load_1min = 0.1;
  value.noise.flags = {"steal"};
  value.memory = memory{1LL << 40, "smaps_rollup", 9, 10'000'001, 10'000'000};
  return value;
}

TEST(process_json, comes_back_unchanged) {
  const nlohmann::ordered_json written = to_json(full_process());
  const nlohmann::ordered_json read = parse_json(compact_text(written));
  EXPECT_EQ(compact_text(to_json(process_from(read))), compact_text(written));
  const process back = process_from(read);
  EXPECT_EQ(back.cell, (cell{"csr-skewed-32768", "cpp-onetbb", 2}));
  EXPECT_EQ(back.purpose, purpose::sustained);
  EXPECT_EQ(back.status, status::timeout);
  EXPECT_EQ(back.warm_ns, (std::vector<std::int64_t>{5, 6}));
  EXPECT_EQ(back.digests[0].sum, -5);
  EXPECT_EQ(back.digests[1].sum, std::nullopt);
  EXPECT_EQ(back.workers[0].entries, 1000U);
  EXPECT_EQ(back.workers[1].entries, std::nullopt);
  EXPECT_EQ(back.usage->max_rss_bytes, 3);
  EXPECT_EQ(back.noise.shared_core_before, 1.25);
  EXPECT_EQ(back.noise.migrations, 21);
  EXPECT_EQ(back.noise.cycles, 22);
  EXPECT_EQ(back.noise.instructions, 23);
  EXPECT_EQ(back.noise.cache_misses, 24);
  EXPECT_EQ(back.noise.steal_ticks, std::nullopt);
  EXPECT_EQ(back.memory->peak_pss_bytes, 1LL << 40);
}

TEST(process_json, keeps_what_is_absent_absent) {
  const process back = process_from(parse_json(compact_text(to_json(process{}))));
  EXPECT_EQ(back.setup_ns, std::nullopt);
  EXPECT_EQ(back.process_ns, std::nullopt);
  EXPECT_FALSE(back.usage);
  EXPECT_FALSE(back.memory);
  EXPECT_TRUE(back.warm_ns.empty());
}

TEST(process_from, reads_evidence_from_before_hardware_events_were_counted) {
  nlohmann::ordered_json old = to_json(full_process());
  for (const char* name : {"cycles", "instructions", "cache_misses"}) {
    old["noise"].erase(name);
  }
  const process back = process_from(old);
  EXPECT_EQ(back.noise.migrations, 21);
  EXPECT_EQ(back.noise.cycles, std::nullopt);
  EXPECT_EQ(back.noise.instructions, std::nullopt);
  EXPECT_EQ(back.noise.cache_misses, std::nullopt);
}

TEST(process_json, makes_hostile_text_valid_and_drops_what_is_not_finite) {
  process value;
  value.detail = "bad \xC3\x28";
  value.stderr_tail = {"\xFF\xFE", std::string("nul\0", 4)};
  value.noise.load_1min = std::numeric_limits<double>::quiet_NaN();
  value.noise.shared_core_after = std::numeric_limits<double>::infinity();
  const nlohmann::ordered_json written = to_json(value);
  EXPECT_NO_THROW((void)written.dump());  // the strict printer
  EXPECT_EQ(written["detail"], "bad \xEF\xBF\xBD(");
  EXPECT_TRUE(written["noise"]["load_1min"].is_null());
  EXPECT_TRUE(written["noise"]["shared_core_after"].is_null());
}

TEST(process_from, names_each_missing_field) {
  const nlohmann::ordered_json whole = to_json(full_process());
  std::size_t required = 0;
  for (const auto& [name, member] : whole.items()) {
    nlohmann::ordered_json damaged = whole;
    damaged.erase(name);
    try {
      (void)process_from(damaged);
    } catch (const std::invalid_argument& error) {
      ++required;
      EXPECT_EQ(std::string(error.what()), "field \"" + name + "\" is missing");
    }
  }
  EXPECT_EQ(required, 17U);
}

TEST(process_from, refuses_each_field_of_the_wrong_type) {
  const nlohmann::ordered_json whole = to_json(full_process());
  for (const auto& [name, member] : whole.items()) {
    nlohmann::ordered_json damaged = whole;
    damaged[name] =
        member.is_boolean() ? nlohmann::ordered_json("x") : nlohmann::ordered_json(true);
    try {
      (void)process_from(damaged);
      ADD_FAILURE() << name << " accepted as true";
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find(name), std::string::npos) << error.what();
    }
  }
}

TEST(process_from, refuses_values_out_of_range) {
  const auto refused = [](const char* pointer, const nlohmann::ordered_json& value) {
    nlohmann::ordered_json damaged = to_json(full_process());
    damaged[nlohmann::ordered_json::json_pointer(pointer)] = value;
    EXPECT_THROW((void)process_from(damaged), std::invalid_argument) << pointer << " " << value;
  };
  refused("/index", -1);
  refused("/round", 4294967296);
  refused("/cell/workers", -1);
  refused("/warm_ns/0", 1.5);
  refused("/setup_ns", 9223372036854775808ULL);
  refused("/status", "fine");
  refused("/purpose", "");
  refused("/cpus/0", "0");
}

TEST(cell, is_named_in_one_way) {
  EXPECT_EQ(to_string(cell{"csr-skewed-32768", "cpp-onetbb", 2}), "csr-skewed-32768/cpp-onetbb/w2");
}

}  // namespace
}  // namespace steelyard::record

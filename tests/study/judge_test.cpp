// SPDX-License-Identifier: Apache-2.0
#include "study/judge.hpp"

#include "scratch_directory.hpp"
#include "workload/digest.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace steelyard::study {
namespace {

constexpr std::uint64_t right_hash = 0x0123456789abcdefU;

acceptance exact() {
  return {workload::digest{7, right_hash}, {}, 3};
}

record::process accepted_process() {
  record::process value;
  value.first_ns = 10;
  value.setup_ns = 5;
  value.process_ns = 100;
  value.warm_ns = {1, 2};
  value.cpu_ns = {1, 2, 3};
  for (std::uint64_t call = 0; call < 3; ++call) {
    value.digests.push_back({call, 7, "0x0123456789abcdef"});
  }
  return value;
}

measure::call_plan calls_of(std::uint32_t warm) {
  measure::call_plan calls;
  calls.warm_calls = warm;
  return calls;
}

void expect_wrong(record::process value, const std::string& part) {
  judge(value, exact(), calls_of(2));
  EXPECT_EQ(value.status, record::status::wrong_result);
  EXPECT_NE(value.detail.find(part), std::string::npos) << value.detail;
  EXPECT_EQ(value.first_ns, std::nullopt);
  EXPECT_EQ(value.setup_ns, std::nullopt);
  EXPECT_EQ(value.process_ns, std::nullopt);
  EXPECT_TRUE(value.warm_ns.empty());
  EXPECT_TRUE(value.cpu_ns.empty());
}

TEST(judge, accepts_equal_digests_and_keeps_the_times) {
  record::process value = accepted_process();
  judge(value, exact(), calls_of(2));
  EXPECT_EQ(value.status, record::status::ok);
  EXPECT_EQ(value.warm_ns.size(), 2U);
}

TEST(judge, refuses_any_wrong_digest) {
  for (std::size_t call = 0; call < 3; ++call) {
    record::process value = accepted_process();
    value.digests[call].hash = "0x0123456789abcdee";
    expect_wrong(value, "call " + std::to_string(call));
    value = accepted_process();
    value.digests[call].sum = 8;
    expect_wrong(value, "call " + std::to_string(call));
    value = accepted_process();
    value.digests[call].sum.reset();
    expect_wrong(value, "call " + std::to_string(call));
  }
}

TEST(judge, refuses_calls_that_were_not_validated) {
  record::process value = accepted_process();
  value.digests.pop_back();
  expect_wrong(value, "call 2 was not validated");
  value = accepted_process();
  value.digests.clear();
  expect_wrong(value, "call 0 was not validated");
  value = accepted_process();
  value.digests[2].call = 1;
  expect_wrong(value, "call 2 was not validated");
  value = accepted_process();
  value.warm_ns.pop_back();
  expect_wrong(value, "1 of 2 warm calls have a time");
}

TEST(judge, refuses_text_that_is_no_hash) {
  for (const char* hash : {"",
                           "0x",
                           "0123456789abcdef",
                           "0x0123456789abcdeg",
                           "0x123456789abcdef",
                           "0x00123456789abcdef",
                           "\xFF\xFF"}) {
    record::process value = accepted_process();
    value.digests[0].hash = hash;
    expect_wrong(value, "is no hash");
  }
}

TEST(judge, leaves_no_time_with_any_other_status) {
  record::process value = accepted_process();
  value.status = record::status::timeout;
  value.detail = "silent";
  judge(value, exact(), calls_of(2));
  EXPECT_EQ(value.status, record::status::timeout);
  EXPECT_EQ(value.detail, "silent");
  EXPECT_EQ(value.first_ns, std::nullopt);
  EXPECT_TRUE(value.warm_ns.empty());
}

TEST(judge, asks_a_closed_loop_for_its_first_and_last_call) {
  measure::call_plan calls = calls_of(0);
  calls.loop_seconds = 10;
  record::process value = accepted_process();
  value.digests[2].call = 99;
  judge(value, exact(), calls);
  EXPECT_EQ(value.status, record::status::ok);
  value.digests.pop_back();
  judge(value, exact(), calls);
  EXPECT_EQ(value.status, record::status::wrong_result);
}

TEST(judge, does_not_ask_a_memory_pass_for_digests) {
  measure::call_plan calls = calls_of(2);
  calls.validate = protocol::validation::none;
  record::process value = accepted_process();
  value.digests.clear();
  judge(value, exact(), calls);
  EXPECT_EQ(value.status, record::status::ok);
}

/// A user's matrix whose right y is 1, 2, 3 to within a half.
class judge_outputs : public testing::Test {
 protected:
  void write(const std::string& name, const std::vector<double>& y) {
    write_text(scratch_ / name,
               std::string(reinterpret_cast<const char*>(y.data()), y.size() * sizeof(double)));
  }

  [[nodiscard]] record::process judged(const std::vector<double>& digest_of_middle) {
    acceptance expected;
    expected.rows = 3;
    expected.fault_of = [](std::span<const double> y) -> std::optional<std::string> {
      for (std::size_t i = 0; i < y.size(); ++i) {
        if (!(y[i] > static_cast<double>(i) + 0.5 && y[i] < static_cast<double>(i) + 1.5)) {
          return "row " + std::to_string(i + 1);
        }
      }
      return std::nullopt;
    };
    measure::call_plan calls = calls_of(2);
    calls.output_first = scratch_ / "first";
    calls.output_last = scratch_ / "last";
    record::process value = accepted_process();
    const std::vector<double> right = {1, 2, 3.25};
    for (record::call_digest& digest : value.digests) {
      const workload::digest whole = workload::digest_of(std::span<const double>(
          digest.call == 1 && !digest_of_middle.empty() ? digest_of_middle : right));
      digest.sum = whole.sum;
      digest.hash = workload::hash_text(whole.hash);
    }
    judge(value, expected, calls);
    return value;
  }

 private:
  scratch_directory scratch_;
};

TEST_F(judge_outputs, accepts_right_outputs) {
  write("first", {1, 2, 3.25});
  write("last", {1, 2, 3.25});
  EXPECT_EQ(judged({}).status, record::status::ok);
}

TEST_F(judge_outputs, names_the_output_and_the_row_that_is_wrong) {
  write("first", {1, 2, 3.25});
  write("last", {1, 9, 3.25});
  EXPECT_EQ(judged({}).detail, "y after the last call: row 2");
  write("first", {1, 2, std::numeric_limits<double>::quiet_NaN()});
  EXPECT_EQ(judged({}).detail, "y after the first call: row 3");
}

TEST_F(judge_outputs, refuses_a_middle_call_whose_digest_is_of_no_accepted_output) {
  write("first", {1, 2, 3.25});
  write("last", {1, 2, 3.25});
  const record::process value = judged({1, 2, 3.5});
  EXPECT_EQ(value.status, record::status::wrong_result);
  EXPECT_NE(value.detail.find("call 1: its digest"), std::string::npos);
}

TEST_F(judge_outputs, refuses_outputs_that_are_missing_short_or_long) {
  write("first", {1, 2, 3.25});
  EXPECT_NE(judged({}).detail.find("No such file"), std::string::npos);
  write("last", {1, 2});
  EXPECT_EQ(judged({}).detail, "y after the last call: the output has 16 bytes instead of 24");
  write("last", {1, 2, 3.25, 4});
  EXPECT_NE(judged({}).detail.find("larger than 24 bytes"), std::string::npos);
}

}  // namespace
}  // namespace steelyard::study

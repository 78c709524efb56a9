// SPDX-License-Identifier: Apache-2.0
#include "report/results_json.hpp"

#include "analysis/synthetic_run.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace steelyard::report {
namespace {

using nlohmann::json;

TEST(results_json, carries_figures_reasons_and_both_languages) {
  const json document = json::parse(results_json(
      analysis::summarize(testing::exact_run({{"cpp-serial", 1, 300}, {"cpp-onetbb", 2, 200}}))));
  EXPECT_EQ(document["schema"], "steelyard.results/1");
  const json& workload = document["workloads"][0];
  EXPECT_EQ(workload["pick"], "dense-64/cpp-onetbb/w2");
  EXPECT_EQ(workload["cells"][0]["warm_ns"]["median"], 200);
  EXPECT_EQ(workload["cells"][0]["warm_ns"]["interval"]["anytime"], true);
  EXPECT_TRUE(workload["cells"][0]["p95_ns"]["value"].is_null());
  EXPECT_EQ(workload["cells"][0]["p95_ns"]["why_not"]["text"], "too few calls (n = 3, needs 20)");
  EXPECT_EQ(workload["verdicts"][0]["word"], "faster");
  EXPECT_DOUBLE_EQ(workload["verdicts"][0]["ratio"]["median"].get<double>(), 1.5);
  const json& use = document["answer"]["workloads"][0]["use"];
  EXPECT_EQ(use["key"], "use.clear");
  EXPECT_EQ(use["en"], "Use cpp-onetbb (2 workers): 200 ns [200, 200] a call.");
  EXPECT_EQ(use["zh"],
            "\u7528 cpp-onetbb\uff082 \u4e2a\u5de5\u4f5c\u8005\uff09\uff1a\u6bcf\u6b21\u8c03\u7528 "
            "200 ns [200, 200]\u3002");
  EXPECT_EQ(use["cells"], json({"dense-64/cpp-onetbb/w2"}));
}

TEST(results_json, is_the_same_text_for_the_same_run) {
  const record::run run = testing::quick_run();
  EXPECT_EQ(results_json(analysis::summarize(run)), results_json(analysis::summarize(run)));
}

TEST(results_json, stays_valid_whatever_foreign_text_holds) {
  const json document = json::parse(results_json(analysis::summarize(testing::hostile_run())));
  EXPECT_FALSE(document["workloads"].empty());
}

}  // namespace
}  // namespace steelyard::report

// SPDX-License-Identifier: Apache-2.0
#include "report/results_csv.hpp"

#include "analysis/synthetic_run.hpp"

#include <gtest/gtest.h>

#include <string>

namespace steelyard::report {
namespace {

using testing::exact_run;

TEST(samples_csv, keeps_every_call_in_its_order) {
  record::run run = exact_run({{"cpp-serial", 1, 300, 1, 1000, 500}});
  run.processes[0].cpu_ns = {501, 299};
  run.processes.push_back(testing::failed_process(
      {"dense-64", "cpp-onetbb", 2}, record::status::timeout, "silent for 10 s"));
  run.processes.back().index = 1;
  EXPECT_EQ(samples_csv(run),
            "workload,implementation,workers,purpose,round,position,process,status,call,kind,ns,"
            "cpu_ns\r\n"
            "dense-64,cpp-serial,1,timing,1,0,0,ok,0,first,500,501\r\n"
            "dense-64,cpp-serial,1,timing,1,0,0,ok,1,warm,300,299\r\n"
            "dense-64,cpp-serial,1,timing,1,0,0,ok,2,warm,300,\r\n"
            "dense-64,cpp-serial,1,timing,1,0,0,ok,3,warm,300,\r\n"
            "dense-64,cpp-onetbb,2,timing,1,0,1,timeout,,,,\r\n");
}

TEST(results_csv, has_a_row_a_cell_and_empty_fields_for_withheld_figures) {
  record::run run = exact_run({{"cpp-serial", 1, 300, 3, 1000, 500}});
  run.processes.push_back(testing::failed_process(
      {"dense-64", "cpp-onetbb", 2}, record::status::crashed, "signal 11, core"));
  const std::string text = results_csv(analysis::summarize(run));
  EXPECT_NE(text.find("\r\ndense-64,cpp-serial,1,measured,,3,3,0,no,300,,,300,300,1000,,,500,,,"),
            std::string::npos)
      << text;
  EXPECT_NE(
      text.find("\r\ndense-64,cpp-onetbb,2,failed,\"crashed: signal 11, core\",0,1,1,no,,,,,,"),
      std::string::npos)
      << text;
}

}  // namespace
}  // namespace steelyard::report

// SPDX-License-Identifier: Apache-2.0
#include "protocol/request_json.hpp"

#include "protocol/line.hpp"
#include "protocol/message_error.hpp"

#include <gtest/gtest.h>

#include <string>
#include <variant>

namespace steelyard::protocol {
namespace {

std::string refusal_of(const std::string& line) {
  try {
    (void)parse_request(parse_line(line));
  } catch (const message_error& error) {
    return error.what();
  }
  return "accepted";
}

std::string open_with(const std::string& field, const std::string& value) {
  auto open = parse_line(
      R"({"op":"open","study":"matvec","implementation":"cpp-serial",
          "workload":{"kind":"csr","source":"formula","name":"csr-uniform","rows":16,"cols":8},
          "workers":2,"cpus":[0,1],"seed":7})");
  open[nlohmann::ordered_json::json_pointer(field)] = nlohmann::ordered_json::parse(value);
  return open.dump();
}

TEST(parse_request, reads_every_field_of_open) {
  const auto request = std::get<open_request>(parse_request(parse_line(
      R"({"op":"open","study":"matvec","implementation":"cpp-openmp-static",
          "workload":{"kind":"csr","source":"formula","name":"csr-uniform","path":"/p","rows":16,"cols":8},
          "workers":2,"cpus":[0,5],"seed":18446744073709551615})")));
  EXPECT_EQ(request.study, "matvec");
  EXPECT_EQ(request.implementation, "cpp-openmp-static");
  EXPECT_EQ(request.workload.kind, "csr");
  EXPECT_EQ(request.workload.source, "formula");
  EXPECT_EQ(request.workload.name, "csr-uniform");
  EXPECT_EQ(request.workload.path, "/p");
  EXPECT_EQ(request.workload.rows, 16U);
  EXPECT_EQ(request.workload.cols, 8U);
  EXPECT_EQ(request.workers, 2U);
  EXPECT_EQ(request.cpus, (std::vector<std::uint32_t>{0, 5}));
  EXPECT_EQ(request.seed, 18446744073709551615U);
}

TEST(parse_request, has_defaults_where_the_protocol_gives_them) {
  const auto call = std::get<call_request>(parse_request(parse_line(R"({"op":"call","count":3})")));
  EXPECT_EQ(call.count, 3U);
  EXPECT_EQ(call.validate, validation::each);
  const auto loop =
      std::get<run_for_request>(parse_request(parse_line(R"({"op":"run_for","seconds":0.5})")));
  EXPECT_EQ(loop.seconds, 0.5);
  EXPECT_EQ(loop.min_calls, 3U);
  EXPECT_EQ(loop.max_calls, 1'000'000U);
}

TEST(parse_request, lets_a_prepared_file_say_its_shape) {
  const auto request = std::get<open_request>(parse_request(
      parse_line(open_with("/workload", R"({"kind":"dense","source":"prepared","path":"/p"})"))));
  EXPECT_EQ(request.workload.path, "/p");
  EXPECT_EQ(request.workload.rows, 0U);
}

TEST(parse_request, gives_back_what_was_written) {
  for (const char* line : {R"({"op":"describe"})",
                           R"({"op":"call","count":5,"validate":"last"})",
                           R"({"op":"call","count":1,"validate":"none"})",
                           R"({"op":"run_for","seconds":10.5,"min_calls":3,"max_calls":7})",
                           R"({"op":"output","path":"/a b"})",
                           R"({"op":"close"})"}) {
    EXPECT_EQ(to_json(parse_request(parse_line(line))).dump(), line);
  }
  const std::string open = open_with("/seed", "9");
  EXPECT_EQ(parse_line(to_json(parse_request(parse_line(open))).dump()), parse_line(open));
}

TEST(parse_request, tells_an_unknown_op_from_a_bad_one) {
  EXPECT_THROW((void)parse_request(parse_line(R"({"op":"round"})")), unknown_op_error);
  EXPECT_EQ(
      refusal_of(R"({"op":"round"})"),
      "field \"op\": found \"round\", expected describe, open, call, run_for, output or close");
  EXPECT_EQ(refusal_of(R"({"op":7})"), "field \"op\": found 7, expected a string");
  EXPECT_EQ(refusal_of("{}"), "field \"op\": found nothing, expected this field");
}

TEST(parse_request, names_the_field_that_is_wrong) {
  EXPECT_EQ(refusal_of(open_with("/workload/kind", "\"sparse\"")),
            "field \"workload.kind\": found \"sparse\", expected \"dense\" or \"csr\"");
  EXPECT_EQ(refusal_of(open_with("/workload", "[]")),
            "field \"workload\": found an array of 0, expected an object");
  EXPECT_EQ(refusal_of(open_with("/workload/rows", "0")),
            "field \"workload.rows\": found 0, expected a whole number from 1 to 281474976710656");
  EXPECT_EQ(refusal_of(open_with("/workload/name", "null")),
            "field \"workload.name\": found null, expected the name of a formula");
  EXPECT_EQ(refusal_of(open_with("/workers", "2.0")),
            "field \"workers\": found 2.0, expected a whole number from 1 to 65536");
  EXPECT_EQ(refusal_of(open_with("/workers", "-1")),
            "field \"workers\": found -1, expected a whole number from 1 to 65536");
  EXPECT_EQ(refusal_of(open_with("/cpus", "[0,\"1\"]")),
            "field \"cpus[1]\": found \"1\", expected a whole number from 0 to 1048576");
  EXPECT_EQ(refusal_of(open_with("/seed", "99999999999999999999")),
            "field \"seed\": found 1e+20, expected a whole number from 0 to 18446744073709551615");
  EXPECT_EQ(refusal_of(R"({"op":"call","count":0})"),
            "field \"count\": found 0, expected a whole number from 1 to 1000000");
  EXPECT_EQ(refusal_of(R"({"op":"run_for","seconds":1,"min_calls":9,"max_calls":8})"),
            "field \"max_calls\": found 8, expected min_calls (9) or more");
  EXPECT_EQ(refusal_of(R"({"op":"run_for","seconds":-1})"),
            "field \"seconds\": found -1, expected a number from 0.0 to 86400.0");
  EXPECT_EQ(refusal_of(R"({"op":"output","path":""})"),
            "field \"path\": found \"\", expected a path");
}

TEST(parse_request, keeps_its_message_short_whatever_was_found) {
  EXPECT_LT(refusal_of(open_with("/workers", '"' + std::string(100'000, 'x') + '"')).size(), 200U);
  EXPECT_EQ(refusal_of(R"({"op":"a\nb\u00e9"})").find('\n'), std::string::npos);
}

}  // namespace
}  // namespace steelyard::protocol

// SPDX-License-Identifier: Apache-2.0
#include "protocol/answer_json.hpp"

#include "protocol/line.hpp"
#include "protocol/message_error.hpp"

#include <gtest/gtest.h>

#include <string>
#include <variant>

namespace steelyard::protocol {
namespace {

template <class Answer>
std::string refusal_of(const std::string& line) {
  try {
    (void)parse_answer<Answer>(parse_line(line));
  } catch (const message_error& error) {
    return error.what();
  }
  return "accepted";
}

template <class Answer>
std::string again(const std::string& line) {
  return to_json(std::get<Answer>(parse_answer<Answer>(parse_line(line)))).dump();
}

const std::string describe_line =
    R"({"op":"describe","protocol":1,"subject":"cpp","version":"0.1.0","language":"C++20",)"
    R"("build":{"compiler":"GCC 12","source_hash":null},"implementations":[{"id":"cpp-serial",)"
    R"("kinds":["dense","csr"],"parallel":false,"cost":"native","lifecycle":"none","notes":"",)"
    R"("requires":[],"available":false,"reason":"missing","install":"apt-get install it"}]})";
const std::string open_line =
    R"({"op":"open","setup_inner_ns":5,"input_ns":6,"arrays":[{"name":"x","type":"float64",)"
    R"("count":2,"bytes":16}],"payload_bytes":16,"versions":{"openmp":"4.5"},"workers_started":2})";
const std::string call_line =
    R"({"op":"call","ns":[10,11],"cpu_ns":[20,21],"digests":[{"call":1,"sum":-9007199254740993,)"
    R"("hash":"0x00000000000000ff"}]})";
const std::string run_for_line =
    R"({"op":"run_for","ns":[1,2,3],"wall_ns":7,"first_digest":{"sum":null,)"
    R"("hash":"0xcbf29ce484222325"},"last_digest":{"sum":3,"hash":"0x0000000000000000"}})";
const std::string close_line =
    R"({"op":"close","workers":[{"pid":3,"tid":4,"cpus":[0,63],"entries":128},)"
    R"({"pid":3,"tid":5,"cpus":[]}]})";

TEST(parse_answer, gives_back_what_was_written) {
  EXPECT_EQ(again<describe_answer>(describe_line), describe_line);
  EXPECT_EQ(again<open_answer>(open_line), open_line);
  EXPECT_EQ(again<call_answer>(call_line), call_line);
  EXPECT_EQ(again<run_for_answer>(run_for_line), run_for_line);
  EXPECT_EQ(again<output_answer>(R"({"op":"output","bytes":64})"), R"({"op":"output","bytes":64})");
  EXPECT_EQ(again<close_answer>(close_line), close_line);
}

TEST(parse_answer, reads_an_error_in_place_of_any_answer) {
  const auto answer = parse_answer<open_answer>(
      parse_line(R"({"error":{"code":"unavailable","message":"no TBB","more":1},"op":"open"})"));
  EXPECT_EQ(std::get<error>(answer).code, "unavailable");
  EXPECT_EQ(std::get<error>(answer).message, "no TBB");
  EXPECT_EQ(refusal_of<open_answer>(R"({"error":"no"})"),
            "field \"error\": found \"no\", expected an object");
}

TEST(parse_answer, wants_the_op_that_was_asked) {
  EXPECT_EQ(refusal_of<call_answer>(R"({"op":"open"})"),
            "field \"op\": found \"open\", expected \"call\"");
}

TEST(parse_answer, wants_protocol_1) {
  std::string other = describe_line;
  other.replace(other.find("\"protocol\":1"), 12, "\"protocol\":2");
  EXPECT_EQ(refusal_of<describe_answer>(other), "field \"protocol\": found 2, expected 1");
}

TEST(parse_answer, wants_ids_that_need_no_quoting_anywhere) {
  const auto refusal_of_id = [](const std::string& id) {
    std::string line = describe_line;
    line.replace(line.find("cpp-serial"), 10, id);
    return refusal_of<describe_answer>(line);
  };
  const std::string expected = R"(, expected 1 to 64 letters of a-z, 0-9, ".", "_" and "-")";
  EXPECT_EQ(refusal_of_id(R"(\u001b[31m)"),
            R"(field "implementations[0].id": found "\u001b[31m")" + expected);
  EXPECT_EQ(refusal_of_id(""), R"(field "implementations[0].id": found "")" + expected);
  for (const std::string& id : {std::string("Upper"),
                                std::string("a b"),
                                std::string("a/b"),
                                std::string("\xc3\xa9"),
                                std::string(65, 'a')}) {
    EXPECT_NE(refusal_of_id(id).find(expected), std::string::npos) << id;
  }
  for (const std::string& id : {std::string("a.b_c-9"), std::string(64, 'a')}) {
    std::string line = describe_line;
    line.replace(line.find("cpp-serial"), 10, id);
    EXPECT_NO_THROW((void)parse_answer<describe_answer>(parse_line(line))) << id;
  }
}

TEST(parse_answer, wants_a_reason_for_what_is_not_available) {
  std::string silent = describe_line;
  silent.replace(silent.find("\"reason\""), 8, "\"season\"");
  EXPECT_EQ(refusal_of<describe_answer>(silent),
            "field \"implementations[0].reason\": found nothing, expected this field");
}

TEST(parse_answer, names_the_element_that_is_wrong) {
  EXPECT_EQ(refusal_of<call_answer>(R"({"op":"call","ns":[1,-1],"cpu_ns":[],"digests":[]})"),
            "field \"ns[1]\": found -1, expected a whole number from 0 to 9007199254740992");
  EXPECT_EQ(refusal_of<call_answer>(R"({"op":"call","ns":[1.5],"cpu_ns":[],"digests":[]})"),
            "field \"ns[0]\": found 1.5, expected a whole number from 0 to 9007199254740992");
  EXPECT_EQ(refusal_of<call_answer>(R"({"op":"call","ns":[null],"cpu_ns":[],"digests":[]})"),
            "field \"ns[0]\": found null, expected a whole number from 0 to 9007199254740992");
  EXPECT_EQ(
      refusal_of<call_answer>(
          R"({"op":"call","ns":[],"cpu_ns":[],"digests":[{"call":0,"sum":1,"hash":"0xAB"}]})"),
      "field \"digests[0].hash\": found \"0xAB\", expected \"0x\" and 16 lower-case hex digits");
  EXPECT_EQ(
      refusal_of<call_answer>(
          R"({"op":"call","ns":[],"cpu_ns":[],"digests":[{"call":0,"sum":9223372036854775808,"hash":""}]})"),
      "field \"digests[0].sum\": found 9223372036854775808, expected a signed 64-bit integer or "
      "null");
  EXPECT_EQ(
      refusal_of<call_answer>(
          R"({"op":"call","ns":[],"cpu_ns":[],"digests":[{"sum":1,"hash":"0x0000000000000000"}]})"),
      "field \"digests[0].call\": found nothing, expected the index of the call");
}

TEST(require_complete, wants_a_time_a_call_and_a_digest_a_validated_call) {
  const digest at_1{1, 0, "0x0000000000000000"};
  const digest at_0{0, 0, "0x0000000000000000"};
  EXPECT_NO_THROW(
      require_complete(call_request{2, validation::each}, {{1, 2}, {1, 2}, {at_0, at_1}}));
  EXPECT_NO_THROW(require_complete(call_request{2, validation::last}, {{1, 2}, {1, 2}, {at_1}}));
  EXPECT_NO_THROW(require_complete(call_request{2, validation::none}, {{1, 2}, {1, 2}, {}}));
  EXPECT_THROW(require_complete(call_request{2, validation::each}, {{1}, {1, 2}, {at_0, at_1}}),
               message_error);
  EXPECT_THROW(require_complete(call_request{2, validation::each}, {{1, 2}, {1}, {at_0, at_1}}),
               message_error);
  EXPECT_THROW(require_complete(call_request{2, validation::each}, {{1, 2}, {1, 2}, {at_0}}),
               message_error);
  EXPECT_THROW(require_complete(call_request{2, validation::each}, {{1, 2}, {1, 2}, {at_1, at_0}}),
               message_error);
  EXPECT_THROW(require_complete(call_request{2, validation::last}, {{1, 2}, {1, 2}, {at_0}}),
               message_error);
  EXPECT_THROW(require_complete(call_request{2, validation::none}, {{1, 2}, {1, 2}, {at_1}}),
               message_error);
}

TEST(require_complete, wants_the_number_of_calls_that_a_loop_was_bound_to) {
  const run_for_request bounds{0, 2, 3};
  EXPECT_NO_THROW(require_complete(bounds, run_for_answer{{1, 2}, 3, {}, {}}));
  EXPECT_THROW(require_complete(bounds, run_for_answer{{1}, 3, {}, {}}), message_error);
  EXPECT_THROW(require_complete(bounds, run_for_answer{{1, 2, 3, 4}, 3, {}, {}}), message_error);
}

}  // namespace
}  // namespace steelyard::protocol

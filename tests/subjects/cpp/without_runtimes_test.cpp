// SPDX-License-Identifier: Apache-2.0
#include "conversation.hpp"
#include "implementations.hpp"
#include "protocol/answer_json.hpp"
#include "protocol/line.hpp"

#include <gtest/gtest.h>

#include <string>
#include <variant>

namespace steelyard::subject_cpp {
namespace {

TEST(without_runtimes, the_rows_stay_and_say_why_and_how) {
  const sdk::subject subject = cpp_subject();
  sdk::conversation spoken(subject);
  const auto answer =
      std::get<protocol::describe_answer>(protocol::parse_answer<protocol::describe_answer>(
          protocol::parse_line(spoken.answer(R"({"op":"describe"})"))));
  ASSERT_EQ(answer.implementations.size(), 5U);
  for (const protocol::implementation& one : answer.implementations) {
    const bool wanted = one.id == "cpp-serial" || one.id == "cpp-std-thread";
    EXPECT_EQ(one.available, wanted) << one.id;
    EXPECT_EQ(one.reason.empty(), wanted) << one.id;
    EXPECT_EQ(one.install.find("apt-get install") == std::string::npos, wanted) << one.id;
  }
}

TEST(without_runtimes, open_is_unavailable_with_the_line_that_installs) {
  const sdk::subject subject = cpp_subject();
  sdk::conversation spoken(subject);
  for (const char* id : {"cpp-openmp-static", "cpp-openmp-dynamic", "cpp-onetbb"}) {
    const auto answer = protocol::parse_line(spoken.answer(
        R"({"op":"open","study":"matvec","workers":1,"workload":{"kind":"dense","source":"formula",)"
        R"("name":"dense","rows":2,"cols":2},"implementation":")" +
        std::string(id) + "\"}"));
    EXPECT_EQ(answer["error"]["code"], "unavailable") << answer;
    EXPECT_NE(answer["error"]["message"].get<std::string>().find("apt-get install"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace steelyard::subject_cpp

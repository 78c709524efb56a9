// SPDX-License-Identifier: Apache-2.0
#include "build_facts.hpp"
#include "conversation.hpp"
#include "implementations.hpp"
#include "protocol/answer_json.hpp"
#include "protocol/line.hpp"

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

namespace steelyard::subject_cpp {
namespace {

protocol::describe_answer described() {
  const sdk::subject subject = cpp_subject();
  sdk::conversation spoken(subject);
  const auto answer = protocol::parse_answer<protocol::describe_answer>(
      protocol::parse_line(spoken.answer(R"({"op":"describe"})")));
  return std::get<protocol::describe_answer>(answer);
}

TEST(describe, lists_the_five_implementations_of_the_study) {
  std::vector<std::string> ids;
  for (const protocol::implementation& one : described().implementations) {
    ids.push_back(one.id);
    EXPECT_EQ(one.parallel, one.id != "cpp-serial");
    EXPECT_EQ(one.kinds, (std::vector<std::string>{"dense", "csr"}));
  }
  EXPECT_EQ(ids,
            (std::vector<std::string>{"cpp-serial",
                                      "cpp-std-thread",
                                      "cpp-openmp-static",
                                      "cpp-openmp-dynamic",
                                      "cpp-onetbb"}));
}

TEST(describe, says_how_it_was_built) {
  const auto build = described().build;
  EXPECT_NE(build["compiler"], "");
  EXPECT_NE(build["flags"].get<std::string>().find("-ffp-contract=off"), std::string::npos);
  const std::string nothing =
      "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  for (const char* field : {"source_hash", "executable_hash"}) {
    EXPECT_EQ(build[field].get<std::string>().size(), nothing.size()) << field;
    EXPECT_NE(build[field], nothing) << field << " is over nothing";
  }
}

}  // namespace
}  // namespace steelyard::subject_cpp

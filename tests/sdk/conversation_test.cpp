// SPDX-License-Identifier: Apache-2.0
#include "conversation.hpp"

#include "protocol/vector_file.hpp"
#include "vector_subject.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace steelyard::sdk {
namespace {

using json = nlohmann::ordered_json;

class subject_vectors : public testing::TestWithParam<const char*> {};

std::string with_folder(std::string text, const std::filesystem::path& folder) {
  const std::string mark = "${DIR}";
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark)) {
    text.replace(at, mark.size(), folder.string());
  }
  return text;
}

std::string content_of(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void run_vector(const json& vector, const std::filesystem::path& folder) {
  const subject spoken_for = vector_subject();
  conversation spoken(spoken_for);
  for (std::size_t index = 0; index < vector["steps"].size(); ++index) {
    const json& step = vector["steps"][index];
    SCOPED_TRACE("step " + std::to_string(index));
    const std::string answer =
        spoken.answer(with_folder(vectors::line_of(step, "request"), folder));
    ASSERT_EQ(answer.find('\n'), answer.size() - 1) << "one line an answer";
    EXPECT_EQ(vectors::mismatch(step["answer"], json::parse(answer)), std::nullopt);
    if (step.contains("file")) {
      EXPECT_EQ(content_of(with_folder(step["file"]["path"], folder)),
                vectors::bytes_of(step["file"]["hex"]));
    }
  }
}

TEST_P(subject_vectors, are_answered_as_they_want) {
  std::size_t count = 0;
  for (const json& vector : vectors::vectors_of(std::string("subject/") + GetParam() + ".jsonl")) {
    SCOPED_TRACE(vector["name"].get<std::string>());
    const auto folder = std::filesystem::path(testing::TempDir()) /
                        (std::string("steelyard-vector-") + GetParam() + std::to_string(count++));
    std::filesystem::create_directory(folder);
    run_vector(vector, folder);
    std::filesystem::remove_all(folder);
  }
}

INSTANTIATE_TEST_SUITE_P(
    files,
    subject_vectors,
    testing::Values("describe", "open", "call", "run_for", "output", "close", "malformed"),
    [](const auto& instance) { return std::string(instance.param); });

json ask(conversation& spoken, const std::string& line) {
  return json::parse(spoken.answer(line));
}

TEST(conversation, is_closed_by_close_alone) {
  const subject spoken_for = vector_subject();
  conversation spoken(spoken_for);
  (void)ask(spoken, R"({"op":"describe"})");
  EXPECT_FALSE(spoken.is_closed());
  (void)ask(spoken, R"({"op":"close"})");
  EXPECT_TRUE(spoken.is_closed());
}

TEST(conversation, names_what_there_is_when_an_implementation_is_unknown) {
  const subject spoken_for = vector_subject();
  conversation spoken(spoken_for);
  const json answer = ask(spoken, R"({"op":"open","study":"matvec","implementation":"none",
      "workload":{"kind":"dense","source":"formula","name":"dense","rows":2,"cols":2},"workers":1})");
  EXPECT_EQ(
      answer["error"]["message"],
      "no implementation \"none\" of study \"matvec\" here; there are: vector-fake, vector-lazy, "
      "vector-failing, vector-missing");
}

TEST(answer_to_endless_line, is_a_bad_request) {
  EXPECT_EQ(json::parse(answer_to_endless_line({}))["error"]["code"], "bad_request");
}

}  // namespace
}  // namespace steelyard::sdk

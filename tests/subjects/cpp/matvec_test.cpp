// SPDX-License-Identifier: Apache-2.0
#include "conversation.hpp"
#include "implementations.hpp"
#include "workload/expected_digest.hpp"
#include "workload/prepared.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace steelyard::subject_cpp {
namespace {

using json = nlohmann::ordered_json;

struct shape {
  std::string formula;
  std::uint64_t rows;
  std::uint64_t cols;
};

/// One subject with one conversation, as one process of the engine has.
class asked {
 public:
  json answer(const json& request) { return json::parse(spoken_.answer(request.dump())); }

  json open(const std::string& id, const json& workload, std::uint32_t workers) {
    return answer({{"op", "open"},
                   {"study", "matvec"},
                   {"implementation", id},
                   {"workload", workload},
                   {"workers", workers},
                   {"cpus", {0}},
                   {"seed", 1}});
  }

 private:
  sdk::subject subject_ = cpp_subject();
  sdk::conversation spoken_{subject_};
};

std::string kind_of(const shape& size) {
  return size.formula == "dense" ? "dense" : "csr";
}

json formula_workload(const shape& size) {
  return {{"kind", kind_of(size)},
          {"source", "formula"},
          {"name", size.formula},
          {"rows", size.rows},
          {"cols", size.cols}};
}

workload::formula_workload formula_of(const shape& size) {
  return {*workload::formula_kind_named(size.formula), size.rows, size.cols};
}

void expect_digests_of(const json& answer, const shape& size) {
  const workload::digest wanted = workload::expected_digest(formula_of(size));
  for (const json& digest : answer.at("digests")) {
    EXPECT_EQ(digest["sum"], *wanted.sum) << digest;
    EXPECT_EQ(digest["hash"], workload::hash_text(wanted.hash)) << digest;
  }
}

std::uint64_t total_entries(const json& close_answer) {
  std::uint64_t total = 0;
  for (const json& worker : close_answer.at("workers")) {
    total += worker["entries"].get<std::uint64_t>();
  }
  return total;
}

/// All sizes by repeated open in one process, then what each worker handled in the last.
void expect_right_results(const std::string& id,
                          std::uint32_t workers,
                          const std::vector<shape>& sizes) {
  asked subject;
  for (const shape& size : sizes) {
    SCOPED_TRACE(size.formula + " " + std::to_string(size.rows));
    const json opened = subject.open(id, formula_workload(size), workers);
    ASSERT_TRUE(opened.contains("arrays")) << opened;
    EXPECT_EQ(opened["workers_started"], id == "cpp-serial" ? 1U : workers);
    const json called = subject.answer({{"op", "call"}, {"count", 2}, {"validate", "each"}});
    ASSERT_EQ(called.value("digests", json()).size(), 2U) << called;
    expect_digests_of(called, size);
  }
  const json closed = subject.answer({{"op", "close"}});
  EXPECT_EQ(closed["workers"].size(), id == "cpp-serial" ? 1U : workers);
  EXPECT_EQ(total_entries(closed), workload::stored_entries(formula_of(sizes.back())));
}

class every_implementation : public testing::TestWithParam<std::tuple<std::string, std::uint32_t>> {
};

TEST_P(every_implementation, equals_the_oracle_on_small_sizes) {
  const auto& [id, workers] = GetParam();
  expect_right_results(id,
                       workers,
                       {{"dense", 1, 1},
                        {"dense", 7, 7},
                        {"dense", 64, 64},
                        {"dense", 5, 200},
                        {"csr-uniform", 16, 16},
                        {"csr-skewed", 16, 16},
                        {"csr-uniform", 100, 3},
                        {"csr-uniform", 4096, 4096},
                        {"csr-skewed", 4096, 4096},
                        {"dense", 33, 2}});
}

TEST_P(every_implementation, equals_the_oracle_at_full_size) {
  const auto& [id, workers] = GetParam();
  expect_right_results(
      id,
      workers,
      {{"dense", 2048, 2048}, {"csr-uniform", 32768, 32768}, {"csr-skewed", 32768, 32768}});
}

INSTANTIATE_TEST_SUITE_P(matvec,
                         every_implementation,
                         testing::Combine(testing::Values("cpp-serial",
                                                          "cpp-std-thread",
                                                          "cpp-openmp-static",
                                                          "cpp-openmp-dynamic",
                                                          "cpp-onetbb"),
                                          testing::Values(1U, 2U, 3U, 16U)),
                         [](const auto& instance) {
                           std::string name = std::get<0>(instance.param) + "_" +
                                              std::to_string(std::get<1>(instance.param)) +
                                              "_workers";
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

class prepared_input : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    path_ = std::filesystem::path(testing::TempDir()) /
            ("steelyard-prepared-" + std::to_string(::getpid()) + "-" + GetParam());
  }

  void TearDown() override { std::filesystem::remove(path_); }

  [[nodiscard]] json workload_of(const std::string& kind) const {
    return {{"kind", kind}, {"source", "prepared"}, {"path", path_.string()}};
  }

  std::filesystem::path path_;
};

TEST_P(prepared_input, gives_what_its_formula_gives) {
  for (const shape& size :
       std::vector<shape>{{"dense", 13, 9}, {"csr-uniform", 100, 70}, {"csr-skewed", 4096, 1024}}) {
    workload::write_prepared(path_, formula_of(size));
    asked subject;
    const json opened = subject.open(GetParam(), workload_of(kind_of(size)), 3);
    const json by_formula = asked().open(GetParam(), formula_workload(size), 3);
    EXPECT_EQ(opened["arrays"], by_formula["arrays"]) << opened;
    expect_digests_of(subject.answer({{"op", "call"}, {"count", 1}}), size);
  }
}

TEST_P(prepared_input, may_have_empty_rows_and_values_that_are_not_exact) {
  const std::vector<std::int64_t> row_begin{0, 0, 2, 2, 3};
  const std::vector<std::int32_t> columns{0, 2, 1};
  const std::vector<double> values{0.1, 0.2, -0.0};
  const std::vector<double> x{1.0, 2.0, 3.0};
  workload::write_prepared(path_, workload::csr_view{4, 3, row_begin, columns, values}, x);
  asked subject;
  (void)subject.open(GetParam(), workload_of("csr"), 2);
  const json called = subject.answer({{"op", "call"}, {"count", 1}});
  const std::vector<double> wanted{0.0, 0.1 * 1.0 + 0.2 * 3.0, 0.0, 0.0};
  EXPECT_EQ(called["digests"][0]["sum"], nullptr);
  EXPECT_EQ(called["digests"][0]["hash"], workload::hash_text(workload::digest_of(wanted).hash));
}

TEST_P(prepared_input, is_refused_when_it_holds_another_kind_or_nothing) {
  workload::write_prepared(path_, formula_of({"dense", 2, 2}));
  asked subject;
  EXPECT_EQ(subject.open(GetParam(), workload_of("csr"), 1)["error"]["code"], "unsupported");
  std::filesystem::resize_file(path_, 100);
  EXPECT_EQ(subject.open(GetParam(), workload_of("dense"), 1)["error"]["code"], "failed");
  std::filesystem::remove(path_);
  EXPECT_EQ(subject.open(GetParam(), workload_of("dense"), 1)["error"]["code"], "failed");
  EXPECT_EQ(subject.answer({{"op", "call"}, {"count", 1}})["error"]["code"], "bad_state");
}

INSTANTIATE_TEST_SUITE_P(matvec,
                         prepared_input,
                         testing::Values("cpp-serial",
                                         "cpp-std-thread",
                                         "cpp-openmp-static",
                                         "cpp-openmp-dynamic",
                                         "cpp-onetbb"),
                         [](const auto& instance) {
                           std::string name = instance.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(open, refuses_what_has_no_input_here) {
  asked subject;
  const auto code_for = [&](const json& workload) {
    return subject.open("cpp-serial", workload, 1)["error"]["code"];
  };
  EXPECT_EQ(code_for(formula_workload({"hilbert", 4, 4})), "unsupported");
  json mixed = formula_workload({"csr-uniform", 4, 4});
  mixed["kind"] = "dense";
  EXPECT_EQ(code_for(mixed), "unsupported");
  EXPECT_EQ(code_for(formula_workload({"csr-uniform", 4, std::uint64_t{1} << 31})), "unsupported");
  EXPECT_EQ(code_for(formula_workload({"dense", std::uint64_t{1} << 48, 1024})), "unsupported");
}

TEST(open, says_the_memory_of_the_agreed_representation) {
  asked subject;
  const json opened =
      subject.open("cpp-openmp-static", formula_workload({"csr-uniform", 4096, 4096}), 2);
  // 8 z + 4 z + 8 (m + 1) + 8 n + 8 m with z = 64 m, m = n = 4096.
  EXPECT_EQ(opened["payload_bytes"], 3'244'040);
}

std::vector<std::uint64_t> entries_by_worker(const std::string& id, const shape& size) {
  asked subject;
  (void)subject.open(id, formula_workload(size), 4);
  std::vector<std::uint64_t> entries;
  const json closed = subject.answer({{"op", "close"}});
  for (const json& worker : closed["workers"]) {
    entries.push_back(worker["entries"]);
  }
  return entries;
}

TEST(close, tells_the_entries_of_a_fixed_cut) {
  // 64 rows: 4 of 64 entries (784, but no row has more than its columns), 60 of 16.
  const std::vector<std::uint64_t> wanted{4 * 64 + 12 * 16, 256, 256, 256};
  EXPECT_EQ(entries_by_worker("cpp-std-thread", {"csr-skewed", 64, 64}), wanted);
  EXPECT_EQ(entries_by_worker("cpp-openmp-static", {"csr-skewed", 64, 64}), wanted);
}

}  // namespace
}  // namespace steelyard::subject_cpp

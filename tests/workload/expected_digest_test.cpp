// SPDX-License-Identifier: Apache-2.0
#include "workload/expected_digest.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <vector>

namespace steelyard::workload {
namespace {

nlohmann::json oracle_table() {
  std::ifstream file{ORACLE_TABLE};
  return nlohmann::json::parse(file);
}

formula_workload workload_of(const nlohmann::json& entry) {
  return {formula_kind_named(entry.at("kind").get<std::string>()).value(),
          entry.at("rows").get<std::size_t>(),
          entry.at("cols").get<std::size_t>()};
}

void expect_entry(const digest& found, const nlohmann::json& entry) {
  EXPECT_EQ(found.sum, entry.at("sum").get<std::int64_t>()) << entry;
  EXPECT_EQ(hash_text(found.hash), entry.at("hash").get<std::string>()) << entry;
}

TEST(expected_digest, is_that_of_the_oracle_at_every_size_of_its_table) {
  const nlohmann::json table = oracle_table();
  ASSERT_EQ(table.size(), 13U);
  for (const nlohmann::json& entry : table) {
    expect_entry(expected_digest(workload_of(entry)), entry);
  }
}

TEST(expected_digest, is_what_the_filled_arrays_give_in_float64) {
  for (const nlohmann::json& entry : oracle_table()) {
    const formula_workload workload = workload_of(entry);
    if (workload.rows > 4096 || workload.kind == formula_kind::dense) {
      continue;
    }
    std::vector<std::int32_t> columns(stored_entries(workload));
    std::vector<double> values(columns.size());
    fill_csr_entries(workload, {0, workload.rows}, columns, values);
    std::vector<double> x(workload.cols);
    fill_x(0, x);
    std::vector<double> y(workload.rows);
    for (std::size_t row = 0; row < workload.rows; ++row) {
      const auto end = static_cast<std::size_t>(row_begin(workload, row + 1));
      for (auto k = static_cast<std::size_t>(row_begin(workload, row)); k < end; ++k) {
        y[row] += values[k] * x[static_cast<std::size_t>(columns[k])];
      }
    }
    expect_entry(digest_of(std::span<const double>{y}), entry);
  }
}

TEST(expected_digest, takes_rows_and_columns_that_differ) {
  // oracle.py csr-skewed 33x1226, dense 5x3
  const digest skewed = expected_digest({formula_kind::csr_skewed, 33, 1226});
  EXPECT_EQ(skewed.sum, -3229);
  EXPECT_EQ(hash_text(skewed.hash), "0x4b272c8b4c3056e5");
  const digest dense = expected_digest({formula_kind::dense, 5, 3});
  EXPECT_EQ(dense.sum, 151);
  EXPECT_EQ(hash_text(dense.hash), "0x9f1c159856398945");
}

}  // namespace
}  // namespace steelyard::workload

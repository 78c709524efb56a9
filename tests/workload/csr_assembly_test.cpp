// SPDX-License-Identifier: Apache-2.0
#include "workload/csr_assembly.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <utility>
#include <vector>

namespace steelyard::workload {
namespace {

using places = std::map<std::pair<std::int32_t, std::int32_t>, double>;

rc::Gen<triplet> a_triplet(std::int32_t rows, std::int32_t cols) {
  return rc::gen::map(
      rc::gen::tuple(
          rc::gen::inRange(0, rows), rc::gen::inRange(0, cols), rc::gen::inRange(-9, 10)),
      [](const std::tuple<int, int, int>& drawn) {
        return triplet{
            std::get<0>(drawn), std::get<1>(drawn), static_cast<double>(std::get<2>(drawn))};
      });
}

block_store<triplet> stored(const std::vector<triplet>& triplets) {
  block_store<triplet> store;
  for (const triplet& entry : triplets) {
    store.append(entry);
  }
  return store;
}

void check_is_csr_of(const csr_matrix& matrix, const places& expected) {
  RC_ASSERT(matrix.row_begin.size() == matrix.rows + 1);
  RC_ASSERT(matrix.row_begin.front() == 0);
  RC_ASSERT(static_cast<std::size_t>(matrix.row_begin.back()) == expected.size());
  RC_ASSERT(matrix.columns.size() == expected.size());
  RC_ASSERT(matrix.values.size() == expected.size());
  auto place = expected.begin();
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    const auto end = static_cast<std::size_t>(matrix.row_begin[row + 1]);
    for (auto k = static_cast<std::size_t>(matrix.row_begin[row]); k < end; ++k, ++place) {
      RC_ASSERT(place->first == std::pair(static_cast<std::int32_t>(row), matrix.columns[k]));
      RC_ASSERT(place->second == matrix.values[k]);
    }
  }
}

RC_GTEST_PROP(assemble_csr, equals_an_ordered_map_of_sums, ()) {
  const auto rows = *rc::gen::inRange(1, 12);
  const auto cols = *rc::gen::inRange(1, 12);
  const auto triplets = *rc::gen::container<std::vector<triplet>>(a_triplet(rows, cols));
  places sums;
  for (const triplet& entry : triplets) {
    sums[{entry.row, entry.column}] += entry.value;
  }
  block_store<triplet> store = stored(triplets);
  const csr_assembly assembly = assemble_csr(
      store, static_cast<std::size_t>(rows), static_cast<std::size_t>(cols), mirroring::none);
  check_is_csr_of(assembly.matrix, sums);
  RC_ASSERT(assembly.duplicates_summed == triplets.size() - sums.size());
  RC_ASSERT(!assembly.overflow);
}

RC_GTEST_PROP(assemble_csr, mirrors_every_entry_off_the_diagonal, ()) {
  const auto size = *rc::gen::inRange(1, 12);
  const auto negated = *rc::gen::arbitrary<bool>();
  auto triplets = *rc::gen::container<std::vector<triplet>>(a_triplet(size, size));
  for (triplet& entry : triplets) {
    if (entry.row < entry.column) {
      std::swap(entry.row, entry.column);
    }
  }
  places below;
  places sums;
  for (const triplet& entry : triplets) {
    below[{entry.row, entry.column}] += entry.value;
    sums[{entry.row, entry.column}] += entry.value;
    if (entry.row != entry.column) {
      sums[{entry.column, entry.row}] += negated ? -entry.value : entry.value;
    }
  }
  block_store<triplet> store = stored(triplets);
  const csr_assembly assembly = assemble_csr(store,
                                             static_cast<std::size_t>(size),
                                             static_cast<std::size_t>(size),
                                             negated ? mirroring::negated : mirroring::same);
  check_is_csr_of(assembly.matrix, sums);
  RC_ASSERT(assembly.duplicates_summed == triplets.size() - below.size());
}

TEST(assemble_csr, reports_a_sum_that_overflows) {
  block_store<triplet> store = stored({{0, 0, 1}, {1, 2, 1e308}, {1, 2, 1e308}});
  const csr_assembly assembly = assemble_csr(store, 2, 3, mirroring::none);
  ASSERT_TRUE(assembly.overflow.has_value());
  EXPECT_EQ(assembly.overflow->row, 1);
  EXPECT_EQ(assembly.overflow->column, 2);
}

TEST(assemble_csr, sums_duplicates_in_the_order_they_came) {
  block_store<triplet> store = stored({{0, 1, 1}, {0, 0, 1e16}, {0, 0, 1}, {0, 0, -1e16}});
  EXPECT_EQ(assemble_csr(store, 1, 2, mirroring::none).matrix.values, (std::vector<double>{0, 1}));
}

TEST(block_store, holds_what_was_appended_across_its_blocks) {
  block_store<double> store;
  constexpr std::size_t count = 2 * block_store<double>::block_elements + 3;
  for (std::size_t k = 0; k < count; ++k) {
    ASSERT_EQ(store.size(), k);
    store.append(static_cast<double>(k));
  }
  std::size_t next = 0;
  store.for_each_span([&](std::span<const double> span) {
    for (const double element : span) {
      ASSERT_EQ(element, static_cast<double>(next++));
    }
  });
  EXPECT_EQ(next, count);
}

}  // namespace
}  // namespace steelyard::workload

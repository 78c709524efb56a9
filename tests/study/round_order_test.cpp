// SPDX-License-Identifier: Apache-2.0
#include "study/round_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

namespace steelyard::study {
namespace {

std::vector<planned_cell> cells_of(std::size_t workloads, std::size_t implementations) {
  std::vector<planned_cell> cells;
  for (std::size_t w = 0; w < workloads; ++w) {
    for (std::size_t i = 0; i < implementations; ++i) {
      planned_cell cell;
      cell.cell = {"w" + std::to_string(w), "i" + std::to_string(i), 1};
      cells.push_back(cell);
    }
  }
  return cells;
}

std::vector<std::size_t> flat(const std::vector<round_block>& blocks) {
  std::vector<std::size_t> result;
  for (const round_block& block : blocks) {
    result.insert(result.end(), block.cells.begin(), block.cells.end());
  }
  return result;
}

TEST(draw_round, keeps_the_workloads_together_and_has_each_cell_once) {
  const auto cells = cells_of(3, 5);
  for (std::uint32_t round = 0; round < 50; ++round) {
    const auto blocks = draw_round(cells, 7, round);
    ASSERT_EQ(blocks.size(), 3U);
    for (const round_block& block : blocks) {
      ASSERT_EQ(block.cells.size(), 5U);
      for (const std::size_t cell : block.cells) {
        ASSERT_EQ(cells[cell].cell.workload, block.workload);
      }
    }
    std::vector<std::size_t> all = flat(blocks);
    std::ranges::sort(all);
    for (std::size_t i = 0; i < all.size(); ++i) {
      ASSERT_EQ(all[i], i);
    }
  }
}

TEST(draw_round, depends_on_seed_and_round_alone) {
  const auto cells = cells_of(3, 5);
  EXPECT_EQ(flat(draw_round(cells, 7, 3)), flat(draw_round(cells, 7, 3)));
  std::set<std::vector<std::size_t>> different;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    for (std::uint32_t round = 1; round <= 10; ++round) {
      different.insert(flat(draw_round(cells, seed, round)));
    }
  }
  EXPECT_EQ(different.size(), 100U);
}

// Computed by an independent program from the published generator.
// A run begun with one version must be resumed by another: these orders may never change.
TEST(draw_round, gives_these_orders_forever) {
  const auto cells = cells_of(2, 3);
  EXPECT_EQ(flat(draw_round(cells, 42, 1)), (std::vector<std::size_t>{5, 4, 3, 1, 0, 2}));
  EXPECT_EQ(flat(draw_round(cells, 42, 2)), (std::vector<std::size_t>{4, 3, 5, 0, 1, 2}));
  EXPECT_EQ(environment_pad_of(42, 1, 0), 2304U);
}

TEST(draw_round, puts_each_cell_at_each_place_about_equally_often) {
  const auto cells = cells_of(1, 6);
  std::array<std::array<int, 6>, 6> counts{};
  for (std::uint32_t round = 1; round <= 6000; ++round) {
    const auto order = flat(draw_round(cells, 11, round));
    for (std::size_t place = 0; place < 6; ++place) {
      ++counts.at(order[place]).at(place);
    }
  }
  double chi_square = 0;
  for (const auto& row : counts) {
    for (const int count : row) {
      chi_square += (count - 1000.0) * (count - 1000.0) / 1000.0;
    }
  }
  EXPECT_LT(chi_square, 52.62);  // 0.1 % quantile, 25 degrees of freedom
}

TEST(environment_pad_of, stays_under_a_page_and_varies) {
  std::set<std::uint32_t> pads;
  for (std::size_t cell = 0; cell < 200; ++cell) {
    const std::uint32_t pad = environment_pad_of(1, 1, cell);
    EXPECT_LT(pad, 4096U);
    pads.insert(pad);
  }
  EXPECT_GT(pads.size(), 150U);
}

}  // namespace
}  // namespace steelyard::study

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "study/plan.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace steelyard::study {

/// The cells of one workload in the order of a round; indices into the cells of the plan.
struct round_block {
  std::string workload;
  std::vector<std::size_t> cells;
};

/// Timing rounds count from 1; the memory pass has an order of its own.
inline constexpr std::uint32_t memory_round = 0;

/// The order of a round: workloads in random order, and the cells of each in an order drawn
/// uniformly. It depends on the seed, the round and the list of cells alone, over all cells, also
/// those that are not due any more: what is left of it is uniform too, and a resumed run draws the
/// same.
[[nodiscard]] std::vector<round_block> draw_round(std::span<const planned_cell> cells,
                                                  std::uint64_t seed,
                                                  std::uint32_t round);

/// Bytes of environment padding for a process, 0 to 4095, from the same seed.
[[nodiscard]] std::uint32_t environment_pad_of(std::uint64_t seed,
                                               std::uint32_t round,
                                               std::size_t cell) noexcept;

}  // namespace steelyard::study

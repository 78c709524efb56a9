// SPDX-License-Identifier: Apache-2.0
#include "study/round_order.hpp"

#include "study/random.hpp"

#include <algorithm>

namespace steelyard::study {
namespace {

random_source source_of(std::uint64_t seed, std::uint64_t stream) {
  // Seeds and rounds are small neighbouring numbers: each is mixed before they meet.
  random_source seed_mix(seed);
  random_source stream_mix(seed_mix.next() ^ stream);
  return random_source(stream_mix.next());
}

}  // namespace

std::vector<round_block> draw_round(std::span<const planned_cell> cells,
                                    std::uint64_t seed,
                                    std::uint32_t round) {
  std::vector<round_block> blocks;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::string& workload = cells[i].cell.workload;
    auto block = std::ranges::find(blocks, workload, &round_block::workload);
    if (block == blocks.end()) {
      blocks.push_back({workload, {}});
      block = blocks.end() - 1;
    }
    block->cells.push_back(i);
  }
  random_source random = source_of(seed, round);
  shuffle(std::span(blocks), random);
  for (round_block& block : blocks) {
    shuffle(std::span(block.cells), random);
  }
  return blocks;
}

std::uint32_t environment_pad_of(std::uint64_t seed,
                                 std::uint32_t round,
                                 std::size_t cell) noexcept {
  random_source random = source_of(seed, (std::uint64_t{round} << 32U) + 0x70616400U + cell);
  return static_cast<std::uint32_t>(random.below(4096));
}

}  // namespace steelyard::study

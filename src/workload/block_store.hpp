// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workload/huge_pages.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace steelyard::workload {

/// Elements in the order they came, in blocks: it grows without copying, so that memory is never
/// twice what it holds, and what is not used of the last block is not touched.
template <typename Element>
class block_store {
 public:
  static constexpr std::size_t block_elements = (std::size_t{8} << 20) / sizeof(Element);

  [[nodiscard]] std::size_t size() const noexcept {
    return blocks_.size() * block_elements - static_cast<std::size_t>(block_end_ - next_);
  }

  void append(const Element& element) {
    if (next_ == block_end_) {
      blocks_.push_back(std::make_unique_for_overwrite<Element[]>(block_elements));
      prefer_huge_pages(blocks_.back().get(), block_elements * sizeof(Element));
      next_ = blocks_.back().get();
      block_end_ = next_ + block_elements;
    }
    *next_++ = element;
  }

  /// Calls `visit` with the elements in order, a span at a time.
  template <typename Visit>
  void for_each_span(Visit visit) const {
    std::size_t left = size();
    for (const auto& block : blocks_) {
      const std::size_t count = left < block_elements ? left : block_elements;
      visit(std::span<const Element>{block.get(), count});
      left -= count;
    }
  }

 private:
  std::vector<std::unique_ptr<Element[]>> blocks_;
  Element* next_ = nullptr;
  Element* block_end_ = nullptr;
};

}  // namespace steelyard::workload

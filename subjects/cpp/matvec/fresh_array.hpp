// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace steelyard::matvec {

/// Memory straight from the system, page-aligned, that nobody has touched. Not from the heap: after
/// a repeated `open` the heap would hand out pages that another thread has touched before, and then
/// first touch decides nothing. Errors: `std::system_error`.
[[nodiscard]] void* map_fresh(std::size_t bytes);
void unmap_fresh(void* start, std::size_t bytes) noexcept;

/// An array whose pages belong to whoever writes them first; until then they read as zero.
template <class Element>
class fresh_array {
  static_assert(std::is_trivially_copyable_v<Element>);

 public:
  explicit fresh_array(std::size_t count)
      : elements_(static_cast<Element*>(map_fresh(count * sizeof(Element)))), count_(count) {}

  ~fresh_array() { unmap_fresh(elements_, count_ * sizeof(Element)); }

  fresh_array(const fresh_array&) = delete;
  fresh_array& operator=(const fresh_array&) = delete;

  [[nodiscard]] Element* data() noexcept { return elements_; }

  [[nodiscard]] const Element* data() const noexcept { return elements_; }

  [[nodiscard]] std::size_t size() const noexcept { return count_; }

  [[nodiscard]] std::span<Element> part(std::size_t first, std::size_t last) noexcept {
    return {elements_ + first, last - first};
  }

  [[nodiscard]] std::span<Element> all() noexcept { return {elements_, count_}; }

 private:
  Element* elements_;
  std::size_t count_;
};

}  // namespace steelyard::matvec

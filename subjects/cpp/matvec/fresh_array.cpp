// SPDX-License-Identifier: Apache-2.0
#include "fresh_array.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <system_error>

namespace steelyard::matvec {
namespace {

/// The system maps nothing of length 0.
std::size_t mapped_bytes(std::size_t bytes) noexcept {
  return std::max<std::size_t>(bytes, 1);
}

}  // namespace

void* map_fresh(std::size_t bytes) {
  void* start = ::mmap(
      nullptr, mapped_bytes(bytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED) {
    throw std::system_error(
        errno, std::generic_category(), std::to_string(bytes) + " bytes of memory");
  }
  return start;
}

void unmap_fresh(void* start, std::size_t bytes) noexcept {
  ::munmap(start, mapped_bytes(bytes));
}

}  // namespace steelyard::matvec

// SPDX-License-Identifier: Apache-2.0
#include "workload/huge_pages.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <memory>

namespace steelyard::workload {

void prefer_huge_pages(void* begin, std::size_t bytes) noexcept {
  const auto page_bytes = static_cast<std::size_t>(::sysconf(_SC_PAGE_SIZE));
  if (std::align(page_bytes, page_bytes, begin, bytes) != nullptr) {
    static_cast<void>(::madvise(begin, bytes / page_bytes * page_bytes, MADV_HUGEPAGE));
  }
}

}  // namespace steelyard::workload

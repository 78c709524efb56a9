// SPDX-License-Identifier: Apache-2.0
#include "workload/memory_available.hpp"

#include <unistd.h>

#include <fstream>
#include <string>

namespace steelyard::workload {

std::size_t memory_available_bytes() {
  std::ifstream meminfo{"/proc/meminfo"};
  for (std::string line; std::getline(meminfo, line);) {
    constexpr std::string_view name = "MemAvailable:";
    if (line.starts_with(name)) {
      return std::stoull(line.substr(name.size())) * 1024;
    }
  }
  const auto pages = static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES));
  return pages * static_cast<std::size_t>(::sysconf(_SC_PAGE_SIZE));
}

}  // namespace steelyard::workload

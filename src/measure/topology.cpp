// SPDX-License-Identifier: Apache-2.0
#include "measure/topology.hpp"

#include "measure/small_file.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace steelyard::measure {
namespace {

namespace fs = std::filesystem;

/// "32K", "16384K", "32M".
std::optional<std::int64_t> size_from(const std::string& text) {
  const std::optional<std::int64_t> number = leading_number(text);
  if (!number || *number > (std::int64_t{1} << 32)) {
    return std::nullopt;
  }
  switch (text.back()) {
    case 'K':
      return *number << 10;
    case 'M':
      return *number << 20;
    case 'G':
      return *number << 30;
    default:
      return number;
  }
}

std::optional<cpu_cache> cache_in(const fs::path& directory) {
  const auto level = leading_number(read_small_file(directory / "level").text.value_or(""));
  const auto bytes = size_from(read_small_file(directory / "size").text.value_or(""));
  const small_file type = read_small_file(directory / "type");
  if (!level || *level < 1 || *level > 9 || !bytes || !type.text) {
    return std::nullopt;
  }
  try {
    return cpu_cache{
        static_cast<int>(*level),
        *type.text,
        *bytes,
        parse_cpu_list(read_small_file(directory / "shared_cpu_list").text.value_or(""))};
  } catch (const std::invalid_argument&) {
    return std::nullopt;  // as documented: not told in full
  }
}

}  // namespace

std::vector<cpu_cache> caches_of(const cpu_list& cpus, const fs::path& root) {
  std::vector<cpu_cache> found;
  for (const std::uint32_t cpu : cpus) {
    const fs::path caches =
        root / "sys/devices/system/cpu" / ("cpu" + std::to_string(cpu)) / "cache";
    for (int index = 0; index < 10; ++index) {
      const std::optional<cpu_cache> one = cache_in(caches / ("index" + std::to_string(index)));
      if (!one) {
        continue;
      }
      const bool known = std::ranges::any_of(found, [&](const cpu_cache& other) {
        return other.level == one->level && other.type == one->type &&
               other.shared_by == one->shared_by;
      });
      if (!known) {
        found.push_back(*one);
      }
    }
  }
  return found;
}

std::int64_t last_level_cache_bytes(const cpu_list& cpus, const fs::path& root) {
  int highest = 0;
  std::int64_t bytes = 0;
  for (const cpu_cache& cache : caches_of(cpus, root)) {
    if (cache.level > highest) {
      highest = cache.level;
      bytes = 0;
    }
    if (cache.level == highest) {
      bytes += cache.bytes;
    }
  }
  return bytes;
}

}  // namespace steelyard::measure

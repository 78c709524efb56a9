// SPDX-License-Identifier: Apache-2.0
#include "measure/cgroup.hpp"

#include "measure/small_file.hpp"

#include <algorithm>
#include <sstream>

namespace steelyard::measure {
namespace {

namespace fs = std::filesystem;

/// Limits above this are version 1's way to say "none".
constexpr std::int64_t no_limit_bytes = std::int64_t{1} << 60;

bool names_controller(std::string_view list, std::string_view controller) {
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    if (list.substr(0, comma) == controller) {
      return true;
    }
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return false;
}

struct mount {
  std::string group_root;  ///< the group that is mounted there ("/" outside containers)
  std::string point;
};

/// Source: proc(5), "/proc/pid/mountinfo": id parent dev root point options [fields] - type source
/// super.
std::optional<mount> mount_of(int version, std::string_view controller, const fs::path& root) {
  std::istringstream lines{read_small_file(root / "proc/self/mountinfo").text.value_or("")};
  for (std::string line; std::getline(lines, line);) {
    const std::size_t dash = line.find(" - ");
    if (dash == std::string::npos) {
      continue;
    }
    std::istringstream before{line.substr(0, dash)};
    std::istringstream after{line.substr(dash + 3)};
    std::string skipped;
    std::string type;
    std::string options;
    mount found;
    before >> skipped >> skipped >> skipped >> found.group_root >> found.point;
    after >> type >> skipped >> options;
    if ((version == 2 && type == "cgroup2") ||
        (version == 1 && type == "cgroup" && names_controller(options, controller))) {
      return found;
    }
  }
  return std::nullopt;
}

/// The path in /proc/self/cgroup: "4:memory:/a/b" (version 1) or "0::/a/b" (version 2).
std::optional<std::string> group_of(int version,
                                    std::string_view controller,
                                    const fs::path& root) {
  std::istringstream lines{read_small_file(root / "proc/self/cgroup").text.value_or("")};
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first == std::string::npos ? first : first + 1);
    if (second == std::string::npos) {
      continue;
    }
    const std::string_view names = std::string_view{line}.substr(first + 1, second - first - 1);
    if (version == 2 ? names.empty() : names_controller(names, controller)) {
      return line.substr(second + 1);
    }
  }
  return std::nullopt;
}

cgroup_place place_in(int version, std::string_view controller, const fs::path& root) {
  const std::optional<mount> mounted = mount_of(version, controller, root);
  std::optional<std::string> group = group_of(version, controller, root);
  if (!mounted || !group) {
    return {};
  }
  // In a container the path may be the host's while the mount shows only the part below
  // `group_root`.
  if (mounted->group_root != "/" && group->starts_with(mounted->group_root)) {
    group->erase(0, mounted->group_root.size());
  }
  const fs::path top = root / fs::path{mounted->point}.relative_path();
  fs::path leaf = top / fs::path{*group}.relative_path();
  cgroup_place place{version, {}};
  std::error_code absent;
  for (; leaf != top && leaf.has_relative_path() && leaf != leaf.parent_path();
       leaf = leaf.parent_path()) {
    if (fs::is_directory(leaf, absent) && leaf.has_filename()) {
      place.directories.push_back(leaf);
    }
  }
  place.directories.push_back(top);
  return place;
}

std::optional<std::int64_t> number_in(const fs::path& file) {
  return leading_number(read_small_file(file).text.value_or(""));
}

}  // namespace

cgroup_place place_in_cgroups(std::string_view controller, const fs::path& root) {
  // Where both versions are mounted (hybrid), a controller is in one of them; version 1 names it.
  cgroup_place place = place_in(1, controller, root);
  return place.version != 0 ? place : place_in(2, controller, root);
}

std::optional<cgroup_memory> cgroup_memory_limit(const fs::path& root) {
  const cgroup_place place = place_in_cgroups("memory", root);
  const bool old = place.version == 1;
  std::optional<cgroup_memory> tightest;
  for (const fs::path& directory : place.directories) {
    const fs::path source = directory / (old ? "memory.limit_in_bytes" : "memory.max");
    const std::optional<std::int64_t> limit = number_in(source);
    const std::optional<std::int64_t> used =
        number_in(directory / (old ? "memory.usage_in_bytes" : "memory.current"));
    if (!limit || !used || *limit >= no_limit_bytes) {
      continue;
    }
    const std::string stat = read_small_file(directory / "memory.stat").text.value_or("");
    const std::int64_t droppable =
        number_after(stat, old ? "total_inactive_file " : "inactive_file ").value_or(0);
    const std::int64_t left = std::max<std::int64_t>(*limit - *used + droppable, 0);
    if (!tightest || left < tightest->left_bytes) {
      tightest = cgroup_memory{*limit, left, source};
    }
  }
  return tightest;
}

std::optional<cgroup_cpu> cgroup_cpu_quota(const fs::path& root) {
  const cgroup_place place = place_in_cgroups("cpu", root);
  std::optional<cgroup_cpu> tightest;
  for (const fs::path& directory : place.directories) {
    const fs::path source = directory / (place.version == 1 ? "cpu.cfs_quota_us" : "cpu.max");
    const std::string text = read_small_file(source).text.value_or("");
    const std::optional<std::int64_t> quota = leading_number(text);
    const std::size_t space = text.find(' ');
    const std::optional<std::int64_t> period =
        place.version == 1
            ? number_in(directory / "cpu.cfs_period_us")
            : leading_number(space == std::string::npos ? ""
                                                        : std::string_view{text}.substr(space));
    if (!quota || !period || *quota <= 0 || *period <= 0) {
      continue;
    }
    const double cpus = static_cast<double>(*quota) / static_cast<double>(*period);
    if (!tightest || cpus < tightest->cpus) {
      tightest = cgroup_cpu{cpus, source};
    }
  }
  return tightest;
}

std::optional<std::int64_t> cgroup_throttled_us(const fs::path& root) {
  const cgroup_place place = place_in_cgroups("cpu", root);
  std::optional<std::int64_t> sum;
  for (const fs::path& directory : place.directories) {
    const std::string stat = read_small_file(directory / "cpu.stat").text.value_or("");
    const std::optional<std::int64_t> us = number_after(stat, "throttled_usec ");
    const std::optional<std::int64_t> ns = number_after(stat, "throttled_time ");
    if (us || ns) {
      sum = sum.value_or(0) + (us ? *us : *ns / 1000);
    }
  }
  return sum;
}

std::optional<std::int64_t> available_memory_bytes(const fs::path& root) {
  const std::string meminfo = read_small_file(root / "proc/meminfo").text.value_or("");
  std::optional<std::int64_t> available = number_after(meminfo, "MemAvailable:");
  if (!available) {
    return std::nullopt;
  }
  *available *= 1024;
  if (const std::optional<cgroup_memory> limit = cgroup_memory_limit(root)) {
    available = std::min(*available, limit->left_bytes);
  }
  return available;
}

}  // namespace steelyard::measure

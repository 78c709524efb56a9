// SPDX-License-Identifier: Apache-2.0
#include "measure/cpu_users.hpp"

#include "measure/fact_list.hpp"
#include "measure/small_file.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>

namespace steelyard::measure {
namespace {

namespace fs = std::filesystem;

constexpr double least_cpus = 0.1;

/// Source: proc(5), "/proc/pid/stat": pid (name) state, then utime and stime as fields 14 and 15.
std::optional<cpu_usage> usage_from(const std::string& stat) {
  const std::size_t begin = stat.find('(');
  const std::size_t end = stat.rfind(')');
  if (begin == std::string::npos || end == std::string::npos || end < begin) {
    return std::nullopt;
  }
  std::istringstream fields{stat.substr(end + 1)};
  std::string skipped;
  for (int field = 3; field < 14; ++field) {
    fields >> skipped;
  }
  std::int64_t user = 0;
  std::int64_t system = 0;
  if (!(fields >> user >> system)) {
    return std::nullopt;
  }
  return cpu_usage{clean_text(stat.substr(begin + 1, end - begin - 1)), user + system};
}

}  // namespace

cpu_usages read_cpu_usages(const fs::path& root) {
  cpu_usages usages;
  std::error_code gone;
  for (fs::directory_iterator entry{root / "proc", gone}, end; !gone && entry != end;
       entry.increment(gone)) {
    const std::string name = entry->path().filename();
    pid_t process = 0;
    const auto [after, error] = std::from_chars(name.data(), name.data() + name.size(), process);
    if (error != std::errc{} || after != name.data() + name.size()) {
      continue;
    }
    const small_file stat = read_small_file(entry->path() / "stat");
    if (std::optional<cpu_usage> usage = usage_from(stat.text.value_or(""))) {
      usages.emplace(process, *std::move(usage));
    }
  }
  return usages;
}

std::vector<cpu_user> busiest_between(const cpu_usages& begin,
                                      const cpu_usages& end,
                                      double elapsed_ticks,
                                      pid_t self) {
  std::vector<cpu_user> users;
  for (const auto& [process, usage] : end) {
    const auto before = begin.find(process);
    const std::int64_t ticks = usage.ticks - (before == begin.end() ? 0 : before->second.ticks);
    const double cpus = static_cast<double>(ticks) / std::max(elapsed_ticks, 1.0);
    if (process != self && cpus >= least_cpus) {
      users.push_back({process, usage.name, cpus});
    }
  }
  std::ranges::sort(users, std::ranges::greater{}, &cpu_user::cpus);
  return users;
}

}  // namespace steelyard::measure

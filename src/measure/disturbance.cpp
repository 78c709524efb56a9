// SPDX-License-Identifier: Apache-2.0
#include "measure/disturbance.hpp"

#include "measure/cgroup.hpp"
#include "measure/clock.hpp"
#include "measure/core_probe.hpp"
#include "measure/small_file.hpp"

#include <algorithm>
#include <sstream>
#include <string>

namespace steelyard::measure {
namespace {

constexpr double steal_share_limit = 0.005;
constexpr std::int64_t steal_ticks_limit = 2;
constexpr double pressure_share_limit = 0.05;

/// Source: proc(5), "/proc/stat": cpuN user nice system idle iowait irq softirq steal …, in ticks.
std::optional<std::int64_t> steal_of(const std::string& stat, const cpu_list& cpus) {
  std::optional<std::int64_t> sum;
  std::istringstream lines{stat};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields{line};
    std::string name;
    fields >> name;
    const std::optional<std::int64_t> cpu =
        name.starts_with("cpu") ? leading_number(std::string_view{name}.substr(3)) : std::nullopt;
    if (!cpu || std::ranges::find(cpus, static_cast<std::uint32_t>(*cpu)) == cpus.end()) {
      continue;
    }
    std::int64_t ticks = 0;
    for (int field = 0; field < 8; ++field) {
      fields >> ticks;
    }
    if (fields) {
      sum = sum.value_or(0) + ticks;
    }
  }
  return sum;
}

std::optional<std::int64_t> some_total_us(const std::string& pressure) {
  const std::string some = pressure.substr(0, pressure.find('\n'));
  const std::size_t total = some.find("total=");
  if (!some.starts_with("some ") || total == std::string::npos) {
    return std::nullopt;
  }
  return leading_number(std::string_view{some}.substr(total + 6));
}

std::optional<double> load_of(const std::string& loadavg) {
  std::istringstream text{loadavg};
  double load = 0;
  return text >> load ? std::optional{load} : std::nullopt;
}

std::optional<std::int64_t> difference(std::optional<std::int64_t> begin,
                                       std::optional<std::int64_t> end) {
  // Some hypervisors let steal run backwards for a moment.
  return begin && end ? std::optional{std::max<std::int64_t>(*end - *begin, 0)} : std::nullopt;
}

}  // namespace

disturbance_counts read_disturbance(const cpu_list& cpus, const std::filesystem::path& root) {
  const auto text = [&](const char* path) {
    return read_small_file(root / path).text.value_or("");
  };
  return {.read_ns = monotonic_ns(),
          .steal_ticks = steal_of(text("proc/stat"), cpus),
          .pressure_us = some_total_us(text("proc/pressure/cpu")),
          .throttled_us = cgroup_throttled_us(root),
          .load_1min = load_of(text("proc/loadavg"))};
}

std::optional<double> pressure_share(const disturbance_counts& begin,
                                     const disturbance_counts& end) {
  const std::optional<std::int64_t> waited_us = difference(begin.pressure_us, end.pressure_us);
  const std::int64_t window_ns = end.read_ns - begin.read_ns;
  if (!waited_us || window_ns <= 0) {
    return std::nullopt;
  }
  return std::min(static_cast<double>(*waited_us) * 1e3 / static_cast<double>(window_ns), 1.0);
}

void put_differences(const disturbance_counts& begin,
                     const disturbance_counts& end,
                     record::noise& evidence) {
  evidence.steal_ticks = difference(begin.steal_ticks, end.steal_ticks);
  evidence.pressure_us = difference(begin.pressure_us, end.pressure_us);
  evidence.throttled_us = difference(begin.throttled_us, end.throttled_us);
  evidence.load_1min = end.load_1min;
}

void set_flags(const flag_scope& scope, record::noise& evidence) {
  evidence.flags.clear();
  const double ticks = static_cast<double>(scope.process_ns) / 1e9 *
                       static_cast<double>(scope.ticks_per_s) *
                       static_cast<double>(scope.cpu_count);
  const std::int64_t stolen = evidence.steal_ticks.value_or(0);
  if (stolen >= steal_ticks_limit && static_cast<double>(stolen) > steal_share_limit * ticks) {
    evidence.flags.emplace_back("steal");
  }
  if (evidence.pressure_before_share.value_or(0) > pressure_share_limit) {
    evidence.flags.emplace_back("pressure");
  }
  if (evidence.throttled_us.value_or(0) > 0) {
    evidence.flags.emplace_back("throttled");
  }
  if (std::max(evidence.shared_core_before.value_or(0), evidence.shared_core_after.value_or(0)) >=
      shared_core_limit) {
    evidence.flags.emplace_back("shared-core");
  }
  // Binding itself moves each worker once.
  if (scope.pinned && evidence.migrations.value_or(0) > std::int64_t{scope.workers}) {
    evidence.flags.emplace_back("migrations");
  }
}

}  // namespace steelyard::measure

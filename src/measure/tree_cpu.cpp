// SPDX-License-Identifier: Apache-2.0
#include "measure/tree_cpu.hpp"

#include "measure/process_tree.hpp"
#include "measure/small_file.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace steelyard::measure {
namespace {

/// Under this a thread only woke now and then. Then its wait, which is booked when it ends and may
/// have begun before the window, says nothing of how long it would have run.
constexpr std::int64_t least_busy_ns = 1'000'000;

/// "used queued slices"
std::optional<thread_cpu> parse_schedstat(std::string_view text) {
  const std::optional<std::int64_t> used = leading_number(text);
  const std::size_t blank = text.find(' ');
  if (!used || blank == std::string_view::npos) {
    return std::nullopt;
  }
  const std::optional<std::int64_t> queued = leading_number(text.substr(blank));
  return queued ? std::optional(thread_cpu{*used, *queued}) : std::nullopt;
}

double busy_share(std::int64_t used_ns, std::int64_t queued_ns, std::int64_t wall_ns) {
  const std::int64_t asleep_or_used_ns = used_ns < least_busy_ns ? wall_ns : wall_ns - queued_ns;
  return static_cast<double>(used_ns) /
         static_cast<double>(std::max({asleep_or_used_ns, used_ns, std::int64_t{1}}));
}

}  // namespace

std::map<pid_t, thread_cpu> tree_cpu(pid_t ancestor) {
  std::map<pid_t, thread_cpu> threads;
  for (const pid_t process : descendants_of(ancestor)) {
    const std::filesystem::path tasks =
        std::filesystem::path{"/proc"} / std::to_string(process) / "task";
    std::error_code gone;
    for (const auto& task : std::filesystem::directory_iterator(tasks, gone)) {
      const small_file file = read_small_file(task.path() / "schedstat");
      if (const auto found = file.text ? parse_schedstat(*file.text) : std::nullopt) {
        threads[std::stoi(task.path().filename().string())] = *found;
      }
    }
  }
  return threads;
}

tree_activity activity_between(const std::map<pid_t, thread_cpu>& begin,
                               const std::map<pid_t, thread_cpu>& end,
                               std::int64_t wall_ns) {
  tree_activity activity;
  for (const auto& [thread, now] : end) {
    const auto found = begin.find(thread);
    const thread_cpu before = found == begin.end() ? thread_cpu{} : found->second;
    const std::int64_t used_ns = now.used_ns - before.used_ns;
    activity.used_ns += used_ns;
    activity.busy_threads += busy_share(used_ns, now.queued_ns - before.queued_ns, wall_ns);
  }
  return activity;
}

}  // namespace steelyard::measure

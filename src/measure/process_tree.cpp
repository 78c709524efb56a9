// SPDX-License-Identifier: Apache-2.0
#include "measure/process_tree.hpp"

#include "measure/small_file.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>
#include <string_view>
#include <system_error>

namespace steelyard::measure {
namespace {

namespace fs = std::filesystem;

fs::path proc_of(pid_t process) {
  return fs::path{"/proc"} / std::to_string(process);
}

std::optional<pid_t> pid_from(const std::string& name) {
  pid_t pid = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
  const bool whole = error == std::errc{} && end == name.data() + name.size();
  return whole ? std::optional{pid} : std::nullopt;
}

template <typename Visit>
void for_each_number(const fs::path& directory, Visit visit) {
  std::error_code gone;  // the process may end while we look
  for (fs::directory_iterator entry{directory, gone}, end; !gone && entry != end;
       entry.increment(gone)) {
    if (const std::optional<pid_t> pid = pid_from(entry->path().filename())) {
      visit(*pid);
    }
  }
}

void append_numbers(std::string_view text, std::vector<pid_t>& numbers) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at < end) {
    pid_t number = 0;
    const auto [after, error] = std::from_chars(at, end, number);
    if (error == std::errc{}) {
      numbers.push_back(number);
    }
    at = std::max(after, at + 1);
  }
}

/// Each thread has its own list of the children it forked.
void append_listed_children(pid_t process, std::vector<pid_t>& children) {
  const fs::path tasks = proc_of(process) / "task";
  for_each_number(tasks, [&](pid_t thread) {
    const small_file list = read_small_file(tasks / std::to_string(thread) / "children");
    append_numbers(list.text.value_or(""), children);
  });
}

std::optional<pid_t> parent_of(pid_t process) {
  const small_file stat = read_small_file(proc_of(process) / "stat");
  // "pid (name) state ppid …"; the name may hold anything.
  const std::size_t name_end = stat.text ? stat.text->rfind(')') : std::string::npos;
  if (name_end == std::string::npos || name_end + 4 > stat.text->size()) {
    return std::nullopt;
  }
  const std::optional<std::int64_t> parent =
      leading_number(std::string_view{*stat.text}.substr(name_end + 3));
  return parent ? std::optional{static_cast<pid_t>(*parent)} : std::nullopt;
}

/// For kernels that keep no lists of children.
std::vector<pid_t> scanned_descendants(pid_t ancestor) {
  std::multimap<pid_t, pid_t> children;
  for_each_number("/proc", [&](pid_t process) {
    if (const std::optional<pid_t> parent = parent_of(process)) {
      children.emplace(*parent, process);
    }
  });
  std::vector<pid_t> found{ancestor};
  for (std::size_t at = 0; at < found.size(); ++at) {
    const auto [first, last] = children.equal_range(found[at]);
    for (auto child = first; child != last; ++child) {
      found.push_back(child->second);
    }
  }
  found.erase(found.begin());
  return found;
}

std::int64_t rss_bytes(const fs::path& folder) {
  const small_file statm = read_small_file(folder / "statm");
  const std::size_t space = statm.text ? statm.text->find(' ') : std::string::npos;
  if (space == std::string::npos) {
    return 0;  // it has ended
  }
  const auto pages = leading_number(std::string_view{*statm.text}.substr(space));
  return pages.value_or(0) * sysconf(_SC_PAGESIZE);
}

std::int64_t sum_of_lines(std::string_view text, std::string_view key) {
  std::int64_t sum = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    if (line.starts_with(key)) {
      sum += leading_number(line.substr(key.size())).value_or(0);
    }
    at = end + 1;
  }
  return sum;
}

}  // namespace

std::vector<pid_t> descendants_of(pid_t ancestor) {
  if (access("/proc/thread-self/children", R_OK) != 0) {
    return scanned_descendants(ancestor);
  }
  std::vector<pid_t> found{ancestor};
  for (std::size_t at = 0; at < found.size(); ++at) {
    append_listed_children(found[at], found);
  }
  found.erase(found.begin());
  return found;
}

std::int64_t tree_rss_bytes(pid_t ancestor) {
  std::int64_t sum = 0;
  for (const pid_t process : descendants_of(ancestor)) {
    sum += rss_bytes(proc_of(process));
  }
  return sum;
}

tree_pss process_pss_bytes(const fs::path& folder) {
  const small_file rollup = read_small_file(folder / "smaps_rollup");
  if (rollup.text) {
    return {sum_of_lines(*rollup.text, "Pss:") * 1024, pss_source::smaps_rollup};
  }
  if (rollup.error == ESRCH) {
    return {};  // it has ended
  }
  const small_file maps = read_small_file(folder / "smaps");
  // A listing cut at its bound would give too small a sum.
  if (maps.text && maps.text->size() < (1UL << 20)) {
    return {sum_of_lines(*maps.text, "Pss:") * 1024, pss_source::smaps};
  }
  const std::int64_t rss = rss_bytes(folder);
  return {rss, rss == 0 ? pss_source::smaps_rollup : pss_source::rss};
}

tree_pss tree_pss_bytes(pid_t ancestor) {
  tree_pss sum;
  for (const pid_t process : descendants_of(ancestor)) {
    const tree_pss one = process_pss_bytes(proc_of(process));
    sum.bytes += one.bytes;
    sum.source = std::max(sum.source, one.source);
  }
  return sum;
}

}  // namespace steelyard::measure

// SPDX-License-Identifier: Apache-2.0
#include "measure/cpu_set.hpp"

#include "measure/cpu_mask.hpp"
#include "measure/small_file.hpp"

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <stdexcept>
#include <system_error>

namespace steelyard::measure {
namespace {

cpu_list affinity_of_this_thread() {
  std::vector<cpu_set_t> sets(1);
  // EINVAL: the kernel's masks are longer than ours.
  while (sched_getaffinity(0, sets.size() * sizeof(cpu_set_t), sets.data()) != 0) {
    if (errno != EINVAL || sets.size() * CPU_SETSIZE >= cpu_number_limit) {
      throw std::system_error(errno, std::generic_category(), "sched_getaffinity");
    }
    sets.resize(sets.size() * 2);
  }
  cpu_list cpus;
  for (std::uint32_t cpu = 0; cpu < sets.size() * CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu % CPU_SETSIZE, &sets[cpu / CPU_SETSIZE])) {
      cpus.push_back(cpu);
    }
  }
  return cpus;
}

cpu_list without(const cpu_list& cpus, const cpu_list& removed) {
  cpu_list rest;
  std::ranges::copy_if(cpus, std::back_inserter(rest), [&](std::uint32_t cpu) {
    return std::ranges::find(removed, cpu) == removed.end();
  });
  return rest;
}

}  // namespace

cpu_list allowed_cpus() {
  const cpu_list mine = affinity_of_this_thread();
  const small_file online = read_small_file("/sys/devices/system/cpu/online");
  if (!online.text) {
    return mine;
  }
  const cpu_list running = parse_cpu_list(*online.text);
  cpu_list both;
  std::ranges::set_intersection(mine, running, std::back_inserter(both));
  return both;
}

cpu_list one_per_core(const cpu_list& cpus, const std::filesystem::path& root) {
  cpu_list taken;
  cpu_list chosen;
  for (const std::uint32_t cpu : cpus) {
    if (std::ranges::find(taken, cpu) != taken.end()) {
      continue;
    }
    chosen.push_back(cpu);
    const small_file siblings =
        read_small_file(root / "sys/devices/system/cpu" / ("cpu" + std::to_string(cpu)) /
                        "topology/thread_siblings_list");
    try {
      const cpu_list same_core = parse_cpu_list(siblings.text.value_or(""));
      taken.insert(taken.end(), same_core.begin(), same_core.end());
    } catch (const std::invalid_argument&) {
      // Garbage in sysfs says nothing about siblings: as documented, a core of its own.
      continue;
    }
  }
  return chosen;
}

void bind_this_thread(const cpu_list& cpus) {
  const cpu_mask mask{cpus};
  if (sched_setaffinity(0, mask.bytes(), mask.data()) != 0) {
    throw std::system_error(
        errno, std::generic_category(), "cannot bind a thread to CPUs " + format_cpu_list(cpus));
  }
}

standing_aside::standing_aside(const cpu_list& cpus) {
  cpu_list mine = affinity_of_this_thread();
  const cpu_list rest = without(mine, cpus);
  if (!rest.empty() && rest.size() < mine.size()) {
    bind_this_thread(rest);
    before_ = std::move(mine);
  }
}

standing_aside::~standing_aside() {
  if (!before_.empty()) {
    const cpu_mask mask{before_};
    // A CPU that has gone offline meanwhile cannot be given back; the thread stays where it may
    // run.
    sched_setaffinity(0, mask.bytes(), mask.data());
  }
}

}  // namespace steelyard::measure

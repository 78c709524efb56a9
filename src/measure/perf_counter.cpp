// SPDX-License-Identifier: Apache-2.0
#include "measure/perf_counter.hpp"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace steelyard::measure {

perf_counter count_migrations(pid_t process) {
  perf_event_attr what{};
  what.size = sizeof what;
  what.type = PERF_TYPE_SOFTWARE;
  what.config = PERF_COUNT_SW_CPU_MIGRATIONS;
  what.disabled = 1;
  what.enable_on_exec = 1;
  what.inherit = 1;
  const long fd = syscall(SYS_perf_event_open, &what, process, -1, -1, PERF_FLAG_FD_CLOEXEC);
  if (fd < 0) {
    return {descriptor{},
            "perf_event_open: " + std::generic_category().message(errno) +
                " (needs kernel.perf_event_paranoid 1 or lower, or CAP_PERFMON)"};
  }
  return {descriptor{static_cast<int>(fd)}, {}};
}

std::optional<std::int64_t> count_of(const descriptor& events) {
  std::int64_t count = 0;
  if (!events.is_open() || read(events.fd(), &count, sizeof count) != sizeof count) {
    return std::nullopt;
  }
  return count;
}

}  // namespace steelyard::measure

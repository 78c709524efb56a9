// SPDX-License-Identifier: Apache-2.0
#include "measure/perf_counter.hpp"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <system_error>

namespace steelyard::measure {
namespace {

/// What read() gives under the read_format asked for below.
struct reading {
  std::uint64_t count = 0;
  std::uint64_t enabled_ns = 0;
  std::uint64_t running_ns = 0;
};

perf_event_attr attributes_of(perf_event event) {
  perf_event_attr what{};
  what.size = sizeof what;
  what.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  what.disabled = 1;
  what.enable_on_exec = 1;
  what.inherit = 1;
  what.type = PERF_TYPE_HARDWARE;
  switch (event) {
    case perf_event::migrations:
      what.type = PERF_TYPE_SOFTWARE;
      what.config = PERF_COUNT_SW_CPU_MIGRATIONS;
      return what;
    case perf_event::cycles:
      what.config = PERF_COUNT_HW_CPU_CYCLES;
      break;
    case perf_event::instructions:
      what.config = PERF_COUNT_HW_INSTRUCTIONS;
      break;
    case perf_event::cache_misses:
      what.config = PERF_COUNT_HW_CACHE_MISSES;
      break;
  }
  what.exclude_kernel = 1;
  what.exclude_hv = 1;
  return what;
}

std::string reason_for(int error, perf_event event) {
  const std::string reason = "perf_event_open: " + std::generic_category().message(error);
  if (error == EACCES || error == EPERM) {
    const char* paranoid = event == perf_event::migrations ? "1" : "2";
    return reason + " (needs kernel.perf_event_paranoid " + paranoid + " or lower, or CAP_PERFMON)";
  }
  if (error == ENOENT || error == EOPNOTSUPP || error == ENODEV) {
    // "No such file", the kernel's word for it, would send a reader looking for one.
    return "no such counter on this machine (most virtual machines have none)";
  }
  return reason;
}

}  // namespace

int open_perf_event(perf_event_attr& what, pid_t process) {
  return static_cast<int>(
      syscall(SYS_perf_event_open, &what, process, -1, -1, PERF_FLAG_FD_CLOEXEC));
}

perf_counter count_event(perf_event event, pid_t process, const perf_opening& open) {
  perf_event_attr what = attributes_of(event);
  const int fd = open(what, process);
  if (fd < 0) {
    return {descriptor{}, reason_for(errno, event)};
  }
  return {descriptor{fd}, {}};
}

std::optional<std::int64_t> count_of(const descriptor& events) {
  reading found;
  if (!events.is_open() || read(events.fd(), &found, sizeof found) != sizeof found ||
      found.running_ns == 0) {
    return std::nullopt;
  }
  if (found.running_ns >= found.enabled_ns) {
    return static_cast<std::int64_t>(found.count);
  }
  const double share =
      static_cast<double>(found.running_ns) / static_cast<double>(found.enabled_ns);
  return std::llround(static_cast<double>(found.count) / share);
}

}  // namespace steelyard::measure

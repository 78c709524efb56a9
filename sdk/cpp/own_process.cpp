// SPDX-License-Identifier: Apache-2.0
#include "sha256.hpp"
#include "steelyard_subject.hpp"

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace steelyard::sdk {
namespace {

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

/// CPU masks of any length: a cpu_set_t holds 1024 CPUs, the kernel refuses a mask that is shorter
/// than its own.
std::vector<std::uint32_t> cpus_of_calling_thread() {
  for (std::size_t sets = 1; sets <= 64; sets *= 2) {
    std::vector<cpu_set_t> mask(sets);
    const std::size_t bytes = sets * sizeof(cpu_set_t);
    if (::sched_getaffinity(0, bytes, mask.data()) == 0) {
      std::vector<std::uint32_t> cpus;
      for (std::uint32_t cpu = 0; cpu < 8 * bytes; ++cpu) {
        if (CPU_ISSET_S(cpu, bytes, mask.data())) {
          cpus.push_back(cpu);
        }
      }
      return cpus;
    }
    if (errno != EINVAL) {
      break;
    }
  }
  fail("sched_getaffinity");
}

}  // namespace

std::string executable_hash() {
  // Read, not mapped: pages of the mapping would count as memory of the subject.
  const int file = ::open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    fail("/proc/self/exe");
  }
  sha256 hash;
  std::array<std::byte, 65'536> chunk{};
  ssize_t got = 0;
  while ((got = ::read(file, chunk.data(), chunk.size())) > 0 || (got < 0 && errno == EINTR)) {
    hash.take(std::span(chunk).first(got < 0 ? 0 : static_cast<std::size_t>(got)));
  }
  const int failure = errno;
  ::close(file);
  if (got < 0) {
    errno = failure;
    fail("/proc/self/exe");
  }
  return "sha256:" + hash.hex();
}

protocol::worker calling_worker() {
  return {::getpid(), ::gettid(), cpus_of_calling_thread(), std::nullopt};
}

}  // namespace steelyard::sdk

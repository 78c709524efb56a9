// SPDX-License-Identifier: Apache-2.0
#include "measure/child_killing.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace steelyard::measure {
namespace {

constexpr bool is_digit(char letter) noexcept {
  return letter >= '0' && letter <= '9';
}

void kill_child(pid_t child) noexcept {
  const pid_t group = getpgid(child);
  if (group > 1 && group != getpgrp()) {
    kill(-group, SIGKILL);
  }
  kill(child, SIGKILL);
}

/// Appends decimal digits; std::to_chars is not promised to be async-signal-safe.
char* put_number(char* end, pid_t number) noexcept {
  std::array<char, 12> digits{};
  std::size_t count = 0;
  do {
    digits[count++] = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number > 0);
  while (count > 0) {
    *end++ = digits[--count];
  }
  return end;
}

char* put_text(char* end, const char* text) noexcept {
  const std::size_t length = std::strlen(text);
  std::memcpy(end, text, length);
  return end + length;
}

/// Kills the children that the kernel lists. The list may miss some while others end: call again.
/// \return how many were named; 0 also when the kernel keeps no such list.
int kill_listed_children() noexcept {
  std::array<char, 64> path{};
  char* end = put_text(path.data(), "/proc/self/task/");
  end = put_number(end, getpid());
  put_text(end, "/children");
  const int fd = open(path.data(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    return 0;
  }
  std::array<char, 4096> text{};
  int named = 0;
  pid_t child = 0;
  ssize_t got = 0;
  while ((got = read(fd, text.data(), text.size())) > 0) {
    for (ssize_t at = 0; at < got; ++at) {
      const char letter = text[static_cast<std::size_t>(at)];
      if (is_digit(letter)) {
        child = child * 10 + (letter - '0');
      } else if (child > 0) {
        kill_child(child);
        ++named;
        child = 0;
      }
    }
  }
  close(fd);
  return named;
}

/// The parent named in /proc/PID/stat; 0 when it cannot be read.
pid_t parent_of(const char* pid_text) noexcept {
  std::array<char, 64> path{};
  char* end = put_text(path.data(), "/proc/");
  end = put_text(end, pid_text);
  put_text(end, "/stat");
  const int fd = open(path.data(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    return 0;
  }
  std::array<char, 512> text{};
  const ssize_t got = read(fd, text.data(), text.size() - 1);
  close(fd);
  // The name stands in brackets and may hold anything, brackets too: the last one counts.
  const char* rest = got > 0 ? std::strrchr(text.data(), ')') : nullptr;
  if (rest == nullptr || rest[1] == '\0' || rest[2] == '\0' || rest[3] == '\0') {
    return 0;
  }
  pid_t parent = 0;
  for (rest += 4; is_digit(*rest); ++rest) {
    parent = parent * 10 + (*rest - '0');
  }
  return parent;
}

pid_t number_of(const char* text) noexcept {
  pid_t number = 0;
  for (; is_digit(*text); ++text) {
    number = number * 10 + (*text - '0');
  }
  return *text == '\0' ? number : 0;
}

void kill_scanned_children() noexcept {
  const int proc = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (proc < 0) {
    return;
  }
  const pid_t self = getpid();
  alignas(dirent64) std::array<char, 8192> entries{};
  long got = 0;
  while ((got = syscall(SYS_getdents64, proc, entries.data(), entries.size())) > 0) {
    for (long at = 0; at < got;) {
      const char* entry = entries.data() + at;
      std::uint16_t length = 0;
      std::memcpy(&length, entry + offsetof(dirent64, d_reclen), sizeof length);
      const char* name = entry + offsetof(dirent64, d_name);
      const pid_t pid = number_of(name);
      if (pid > 1 && parent_of(name) == self) {
        kill_child(pid);
      }
      at += length;
    }
  }
  close(proc);
}

}  // namespace

void kill_all_children() noexcept {
  if (kill_listed_children() == 0) {
    kill_scanned_children();
  }
}

}  // namespace steelyard::measure

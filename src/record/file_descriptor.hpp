// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace steelyard::record {

/// Owns an open file; closed at the end of its life.
class file_descriptor {
 public:
  /// Errors: `std::system_error` with the path.
  file_descriptor(const std::filesystem::path& path, int flags)
      : number_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {
    if (number_ < 0) {
      throw std::system_error(errno, std::generic_category(), path.string());
    }
  }

  ~file_descriptor() {
    if (number_ >= 0) {
      ::close(number_);
    }
  }

  file_descriptor(file_descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}

  file_descriptor& operator=(file_descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  file_descriptor(const file_descriptor&) = delete;
  file_descriptor& operator=(const file_descriptor&) = delete;

  [[nodiscard]] int number() const noexcept { return number_; }

 private:
  int number_;
};

/// Writes all bytes. Returns 0 or the errno of the write that failed.
[[nodiscard]] inline int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written < 0) {
      return errno;
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

/// Makes a created or renamed name in this directory durable.
inline void sync_directory(const std::filesystem::path& directory) {
  const file_descriptor opened(directory.empty() ? "." : directory, O_RDONLY | O_DIRECTORY);
  // Some file systems refuse fsync on a directory; the content itself is synced either way.
  (void)::fsync(opened.number());
}

}  // namespace steelyard::record

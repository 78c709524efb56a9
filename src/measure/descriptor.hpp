// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

namespace steelyard::measure {

/// Owns a file descriptor; -1 owns nothing.
class descriptor {
 public:
  descriptor() = default;

  explicit descriptor(int fd) noexcept : fd_(fd) {}

  descriptor(descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

  descriptor& operator=(descriptor&& other) noexcept {
    if (this != &other) {
      close();
      fd_ = std::exchange(other.fd_, -1);
    }
    return *this;
  }

  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;

  ~descriptor() { close(); }

  [[nodiscard]] int fd() const noexcept { return fd_; }

  [[nodiscard]] bool is_open() const noexcept { return fd_ >= 0; }

  void close() noexcept;

 private:
  int fd_ = -1;
};

}  // namespace steelyard::measure

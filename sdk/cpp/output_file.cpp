// SPDX-License-Identifier: Apache-2.0
#include "output_file.hpp"

#include "descriptor_io.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace steelyard::sdk {

std::uint64_t write_doubles(const std::string& path, std::span<const double> y) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0) {
    throw std::system_error(errno, std::generic_category(), path);
  }
  const int failure = write_all(file, std::as_bytes(y));
  const int close_failure = ::close(file) == 0 ? 0 : errno;
  if (failure != 0 || close_failure != 0) {
    throw std::system_error(failure != 0 ? failure : close_failure, std::generic_category(), path);
  }
  return y.size_bytes();
}

}  // namespace steelyard::sdk

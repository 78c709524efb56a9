// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string_view>

namespace steelyard::measure {

/// write(2) on a pipe whose reader may be gone: EPIPE instead of SIGPIPE, without touching the
/// process's signal handling, which belongs to the program that uses this library.
[[nodiscard]] ssize_t write_without_sigpipe(int fd, std::string_view bytes) noexcept;

}  // namespace steelyard::measure

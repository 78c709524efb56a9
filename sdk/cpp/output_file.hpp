// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace steelyard::sdk {

/// Writes `y` as it lies in memory to `path`, replacing what is there; gives the bytes written.
/// Errors: `std::system_error` naming the path (no such folder, disk full).
std::uint64_t write_doubles(const std::string& path, std::span<const double> y);

}  // namespace steelyard::sdk

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace steelyard::sdk {

/// SHA-256 of bytes that come in pieces. Source: FIPS 180-4.
class sha256 {
 public:
  void take(std::span<const std::byte> bytes) noexcept;
  /// 64 lower-case hex digits over all bytes taken; nothing may be taken after.
  [[nodiscard]] std::string hex();

 private:
  void mix_block() noexcept;

  std::array<std::uint32_t, 8> state_{0x6a09e667,
                                      0xbb67ae85,
                                      0x3c6ef372,
                                      0xa54ff53a,
                                      0x510e527f,
                                      0x9b05688c,
                                      0x1f83d9ab,
                                      0x5be0cd19};
  std::array<std::byte, 64> block_{};
  std::size_t block_size_ = 0;
  std::uint64_t total_bytes_ = 0;
};

}  // namespace steelyard::sdk

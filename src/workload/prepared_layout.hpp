// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

// The bytes of a prepared file. Source: docs/prepared-file.md.
namespace steelyard::workload::prepared_layout {

inline constexpr std::array<char, 8> magic{'S', 'T', 'L', 'Y', 'P', 'R', 'E', 'P'};
inline constexpr std::uint32_t version = 1;
inline constexpr std::uint32_t byte_order_mark = 0x01020304;
inline constexpr std::uint32_t kind_dense = 0;
inline constexpr std::uint32_t kind_csr = 1;
inline constexpr std::size_t alignment_bytes = 64;

struct header {
  std::array<char, 8> magic;
  std::uint32_t version;
  std::uint32_t byte_order_mark;
  std::uint32_t kind;
  std::uint32_t exact;
  std::uint64_t rows;
  std::uint64_t cols;
  std::uint64_t stored_entries;
  std::uint64_t array_count;
  std::uint64_t checksum;
};

static_assert(sizeof(header) == 64);

struct array_entry {
  std::array<char, 16> name;
  std::array<char, 16> type;
  std::uint64_t offset;
  std::uint64_t count;
  std::uint64_t bytes;
  std::uint64_t zero;
};

static_assert(sizeof(array_entry) == 64);

/// Checksum of what follows the header; may be fed in pieces whose lengths are multiples of 8.
class checksum {
 public:
  void add(std::span<const std::uint64_t> words) noexcept {
    for (const std::uint64_t word : words) {
      value_ = (value_ ^ word) * 0x100000001b3U;
    }
  }

  [[nodiscard]] std::uint64_t value() const noexcept { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325U;
};

}  // namespace steelyard::workload::prepared_layout

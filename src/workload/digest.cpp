// SPDX-License-Identifier: Apache-2.0
#include "workload/digest.hpp"

#include <fmt/core.h>

#include <bit>
#include <cmath>

namespace steelyard::workload {
namespace {

constexpr std::uint64_t hash_start = 0xcbf29ce484222325U;
constexpr std::uint64_t hash_factor = 0x100000001b3U;
constexpr double largest_exact = 9007199254740992.0;  // 2^53

constexpr std::uint64_t hash_step(std::uint64_t hash, std::uint64_t word) noexcept {
  return std::rotl((hash ^ word) * hash_factor, 23);
}

std::optional<digest> exact_digest(std::span<const double> y) noexcept {
  std::uint64_t sum = 0;
  std::uint64_t hash = hash_start;
  for (const double element : y) {
    const double q = 1024.0 * element;
    // The negated comparison also turns NaN away.
    if (!(std::fabs(q) <= largest_exact) || q != std::trunc(q)) {
      return std::nullopt;
    }
    const auto word = static_cast<std::uint64_t>(static_cast<std::int64_t>(q));
    sum += word;
    hash = hash_step(hash, word);
  }
  return digest{static_cast<std::int64_t>(sum), hash};
}

}  // namespace

digest digest_of(std::span<const double> y) noexcept {
  if (const std::optional<digest> exact = exact_digest(y)) {
    return *exact;
  }
  std::uint64_t hash = hash_start;
  for (const double element : y) {
    hash = hash_step(hash, std::bit_cast<std::uint64_t>(element));
  }
  return {std::nullopt, hash};
}

digest digest_of(std::span<const std::int64_t> q) noexcept {
  // Unsigned, because a sum of wrong results may leave int64: it wraps, and the digest differs.
  std::uint64_t sum = 0;
  std::uint64_t hash = hash_start;
  for (const std::int64_t element : q) {
    sum += static_cast<std::uint64_t>(element);
    hash = hash_step(hash, static_cast<std::uint64_t>(element));
  }
  return {static_cast<std::int64_t>(sum), hash};
}

std::string hash_text(std::uint64_t hash) {
  return fmt::format("0x{:016x}", hash);
}

}  // namespace steelyard::workload

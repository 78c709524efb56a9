// SPDX-License-Identifier: Apache-2.0
#include "digest.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>

namespace steelyard::sdk {
namespace {

bool is_exact(double element) noexcept {
  const double q = 1024.0 * element;
  // NaN compares false.
  return std::fabs(q) <= 0x1p53 && q == std::trunc(q);
}

std::string hex_of(std::uint64_t hash) {
  std::string text = "0x0000000000000000";
  for (std::size_t place = text.size() - 1; hash != 0; --place, hash >>= 4U) {
    text[place] = "0123456789abcdef"[hash & 15U];
  }
  return text;
}

template <class WordOf>
std::uint64_t hash_of(std::span<const double> y, WordOf word_of) noexcept {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const double element : y) {
    hash = std::rotl((hash ^ word_of(element)) * 0x100000001b3, 23);
  }
  return hash;
}

}  // namespace

protocol::digest digest_of(std::span<const double> y) {
  if (!std::all_of(y.begin(), y.end(), is_exact)) {
    const auto bits = [](double element) { return std::bit_cast<std::uint64_t>(element); };
    return {std::nullopt, std::nullopt, hex_of(hash_of(y, bits))};
  }
  const auto word = [](double element) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(1024.0 * element));
  };
  std::uint64_t sum = 0;  // unsigned: the sum of wrong results wraps instead of overflowing
  for (const double element : y) {
    sum += word(element);
  }
  return {std::nullopt, static_cast<std::int64_t>(sum), hex_of(hash_of(y, word))};
}

}  // namespace steelyard::sdk

// SPDX-License-Identifier: Apache-2.0
#include "sha256.hpp"

#include <algorithm>
#include <bit>

namespace steelyard::sdk {
namespace {

constexpr std::array<std::uint32_t, 64> round_constants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

std::uint32_t big_endian_word(const std::byte* bytes) noexcept {
  std::uint32_t word = 0;
  for (std::size_t place = 0; place < 4; ++place) {
    word = (word << 8U) | std::to_integer<std::uint32_t>(bytes[place]);
  }
  return word;
}

std::array<std::uint32_t, 64> message_schedule(const std::array<std::byte, 64>& block) noexcept {
  std::array<std::uint32_t, 64> words{};
  for (std::size_t t = 0; t < 16; ++t) {
    words[t] = big_endian_word(block.data() + 4 * t);
  }
  for (std::size_t t = 16; t < 64; ++t) {
    const std::uint32_t near = words[t - 2];
    const std::uint32_t far = words[t - 15];
    words[t] = (std::rotr(near, 17) ^ std::rotr(near, 19) ^ (near >> 10U)) + words[t - 7] +
               (std::rotr(far, 7) ^ std::rotr(far, 18) ^ (far >> 3U)) + words[t - 16];
  }
  return words;
}

}  // namespace

void sha256::mix_block() noexcept {
  const std::array<std::uint32_t, 64> words = message_schedule(block_);
  auto [a, b, c, d, e, f, g, h] = state_;
  for (std::size_t t = 0; t < 64; ++t) {
    const std::uint32_t first = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                                ((e & f) ^ (~e & g)) + round_constants[t] + words[t];
    const std::uint32_t second =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + first;
    d = c;
    c = b;
    b = a;
    a = first + second;
  }
  const std::array<std::uint32_t, 8> mixed{a, b, c, d, e, f, g, h};
  for (std::size_t place = 0; place < state_.size(); ++place) {
    state_[place] += mixed[place];
  }
}

void sha256::take(std::span<const std::byte> bytes) noexcept {
  total_bytes_ += bytes.size();
  while (!bytes.empty()) {
    const std::size_t part = std::min(bytes.size(), block_.size() - block_size_);
    std::copy_n(bytes.begin(), part, block_.begin() + static_cast<std::ptrdiff_t>(block_size_));
    block_size_ += part;
    bytes = bytes.subspan(part);
    if (block_size_ == block_.size()) {
      mix_block();
      block_size_ = 0;
    }
  }
}

std::string sha256::hex() {
  const std::uint64_t bits = total_bytes_ * 8;
  const std::array<std::byte, 64> padding{std::byte{0x80}};
  take(std::span(padding).first(1 + (119 - total_bytes_ % 64) % 64));
  std::array<std::byte, 8> length{};
  for (std::size_t place = 0; place < length.size(); ++place) {
    length[place] = static_cast<std::byte>(bits >> (56 - 8 * place));
  }
  take(length);
  std::string text;
  for (const std::uint32_t word : state_) {
    for (unsigned shift = 32; shift > 0; shift -= 4) {
      text += "0123456789abcdef"[(word >> (shift - 4)) & 15U];
    }
  }
  return text;
}

}  // namespace steelyard::sdk

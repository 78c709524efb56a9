// SPDX-License-Identifier: Apache-2.0
#include "sha256.hpp"

#include <gtest/gtest.h>

#include <span>
#include <string>

namespace steelyard::sdk {
namespace {

std::string hash_of(const std::string& text, std::size_t piece = 1'000'000) {
  sha256 hash;
  for (std::size_t at = 0; at < text.size(); at += piece) {
    const std::string part = text.substr(at, piece);
    hash.take(std::as_bytes(std::span(part)));
  }
  return hash.hex();
}

// The examples of FIPS 180, and lengths around the padding's border from sha256sum.
TEST(sha256, gives_the_published_examples) {
  EXPECT_EQ(hash_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hash_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hash_of(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(sha256, pads_every_length_around_a_block) {
  EXPECT_EQ(hash_of(std::string(55, 'a')),
            "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318");
  EXPECT_EQ(hash_of(std::string(56, 'a')),
            "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a");
  EXPECT_EQ(hash_of(std::string(63, 'a')),
            "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34");
  EXPECT_EQ(hash_of(std::string(64, 'a')),
            "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
}

TEST(sha256, does_not_depend_on_the_pieces) {
  const std::string text(1000, 'x');
  for (const std::size_t piece : {1U, 7U, 63U, 64U, 65U, 999U}) {
    EXPECT_EQ(hash_of(text, piece), hash_of(text)) << piece;
  }
}

}  // namespace
}  // namespace steelyard::sdk

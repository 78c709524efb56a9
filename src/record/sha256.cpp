// SPDX-License-Identifier: Apache-2.0
#include "record/sha256.hpp"

#include "record/file_descriptor.hpp"
#include "record/journal.hpp"

#include <openssl/evp.h>

#include <array>
#include <stdexcept>
#include <vector>

namespace steelyard::record {

struct sha256::state {
  EVP_MD_CTX* context = EVP_MD_CTX_new();

  state() = default;

  ~state() { EVP_MD_CTX_free(context); }

  state(const state&) = delete;
  state& operator=(const state&) = delete;
};

sha256::sha256() : state_(std::make_unique<state>()) {
  if (state_->context == nullptr ||
      EVP_DigestInit_ex(state_->context, EVP_sha256(), nullptr) != 1) {
    throw std::runtime_error("libcrypto offers no SHA-256 here");
  }
}

sha256::~sha256() = default;
sha256::sha256(sha256&&) noexcept = default;
sha256& sha256::operator=(sha256&&) noexcept = default;

void sha256::add(std::string_view bytes) {
  if (EVP_DigestUpdate(state_->context, bytes.data(), bytes.size()) != 1) {
    throw std::runtime_error("libcrypto: SHA-256 update failed");
  }
}

std::string sha256::finish() {
  std::array<unsigned char, 32> bytes{};
  if (EVP_DigestFinal_ex(state_->context, bytes.data(), nullptr) != 1) {
    throw std::runtime_error("libcrypto: SHA-256 final failed");
  }
  std::string text = "sha256:";
  for (const unsigned char byte : bytes) {
    text += "0123456789abcdef"[byte >> 4U];
    text += "0123456789abcdef"[byte & 15U];
  }
  return text;
}

std::string sha256_of(std::string_view bytes) {
  sha256 hash;
  hash.add(bytes);
  return hash.finish();
}

std::string sha256_of_file(const std::filesystem::path& path) {
  const file_descriptor file(path, O_RDONLY);
  sha256 hash;
  std::vector<char> block(1U << 20U);
  while (true) {
    const ssize_t got = ::read(file.number(), block.data(), block.size());
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got < 0) {
      throw std::system_error(errno, std::generic_category(), path.string());
    }
    if (got == 0) {
      return hash.finish();
    }
    hash.add({block.data(), static_cast<std::size_t>(got)});
  }
}

}  // namespace steelyard::record

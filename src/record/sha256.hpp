// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace steelyard::record {

/// SHA-256 (FIPS 180-4) of bytes given piece by piece.
class sha256 {
 public:
  sha256();
  ~sha256();
  sha256(sha256&&) noexcept;
  sha256& operator=(sha256&&) noexcept;
  void add(std::string_view bytes);
  /// "sha256:" and 64 hex digits; afterwards the object may only be destroyed or assigned.
  [[nodiscard]] std::string finish();

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace steelyard::record

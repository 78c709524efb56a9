// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace steelyard::workload {

/// What two results are compared by. A hash can collide: equal digests are strong evidence, no
/// proof.
struct digest {
  std::optional<std::int64_t>
      sum;                 ///< sum of q[i] = 1024 y[i]; absent when some q[i] is no exact integer
  std::uint64_t hash = 0;  ///< over q, or over the bit patterns of y when `sum` is absent

  friend bool operator==(const digest&, const digest&) = default;
};

/// Source: docs/protocol.md, "call".
[[nodiscard]] digest digest_of(std::span<const double> y) noexcept;
[[nodiscard]] digest digest_of(std::span<const std::int64_t> q) noexcept;
/// "0x" and 16 lower-case hex digits.
[[nodiscard]] std::string hash_text(std::uint64_t hash);

}  // namespace steelyard::workload

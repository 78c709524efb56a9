// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace steelyard::analysis {

/// What an implementation needs beside the compiler it is written for; least first.
enum class dependency {
  standard_library,
  openmp,
  onetbb,
  rust_toolchain,
  rust_crates,
  python_standard_library,
  numpy_scipy,
  numba,
  other
};

/// From an explicit table of the study's implementations; an id it does not hold needs `other`.
/// Source: docs/method.md, "The pick".
[[nodiscard]] dependency dependency_of(std::string_view implementation) noexcept;

/// "dependency.openmp", the key of its words.
[[nodiscard]] std::string_view key_of(dependency value) noexcept;

}  // namespace steelyard::analysis

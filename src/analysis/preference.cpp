// SPDX-License-Identifier: Apache-2.0
#include "analysis/preference.hpp"

#include <array>
#include <cstddef>

namespace steelyard::analysis {
namespace {

struct row {
  std::string_view implementation;
  dependency needs;
};

constexpr std::array<row, 16> table = {{
    {"cpp-serial", dependency::standard_library},
    {"cpp-std-thread", dependency::standard_library},
    {"cpp-openmp-static", dependency::openmp},
    {"cpp-openmp-dynamic", dependency::openmp},
    {"cpp-onetbb", dependency::onetbb},
    {"rust-serial", dependency::rust_toolchain},
    {"rust-scoped-threads", dependency::rust_toolchain},
    {"rust-rayon", dependency::rust_crates},
    {"python-serial", dependency::python_standard_library},
    {"python-thread-pool", dependency::python_standard_library},
    {"python-process-copy", dependency::python_standard_library},
    {"python-process-shared", dependency::python_standard_library},
    {"numpy-serial", dependency::numpy_scipy},
    {"numpy-threads", dependency::numpy_scipy},
    {"numba-serial", dependency::numba},
    {"numba-prange", dependency::numba},
}};

constexpr std::array<std::string_view, 9> keys = {
    "dependency.standard_library",
    "dependency.openmp",
    "dependency.onetbb",
    "dependency.rust_toolchain",
    "dependency.rust_crates",
    "dependency.python_standard_library",
    "dependency.numpy_scipy",
    "dependency.numba",
    "dependency.other",
};

}  // namespace

dependency dependency_of(std::string_view implementation) noexcept {
  for (const row& candidate : table) {
    if (candidate.implementation == implementation) {
      return candidate.needs;
    }
  }
  return dependency::other;
}

std::string_view key_of(dependency value) noexcept {
  return keys[static_cast<std::size_t>(value)];
}

}  // namespace steelyard::analysis

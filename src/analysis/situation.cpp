// SPDX-License-Identifier: Apache-2.0
#include "analysis/situation.hpp"

#include <array>
#include <cstddef>

namespace steelyard::analysis {

std::string_view to_string(situation_kind kind) noexcept {
  constexpr std::array<std::string_view, 8> words = {"python_standard_operation",
                                                     "cpp_regular_loop",
                                                     "cpp_uneven_loop",
                                                     "rust",
                                                     "python_custom_loop",
                                                     "python_interpreted",
                                                     "one_shot_process",
                                                     "memory_first"};
  return words[static_cast<std::size_t>(kind)];
}

bool is_candidate(situation_kind kind, std::string_view implementation) noexcept {
  switch (kind) {
    case situation_kind::python_standard_operation:
      return implementation.starts_with("numpy-");
    case situation_kind::cpp_regular_loop:
    case situation_kind::cpp_uneven_loop:
      return implementation.starts_with("cpp-");
    case situation_kind::rust:
      return implementation.starts_with("rust-");
    case situation_kind::python_custom_loop:
      return implementation.starts_with("numba-");
    case situation_kind::python_interpreted:
      return implementation.starts_with("python-");
    case situation_kind::one_shot_process:
    case situation_kind::memory_first:
      break;
  }
  return true;
}

}  // namespace steelyard::analysis

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/figure.hpp"
#include "analysis/verdict.hpp"
#include "record/process.hpp"

#include <array>
#include <optional>
#include <string_view>

namespace steelyard::analysis {

/// What ties a user's hands, or what matters most to him. Order of the published selection table.
enum class situation_kind {
  python_standard_operation,
  cpp_regular_loop,
  cpp_uneven_loop,
  rust,
  python_custom_loop,
  python_interpreted,
  one_shot_process,
  memory_first
};

/// In the order of the published selection table.
inline constexpr std::array all_situations{situation_kind::python_standard_operation,
                                           situation_kind::cpp_regular_loop,
                                           situation_kind::cpp_uneven_loop,
                                           situation_kind::rust,
                                           situation_kind::python_custom_loop,
                                           situation_kind::python_interpreted,
                                           situation_kind::one_shot_process,
                                           situation_kind::memory_first};

/// "python_standard_operation" and so on; part of the keys of the sentences.
[[nodiscard]] std::string_view to_string(situation_kind kind) noexcept;

/// Whether an implementation is a candidate there; decided by its id.
[[nodiscard]] bool is_candidate(situation_kind kind, std::string_view implementation) noexcept;

/// The answer of one workload to one situation.
struct situation_summary {
  situation_kind kind = situation_kind::python_standard_operation;
  std::optional<record::cell> best;
  figure<double> value;  ///< warm ns; one-shot: setup + first ns; memory: peak PSS bytes
  std::optional<verdict> over_next;  ///< best against the next of the candidates; none for memory
};

}  // namespace steelyard::analysis

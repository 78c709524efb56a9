// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "advice/language.hpp"
#include "advice/number.hpp"
#include "analysis/remark.hpp"

#include <span>
#include <string>
#include <string_view>

namespace steelyard::advice {

/// One sentence or word of a catalogue; `{name}` is filled by the argument of that name.
struct entry {
  std::string_view key;
  std::string_view text;
};

/// Both have the same keys in the same order, and the same placeholders for each.
[[nodiscard]] std::span<const entry> english_catalogue() noexcept;
[[nodiscard]] std::span<const entry> chinese_catalogue() noexcept;

/// How something is said: language, numbers, and what becomes of foreign text.
struct manner {
  advice::language language = language::english;
  number_style numbers;
  std::string (*foreign)(std::string_view) =
      nullptr;  ///< escapes for the medium; never null in `say`
};

/// The words of a key that has no placeholders, or its template.
/// Errors: `std::logic_error` for a key that no catalogue has.
[[nodiscard]] std::string_view text_of(std::string_view key, language in);

/// The remark in words.
/// Errors: `std::logic_error` for an unknown key or a placeholder without its argument.
[[nodiscard]] std::string say(const analysis::remark& what, const manner& how);

}  // namespace steelyard::advice

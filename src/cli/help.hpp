// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace steelyard::cli {

/// One page of help: at most 40 lines of at most 100 columns. A test holds every page against the
/// options its verb accepts.
struct help_page {
  std::string_view verb;  ///< empty: the page shown without arguments
  std::string_view text;
};

[[nodiscard]] std::span<const help_page> help_pages();
/// The page of a verb. Errors: `usage_error` with the verbs and the nearest one.
[[nodiscard]] std::string_view help_of(std::string_view verb);

}  // namespace steelyard::cli

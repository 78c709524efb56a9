// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace steelyard::record {

/// The text with every ill-formed UTF-8 sequence replaced by U+FFFD; valid text is returned
/// unchanged. What a subject prints or a user names may hold any bytes; nothing else may enter
/// JSON.
[[nodiscard]] std::string valid_utf8(std::string_view bytes);

/// One line of JSON without a newline. Ill-formed strings are replaced, NaN and infinity become
/// null.
[[nodiscard]] std::string compact_text(const nlohmann::ordered_json& value);

/// Indented JSON ending in a newline, with the same guarantees: the form of whole files.
[[nodiscard]] std::string file_text(const nlohmann::ordered_json& value);

/// Parses untrusted JSON. Nesting is bounded because a destructor or printer recurses as deep.
/// Errors: `std::invalid_argument` with what is wrong and the byte offset.
[[nodiscard]] nlohmann::ordered_json parse_json(std::string_view text, std::size_t max_depth = 64);

}  // namespace steelyard::record

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace steelyard::protocol {

/// What one line may hold. Everything a well-meant message needs fits many times over; the limits
/// keep the memory and time that a hostile line can cost in proportion to its length.
struct line_limits {
  std::size_t bytes = std::size_t{64} << 20;
  std::size_t depth = 32;          ///< arrays and objects inside each other
  std::size_t values = 8'000'000;  ///< array elements and object members, empty containers included
  std::size_t members = 4096;      ///< of one object, whose members are searched in order
};

/// The JSON object in `line` (without its newline).
/// Errors: `message_error` for anything that is not one JSON object in UTF-8 within `limits`.
[[nodiscard]] nlohmann::ordered_json parse_line(std::string_view line,
                                                const line_limits& limits = {});

/// `message` as one line, newline included. Bytes that are not UTF-8 become U+FFFD.
/// Precondition: no NaN and no infinity inside; they would be written as null.
[[nodiscard]] std::string line_text(const nlohmann::ordered_json& message);

}  // namespace steelyard::protocol

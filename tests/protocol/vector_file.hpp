// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

/// Reading and judging of the shared vectors. Source: protocol/README.md.
namespace steelyard::vectors {

/// The vectors of one file under protocol/vectors/, such as "subject/open.jsonl".
[[nodiscard]] std::vector<nlohmann::ordered_json> vectors_of(const std::string& file);

/// The line that a step sends, or that a subject sent, from whichever field says it: `field`
/// ("request", "answer"), `line`, `line_hex` or `line_repeat`.
[[nodiscard]] std::string line_of(const nlohmann::ordered_json& step, const std::string& field);

/// Where and why `found` is not what `pattern` wants; nothing when it is.
[[nodiscard]] std::optional<std::string> mismatch(const nlohmann::ordered_json& pattern,
                                                  const nlohmann::ordered_json& found,
                                                  const std::string& path = "");

/// The bytes that `hex` spells.
[[nodiscard]] std::string bytes_of(const std::string& hex);

}  // namespace steelyard::vectors

// SPDX-License-Identifier: Apache-2.0
#include "record/text.hpp"

#include <algorithm>
#include <stdexcept>

namespace steelyard::record {
namespace {

using nlohmann::ordered_json;

std::string dump(const ordered_json& value, int indent) {
  return value.dump(indent, ' ', false, ordered_json::error_handler_t::replace);
}

std::size_t nesting_depth(std::string_view text) {
  std::size_t depth = 0;
  std::size_t deepest = 0;
  bool in_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char here = text[at];
    if (in_string) {
      if (here == '\\') {
        ++at;
      } else if (here == '"') {
        in_string = false;
      }
    } else if (here == '"') {
      in_string = true;
    } else if (here == '[' || here == '{') {
      deepest = std::max(deepest, ++depth);
    } else if ((here == ']' || here == '}') && depth > 0) {
      --depth;
    }
  }
  return deepest;
}

}  // namespace

std::string valid_utf8(std::string_view bytes) {
  // The JSON printer already knows the replacement rules of Unicode; a second decoder would differ
  // from it.
  return ordered_json::parse(dump(ordered_json(std::string(bytes)), -1)).get<std::string>();
}

std::string compact_text(const ordered_json& value) {
  return dump(value, -1);
}

std::string file_text(const ordered_json& value) {
  return dump(value, 1) + "\n";
}

ordered_json parse_json(std::string_view text, std::size_t max_depth) {
  if (nesting_depth(text) > max_depth) {
    throw std::invalid_argument("JSON nested deeper than " + std::to_string(max_depth) + " levels");
  }
  try {
    return ordered_json::parse(text);
  } catch (const ordered_json::parse_error& error) {
    throw std::invalid_argument("not valid JSON at byte " + std::to_string(error.byte));
  } catch (const ordered_json::exception& error) {
    throw std::invalid_argument(std::string("not valid JSON: ") + error.what());
  }
}

}  // namespace steelyard::record

// SPDX-License-Identifier: Apache-2.0
#include "protocol/line.hpp"

#include "protocol/message_error.hpp"

#include <vector>

namespace steelyard::protocol {
namespace {

/// Counts structure ahead of the JSON library, which has no limits of its own: its values are freed
/// and printed by recursion, and an object with n members costs n^2 comparisons.
class structure_count {
 public:
  explicit structure_count(const line_limits& limits) : limits_(limits) {}

  void take(char c) {
    if (in_string_) {
      in_string_ = escaped_ || c != '"';
      escaped_ = !escaped_ && c == '\\';
    } else if (c == '"') {
      in_string_ = true;
    } else {
      take_outside_string(c);
    }
  }

 private:
  void take_outside_string(char c) {
    switch (c) {
      case '{':
      case '[':
        members_.push_back(0);
        count_value();
        if (members_.size() > limits_.depth) {
          fail("deeper nesting", limits_.depth, " levels at most");
        }
        break;
      case '}':
      case ']':
        if (!members_.empty()) {
          members_.pop_back();
        }
        break;
      case ':':
        if (!members_.empty() && ++members_.back() > limits_.members) {
          fail("an object with more", limits_.members, " members at most");
        }
        break;
      case ',':
        count_value();
        break;
      case '\0':
        // The JSON library takes it for the end of the text.
        throw message_error("", "a NUL byte", "a JSON object in UTF-8");
      default:
        break;
    }
  }

  void count_value() {
    if (++values_ > limits_.values) {
      fail("more values", limits_.values, " at most");
    }
  }

  [[noreturn]] static void fail(const char* found, std::size_t limit, const char* unit) {
    throw message_error("", found, std::to_string(limit) + unit);
  }

  line_limits limits_;
  std::vector<std::size_t> members_;
  std::size_t values_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;
};

}  // namespace

nlohmann::ordered_json parse_line(std::string_view line, const line_limits& limits) {
  if (line.size() > limits.bytes) {
    throw message_error("",
                        std::to_string(line.size()) + " bytes",
                        std::to_string(limits.bytes) + " bytes at most");
  }
  structure_count structure(limits);
  for (const char c : line) {
    structure.take(c);
  }
  nlohmann::ordered_json value;
  try {
    value = nlohmann::ordered_json::parse(line);
  } catch (const nlohmann::json::parse_error& error) {
    throw message_error(
        "", "no valid JSON at byte " + std::to_string(error.byte), "a JSON object in UTF-8");
  } catch (const nlohmann::json::exception&) {
    // The one other failure of parse(): a number that no float64 holds, such as 1e999.
    throw message_error("", "a number out of range", "numbers that fit into 64 bits");
  }
  if (!value.is_object()) {
    throw message_error("", std::string("JSON of type ") + value.type_name(), "a JSON object");
  }
  return value;
}

std::string line_text(const nlohmann::ordered_json& message) {
  return message.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace steelyard::protocol

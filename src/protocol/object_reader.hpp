// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace steelyard::protocol {

/// Bounds of a whole number, both allowed.
struct whole_range {
  std::uint64_t least = 0;
  std::uint64_t most = 9'007'199'254'740'992;  ///< 2^53: what every JSON reader keeps exactly
};

/// Reads the fields of one JSON object, each with its type and bounds; every failure is a
/// `message_error` that names the field. Fields that nobody asks for are ignored.
class object_reader {
 public:
  /// \param object  looked at, must outlive the reader.
  /// \param path    of the object in its message; empty for the message itself.
  explicit object_reader(const nlohmann::ordered_json& object, std::string path = "");

  /// `nullptr` when the field is absent.
  [[nodiscard]] const nlohmann::ordered_json* find(std::string_view key) const;
  [[nodiscard]] const nlohmann::ordered_json& at(std::string_view key) const;
  [[nodiscard]] std::string path_of(std::string_view key) const;

  [[nodiscard]] std::string text(std::string_view key) const;
  /// Empty when the field is absent or null.
  [[nodiscard]] std::string text_or_empty(std::string_view key) const;
  [[nodiscard]] std::string text_of(std::string_view key,
                                    std::initializer_list<std::string_view> allowed) const;
  [[nodiscard]] bool boolean(std::string_view key) const;
  [[nodiscard]] std::uint64_t whole(std::string_view key, whole_range range = {}) const;
  [[nodiscard]] std::uint64_t whole_or(std::string_view key,
                                       std::uint64_t absent,
                                       whole_range range = {}) const;
  [[nodiscard]] std::int64_t nanoseconds(std::string_view key) const;
  /// A finite number in [least, most].
  [[nodiscard]] double number(std::string_view key, double least, double most) const;
  [[nodiscard]] object_reader object(std::string_view key) const;
  /// The field as it is; an empty object when absent.
  [[nodiscard]] nlohmann::ordered_json object_or_empty(std::string_view key) const;
  [[nodiscard]] std::vector<object_reader> objects(std::string_view key) const;
  [[nodiscard]] std::vector<std::string> texts(std::string_view key) const;
  [[nodiscard]] std::vector<std::int64_t> nanosecond_list(std::string_view key) const;
  /// CPU numbers.
  [[nodiscard]] std::vector<std::uint32_t> cpus(std::string_view key) const;

  [[noreturn]] void fail(std::string_view key, const std::string& expected) const;

 private:
  [[nodiscard]] const nlohmann::ordered_json& array_at(std::string_view key) const;

  const nlohmann::ordered_json* object_;
  std::string path_;
};

/// What `value` is, for a message: short, printable, one line.
[[nodiscard]] std::string description_of(const nlohmann::ordered_json& value);

}  // namespace steelyard::protocol

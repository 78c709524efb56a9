// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace steelyard::record {

/// Typed reading of a JSON value that came from a file. Every failure is a `std::invalid_argument`
/// that names the field by its path ("noise.sentinel_ns") and says what was expected.
class json_field {
 public:
  /// Looks at `value`, which must outlive this object.
  json_field(const nlohmann::ordered_json& value, std::string path)
      : value_(&value), path_(std::move(path)) {}

  /// The member of an object; missing is an error.
  [[nodiscard]] json_field at(std::string_view name) const;
  /// The member, or nothing when it is missing or null.
  [[nodiscard]] std::optional<json_field> find(std::string_view name) const;
  [[nodiscard]] std::vector<json_field> elements() const;

  [[nodiscard]] std::string text() const;
  [[nodiscard]] bool truth() const;
  [[nodiscard]] double number() const;
  [[nodiscard]] std::int64_t integer() const;
  [[nodiscard]] std::uint64_t natural() const;
  [[nodiscard]] std::uint32_t natural32() const;
  [[nodiscard]] const nlohmann::ordered_json& object() const;

  [[nodiscard]] const nlohmann::ordered_json& any() const { return *value_; }

  [[nodiscard]] std::vector<std::string> texts() const;
  [[nodiscard]] std::vector<std::int64_t> integers() const;
  [[nodiscard]] std::vector<std::uint32_t> naturals32() const;

  [[nodiscard]] std::optional<std::int64_t> integer_or_none(std::string_view name) const;
  [[nodiscard]] std::optional<double> number_or_none(std::string_view name) const;

  [[nodiscard]] const std::string& path() const noexcept { return path_; }

  [[noreturn]] void fail(const std::string& expected) const;

 private:
  const nlohmann::ordered_json* value_;
  std::string path_;
};

/// The value, or null when there is none. A double that is not finite is none: it never reaches a
/// file.
template <typename Value>
[[nodiscard]] nlohmann::ordered_json or_null(const std::optional<Value>& value) {
  if (!value) {
    return nullptr;
  }
  if constexpr (std::floating_point<Value>) {
    const auto largest = std::numeric_limits<Value>::max();
    if (!(*value >= -largest && *value <= largest)) {
      return nullptr;
    }
  }
  return *value;
}

}  // namespace steelyard::record

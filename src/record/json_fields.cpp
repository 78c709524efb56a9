// SPDX-License-Identifier: Apache-2.0
#include "record/json_fields.hpp"

#include <stdexcept>

namespace steelyard::record {

using nlohmann::ordered_json;

void json_field::fail(const std::string& expected) const {
  throw std::invalid_argument(
      (path_.empty() ? std::string("the value") : "field \"" + path_ + "\"") + ": expected " +
      expected + ", found " + value_->type_name());
}

json_field json_field::at(std::string_view name) const {
  const std::string path = path_.empty() ? std::string(name) : path_ + "." + std::string(name);
  if (!value_->is_object()) {
    fail("an object");
  }
  const auto found = value_->find(name);
  if (found == value_->end()) {
    throw std::invalid_argument("field \"" + path + "\" is missing");
  }
  return {*found, path};
}

std::optional<json_field> json_field::find(std::string_view name) const {
  if (!value_->is_object()) {
    fail("an object");
  }
  const auto found = value_->find(name);
  if (found == value_->end() || found->is_null()) {
    return std::nullopt;
  }
  return at(name);
}

std::vector<json_field> json_field::elements() const {
  if (!value_->is_array()) {
    fail("an array");
  }
  std::vector<json_field> result;
  result.reserve(value_->size());
  for (const ordered_json& element : *value_) {
    result.emplace_back(element, path_ + "[" + std::to_string(result.size()) + "]");
  }
  return result;
}

std::string json_field::text() const {
  if (!value_->is_string()) {
    fail("a string");
  }
  return value_->get<std::string>();
}

bool json_field::truth() const {
  if (!value_->is_boolean()) {
    fail("true or false");
  }
  return value_->get<bool>();
}

double json_field::number() const {
  if (!value_->is_number()) {
    fail("a number");
  }
  return value_->get<double>();
}

std::int64_t json_field::integer() const {
  // The parser keeps non-negative literals as unsigned; beyond int64 they would wrap.
  if (!value_->is_number_integer() ||
      (value_->is_number_unsigned() &&
       value_->get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX))) {
    fail("a 64-bit integer");
  }
  return value_->get<std::int64_t>();
}

std::uint64_t json_field::natural() const {
  if (!value_->is_number_integer() ||
      (!value_->is_number_unsigned() && value_->get<std::int64_t>() < 0)) {
    fail("a non-negative integer");
  }
  return value_->get<std::uint64_t>();
}

std::uint32_t json_field::natural32() const {
  const std::uint64_t value = natural();
  if (value > UINT32_MAX) {
    fail("an integer of at most 4294967295");
  }
  return static_cast<std::uint32_t>(value);
}

const ordered_json& json_field::object() const {
  if (!value_->is_object()) {
    fail("an object");
  }
  return *value_;
}

std::vector<std::string> json_field::texts() const {
  std::vector<std::string> result;
  for (const json_field& element : elements()) {
    result.push_back(element.text());
  }
  return result;
}

std::vector<std::int64_t> json_field::integers() const {
  if (!value_->is_array()) {
    fail("an array");
  }
  // Sample arrays have up to a million elements: no path is built unless one is wrong.
  std::vector<std::int64_t> result;
  result.reserve(value_->size());
  for (const ordered_json& element : *value_) {
    result.push_back(json_field(element, path_).integer());
  }
  return result;
}

std::vector<std::uint32_t> json_field::naturals32() const {
  std::vector<std::uint32_t> result;
  for (const json_field& element : elements()) {
    result.push_back(element.natural32());
  }
  return result;
}

std::optional<std::int64_t> json_field::integer_or_none(std::string_view name) const {
  const auto field = find(name);
  return field ? std::optional(field->integer()) : std::nullopt;
}

std::optional<double> json_field::number_or_none(std::string_view name) const {
  const auto field = find(name);
  return field ? std::optional(field->number()) : std::nullopt;
}

}  // namespace steelyard::record

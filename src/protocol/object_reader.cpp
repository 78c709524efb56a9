// SPDX-License-Identifier: Apache-2.0
#include "protocol/object_reader.hpp"

#include "protocol/message_error.hpp"

#include <algorithm>
#include <utility>

namespace steelyard::protocol {
namespace {

using json = nlohmann::ordered_json;

constexpr std::uint32_t cpu_limit = 1U << 20;

[[noreturn]] void fail_at(const std::string& path, const json& value, const std::string& expected) {
  throw message_error(path, description_of(value), expected);
}

std::string expectation(whole_range range) {
  return "a whole number from " + std::to_string(range.least) + " to " + std::to_string(range.most);
}

std::uint64_t whole_of(const json& value, const std::string& path, whole_range range) {
  // A non-negative integer is stored as unsigned by the parser; floats such as 2.0 are refused
  // because readers in other languages would disagree on them.
  const bool is_whole =
      value.is_number_unsigned() || (value.is_number_integer() && value.get<std::int64_t>() >= 0);
  if (!is_whole) {
    fail_at(path, value, expectation(range));
  }
  const auto number = value.get<std::uint64_t>();
  if (number < range.least || number > range.most) {
    fail_at(path, value, expectation(range));
  }
  return number;
}

std::string element_path(const std::string& path, std::size_t index) {
  return path + '[' + std::to_string(index) + ']';
}

const json& checked_object(const json& value, const std::string& path) {
  if (!value.is_object()) {
    fail_at(path, value, "an object");
  }
  return value;
}

}  // namespace

std::string description_of(const json& value) {
  constexpr std::size_t longest = 60;
  if (value.is_array()) {
    return "an array of " + std::to_string(value.size());
  }
  if (value.is_object()) {
    return "an object of " + std::to_string(value.size());
  }
  if (const auto* text = value.get_ptr<const std::string*>(); text != nullptr) {
    const bool is_long = text->size() > longest;
    const json shown = text->substr(0, longest);
    return shown.dump(-1, ' ', true, json::error_handler_t::replace) + (is_long ? "..." : "");
  }
  return value.dump();
}

object_reader::object_reader(const json& object, std::string path)
    : object_(&checked_object(object, path)), path_(std::move(path)) {}

const json* object_reader::find(std::string_view key) const {
  const auto& members = object_->get_ref<const json::object_t&>();
  const auto found = std::find_if(
      members.begin(), members.end(), [&](const auto& member) { return member.first == key; });
  return found == members.end() ? nullptr : &found->second;
}

const json& object_reader::at(std::string_view key) const {
  const json* value = find(key);
  if (value == nullptr) {
    throw message_error(path_of(key), "nothing", "this field");
  }
  return *value;
}

std::string object_reader::path_of(std::string_view key) const {
  return path_.empty() ? std::string(key) : path_ + '.' + std::string(key);
}

std::string object_reader::text(std::string_view key) const {
  const json& value = at(key);
  if (!value.is_string()) {
    fail(key, "a string");
  }
  return value.get<std::string>();
}

std::string object_reader::text_or_empty(std::string_view key) const {
  const json* value = find(key);
  return value == nullptr || value->is_null() ? std::string() : text(key);
}

std::string object_reader::text_of(std::string_view key,
                                   std::initializer_list<std::string_view> allowed) const {
  std::string found = text(key);
  if (std::find(allowed.begin(), allowed.end(), found) != allowed.end()) {
    return found;
  }
  std::string expected;
  for (const std::string_view choice : allowed) {
    expected += (expected.empty() ? "\"" : " or \"") + std::string(choice) + '"';
  }
  fail(key, expected);
}

bool object_reader::boolean(std::string_view key) const {
  const json& value = at(key);
  if (!value.is_boolean()) {
    fail(key, "true or false");
  }
  return value.get<bool>();
}

std::uint64_t object_reader::whole(std::string_view key, whole_range range) const {
  return whole_of(at(key), path_of(key), range);
}

std::uint64_t object_reader::whole_or(std::string_view key,
                                      std::uint64_t absent,
                                      whole_range range) const {
  return find(key) == nullptr ? absent : whole(key, range);
}

std::int64_t object_reader::nanoseconds(std::string_view key) const {
  return static_cast<std::int64_t>(whole(key));
}

double object_reader::number(std::string_view key, double least, double most) const {
  const json& value = at(key);
  if (!value.is_number() || !(value.get<double>() >= least) || !(value.get<double>() <= most)) {
    fail(key, "a number from " + json(least).dump() + " to " + json(most).dump());
  }
  return value.get<double>();
}

object_reader object_reader::object(std::string_view key) const {
  return object_reader(at(key), path_of(key));
}

json object_reader::object_or_empty(std::string_view key) const {
  const json* value = find(key);
  return value == nullptr ? json::object() : checked_object(*value, path_of(key));
}

const json& object_reader::array_at(std::string_view key) const {
  const json& value = at(key);
  if (!value.is_array()) {
    fail(key, "an array");
  }
  return value;
}

std::vector<object_reader> object_reader::objects(std::string_view key) const {
  std::vector<object_reader> readers;
  for (const json& element : array_at(key)) {
    readers.emplace_back(element, element_path(path_of(key), readers.size()));
  }
  return readers;
}

std::vector<std::string> object_reader::texts(std::string_view key) const {
  std::vector<std::string> found;
  for (const json& element : array_at(key)) {
    if (!element.is_string()) {
      fail_at(element_path(path_of(key), found.size()), element, "a string");
    }
    found.push_back(element.get<std::string>());
  }
  return found;
}

std::vector<std::int64_t> object_reader::nanosecond_list(std::string_view key) const {
  const json& array = array_at(key);
  std::vector<std::int64_t> found;
  found.reserve(array.size());
  for (const json& element : array) {
    // A negative number, too, is above the limit when read as unsigned.
    if (!element.is_number_integer() || element.get<std::uint64_t>() > whole_range{}.most) {
      fail_at(element_path(path_of(key), found.size()), element, expectation({}));
    }
    found.push_back(element.get<std::int64_t>());
  }
  return found;
}

std::vector<std::uint32_t> object_reader::cpus(std::string_view key) const {
  std::vector<std::uint32_t> found;
  for (const json& element : array_at(key)) {
    const std::string path = element_path(path_of(key), found.size());
    found.push_back(static_cast<std::uint32_t>(whole_of(element, path, {0, cpu_limit})));
  }
  return found;
}

void object_reader::fail(std::string_view key, const std::string& expected) const {
  const json* value = find(key);
  throw message_error(
      path_of(key), value == nullptr ? "nothing" : description_of(*value), expected);
}

}  // namespace steelyard::protocol

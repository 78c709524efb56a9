// SPDX-License-Identifier: Apache-2.0
#include "study/yaml_field.hpp"

#include "study/names.hpp"
#include "study/quantity.hpp"
#include "study/study_file.hpp"

#include <algorithm>

namespace steelyard::study {
namespace {

/// A value as it stands in a message: one line, and not the whole of a hostile file.
std::string shown(const YAML::Node& node) {
  if (node.IsMap()) {
    return "a mapping";
  }
  if (node.IsSequence()) {
    return node.size() == 0 ? "an empty list" : "a list";
  }
  if (!node.IsDefined() || node.IsNull() || node.Scalar().empty()) {
    return "nothing";
  }
  constexpr std::size_t longest = 60;
  std::string text = node.Scalar().substr(0, longest);
  for (char& letter : text) {
    if (static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f) {
      letter = '?';
    }
  }
  return "\"" + text + (node.Scalar().size() > longest ? "…" : "") + "\"";
}

std::vector<std::string> names_of(const std::vector<yaml_field::member>& members) {
  std::vector<std::string> names;
  for (const yaml_field::member& known : members) {
    names.push_back(known.name);
  }
  return names;
}

}  // namespace

void yaml_field::fail_with(const std::string& message) const {
  throw study_file_error(*file_ + ":" + std::to_string(node_.Mark().line + 1) + ": " + message);
}

void yaml_field::fail(const std::string& expected) const {
  fail_with((name_.empty() ? std::string("the file") : name_) + ": expected " + expected +
            ", found " + shown(node_));
}

std::vector<yaml_field> yaml_field::members() const {
  if (!node_.IsMap() || node_.size() == 0) {
    fail("a mapping with at least one key");
  }
  std::vector<yaml_field> result;
  std::vector<std::string> seen;
  for (const auto& pair : node_) {
    const yaml_field key(pair.first, *file_, "key");
    const std::string name = key.scalar("a name");
    if (std::ranges::find(seen, name) != seen.end()) {
      key.fail_with("\"" + name + "\" is given twice");
    }
    seen.push_back(name);
    result.emplace_back(pair.second, *file_, name);
  }
  return result;
}

void yaml_field::read_members(const std::vector<member>& known) const {
  const std::vector<std::string> names = names_of(known);
  for (const yaml_field& field : members()) {
    const auto reader = std::ranges::find(known, field.name(), &member::name);
    if (reader == known.end()) {
      field.fail_with("unknown key " + shown(YAML::Node(field.name())) +
                      suggestion(field.name(), names) + " (accepted: " + listed(names) + ")");
    }
    reader->read(
        yaml_field(field.node_, *file_, name_.empty() ? field.name_ : name_ + "." + field.name_));
  }
}

std::string yaml_field::scalar(const std::string& expected) const {
  if (!node_.IsScalar() || node_.Scalar().empty()) {
    fail(expected);
  }
  return node_.Scalar();
}

std::string yaml_field::text() const {
  return scalar("a text");
}

std::uint64_t yaml_field::whole(std::uint64_t least, std::uint64_t most) const {
  const std::string expected =
      "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
  const auto value = whole_from(scalar(expected));
  if (!value || *value < least || *value > most) {
    fail(expected);
  }
  return *value;
}

std::uint32_t yaml_field::whole32(std::uint32_t least, std::uint32_t most) const {
  return static_cast<std::uint32_t>(whole(least, most));
}

double yaml_field::seconds() const {
  const std::string expected = "a duration such as 90s, 2m or 1h";
  const auto value = seconds_from(scalar(expected));
  if (!value) {
    fail(expected);
  }
  return *value;
}

std::int64_t yaml_field::bytes() const {
  const std::string expected = "a size such as 512M or 4G";
  const auto value = bytes_from(scalar(expected));
  if (!value) {
    fail(expected);
  }
  return *value;
}

double yaml_field::share() const {
  const std::string expected = "a share from 0 to under 1, such as 2% or 0.02";
  const auto value = share_from(scalar(expected));
  if (!value) {
    fail(expected);
  }
  return *value;
}

bool yaml_field::truth() const {
  return one_of({"true", "false"}) == "true";
}

std::string yaml_field::one_of(const std::vector<std::string>& accepted) const {
  const std::string expected = "one of " + listed(accepted);
  const std::string value = scalar(expected);
  if (std::ranges::find(accepted, value) == accepted.end()) {
    fail_with(name_ + ": expected " + expected + ", found " + shown(node_) +
              suggestion(value, accepted));
  }
  return value;
}

std::vector<yaml_field> yaml_field::elements() const {
  if (node_.IsScalar() && !node_.Scalar().empty()) {
    return {*this};
  }
  if (!node_.IsSequence() || node_.size() == 0) {
    fail("a list with at least one element");
  }
  std::vector<yaml_field> result;
  for (const auto& element : node_) {
    result.emplace_back(element, *file_, name_);
  }
  return result;
}

std::vector<std::string> yaml_field::texts() const {
  std::vector<std::string> result;
  for (const yaml_field& element : elements()) {
    result.push_back(element.text());
  }
  return result;
}

std::vector<std::uint64_t> yaml_field::wholes(std::uint64_t least, std::uint64_t most) const {
  std::vector<std::uint64_t> result;
  for (const yaml_field& element : elements()) {
    const std::uint64_t value = element.whole(least, most);
    if (std::ranges::find(result, value) != result.end()) {
      element.fail_with(name_ + ": " + std::to_string(value) + " is given twice");
    }
    result.push_back(value);
  }
  return result;
}

std::vector<std::uint32_t> yaml_field::wholes32(std::uint32_t least, std::uint32_t most) const {
  std::vector<std::uint32_t> result;
  for (const std::uint64_t value : wholes(least, most)) {
    result.push_back(static_cast<std::uint32_t>(value));
  }
  return result;
}

}  // namespace steelyard::study

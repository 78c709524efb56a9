// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <yaml-cpp/yaml.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace steelyard::study {

/// One value of a study file with its name and place; every failure says file, line, the value and
/// what would be accepted.
class yaml_field {
 public:
  yaml_field(YAML::Node node, const std::string& file, std::string name)
      : node_(std::move(node)), file_(&file), name_(std::move(name)) {}

  using member_reader = std::function<void(const yaml_field&)>;

  struct member {
    std::string name;
    member_reader read;
  };

  /// Gives each member of a mapping to the reader of its name.
  void read_members(const std::vector<member>& known) const;
  /// The members of a mapping with free names.
  [[nodiscard]] std::vector<yaml_field> members() const;

  [[nodiscard]] bool is_mapping() const { return node_.IsMap(); }

  [[nodiscard]] bool is_list() const { return node_.IsSequence(); }

  [[nodiscard]] const std::string& name() const noexcept { return name_; }

  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::uint64_t whole(std::uint64_t least, std::uint64_t most) const;
  [[nodiscard]] std::uint32_t whole32(std::uint32_t least, std::uint32_t most) const;
  [[nodiscard]] double seconds() const;
  [[nodiscard]] std::int64_t bytes() const;
  [[nodiscard]] double share() const;
  [[nodiscard]] bool truth() const;
  [[nodiscard]] std::string one_of(const std::vector<std::string>& accepted) const;
  /// A list with at least one element; a single scalar is a list of one.
  [[nodiscard]] std::vector<yaml_field> elements() const;
  [[nodiscard]] std::vector<std::string> texts() const;
  /// Without repetitions.
  [[nodiscard]] std::vector<std::uint64_t> wholes(std::uint64_t least, std::uint64_t most) const;
  [[nodiscard]] std::vector<std::uint32_t> wholes32(std::uint32_t least, std::uint32_t most) const;

  [[noreturn]] void fail(const std::string& expected) const;
  [[noreturn]] void fail_with(const std::string& message) const;

 private:
  [[nodiscard]] std::string scalar(const std::string& expected) const;

  YAML::Node node_;
  const std::string* file_;
  std::string name_;
};

}  // namespace steelyard::study

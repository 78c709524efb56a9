// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/small_file.hpp"
#include "record/run.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace steelyard::measure {

/// Collects facts under one root.
class fact_list {
 public:
  /// What a file's text says; empty when the text is not what it should be.
  using meaning = std::function<std::optional<nlohmann::ordered_json>(const std::string& text)>;

  explicit fact_list(std::filesystem::path root) : root_(std::move(root)) {}

  /// A fact read from one file, named as it is outside tests.
  void add_file(std::string name, const std::string& path, const meaning& read);
  void add_value(std::string name, nlohmann::ordered_json value, std::string source);
  void add_missing(std::string name, std::string reason, std::string source);
  /// From `value` when there is one, else missing for `reason`.
  void add(std::string name,
           std::optional<nlohmann::ordered_json> value,
           std::string source,
           std::string reason);

  [[nodiscard]] const std::filesystem::path& root() const noexcept { return root_; }

  [[nodiscard]] std::vector<record::fact> take() noexcept { return std::move(facts_); }

 private:
  std::filesystem::path root_;
  std::vector<record::fact> facts_;
};

/// Why there is no text in a file that is called `path` outside tests.
[[nodiscard]] std::string reason_of(const small_file& file, const std::string& path);

/// Valid UTF-8 without control characters, at most 200 bytes: sysfs may hold anything.
[[nodiscard]] std::string clean_text(std::string_view text);

}  // namespace steelyard::measure

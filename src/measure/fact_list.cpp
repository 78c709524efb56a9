// SPDX-License-Identifier: Apache-2.0
#include "measure/fact_list.hpp"

#include <algorithm>
#include <cerrno>

namespace steelyard::measure {

std::string reason_of(const small_file& file, const std::string& path) {
  const bool is_absent = file.error == ENOENT || file.error == ENOTDIR;
  return path + (is_absent ? " is not there" : ": " + file.not_readable);
}

std::string clean_text(std::string_view text) {
  std::string clean{text.substr(0, 200)};
  // Facts are short ASCII words; anything else would only be there by mischief or decay.
  std::ranges::replace_if(
      clean, [](char letter) { return letter < 0x20 || letter > 0x7e; }, '?');
  return clean;
}

void fact_list::add_value(std::string name, nlohmann::ordered_json value, std::string source) {
  facts_.push_back({std::move(name), std::move(value), std::move(source), {}});
}

void fact_list::add_missing(std::string name, std::string reason, std::string source) {
  facts_.push_back({std::move(name), nullptr, std::move(source), std::move(reason)});
}

void fact_list::add(std::string name,
                    std::optional<nlohmann::ordered_json> value,
                    std::string source,
                    std::string reason) {
  if (value) {
    add_value(std::move(name), *std::move(value), std::move(source));
  } else {
    add_missing(std::move(name), std::move(reason), std::move(source));
  }
}

void fact_list::add_file(std::string name, const std::string& path, const meaning& read) {
  const small_file file = read_small_file(root_ / std::filesystem::path{path}.relative_path());
  if (!file.text) {
    add_missing(std::move(name), reason_of(file, path), path);
    return;
  }
  add(std::move(name),
      read(*file.text),
      path,
      "not what was expected there: '" + clean_text(*file.text) + "'");
}

}  // namespace steelyard::measure

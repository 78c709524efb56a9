// SPDX-License-Identifier: Apache-2.0
#include "vector_file.hpp"

#include <fstream>
#include <stdexcept>

namespace steelyard::vectors {
namespace {

using json = nlohmann::ordered_json;

std::optional<std::string> wrong(const std::string& path, const json& pattern, const json& found) {
  return path + ": wanted " + pattern.dump() + ", found " + found.dump();
}

std::optional<std::string> type_mismatch(const json& pattern,
                                         const json& found,
                                         const std::string& path) {
  const std::string type = pattern["$type"];
  const bool fits = (type == "integer" && found.is_number_integer()) ||
                    (type == "string" && found.is_string()) ||
                    (type == "object" && found.is_object());
  return fits ? std::nullopt : wrong(path, pattern, found);
}

std::optional<std::string> each_mismatch(const json& pattern,
                                         const json& found,
                                         const std::string& path) {
  if (!found.is_array() || (pattern.contains("count") && found.size() != pattern["count"]) ||
      (pattern.contains("at_least") && found.size() < pattern["at_least"])) {
    return wrong(path, pattern, found);
  }
  for (const json& element : found) {
    if (auto fault = mismatch(pattern["$each"], element, path + "[]")) {
      return fault;
    }
  }
  return std::nullopt;
}

std::optional<std::string> object_mismatch(const json& pattern,
                                           const json& found,
                                           const std::string& path) {
  for (const auto& [key, wanted] : pattern.items()) {
    if (!found.is_object() || !found.contains(key)) {
      return wrong(path + "." + key, wanted, found);
    }
    if (auto fault = mismatch(wanted, found[key], path + "." + key)) {
      return fault;
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<json> vectors_of(const std::string& file) {
  std::ifstream stream(STEELYARD_VECTORS_DIR "/" + file);
  std::vector<json> found;
  for (std::string line; std::getline(stream, line);) {
    found.push_back(json::parse(line));
  }
  if (found.empty()) {
    throw std::runtime_error("no vectors in " + file);
  }
  return found;
}

std::string bytes_of(const std::string& hex) {
  std::string bytes;
  for (std::size_t place = 0; place + 1 < hex.size(); place += 2) {
    bytes += static_cast<char>(std::stoi(hex.substr(place, 2), nullptr, 16));
  }
  return bytes;
}

std::string line_of(const json& step, const std::string& field) {
  if (step.contains(field)) {
    return step[field].dump();
  }
  if (step.contains("line")) {
    return step["line"];
  }
  if (step.contains("line_hex")) {
    return bytes_of(step["line_hex"]);
  }
  std::string line;
  for (const json& part : step.at("line_repeat")) {
    const std::string text = part[0];
    for (std::size_t times = part[1]; times > 0; --times) {
      line += text;
    }
  }
  return line;
}

std::optional<std::string> mismatch(const json& pattern,
                                    const json& found,
                                    const std::string& path) {
  if (pattern.is_object() && pattern.contains("$type")) {
    return type_mismatch(pattern, found, path);
  }
  if (pattern.is_object() && pattern.contains("$each")) {
    return each_mismatch(pattern, found, path);
  }
  if (pattern.is_object()) {
    return object_mismatch(pattern, found, path);
  }
  if (!pattern.is_array()) {
    const bool is_same_type = found.is_number_float() == pattern.is_number_float();
    return is_same_type && pattern == found ? std::nullopt : wrong(path, pattern, found);
  }
  if (!found.is_array() || pattern.size() != found.size()) {
    return wrong(path, pattern, found);
  }
  for (std::size_t index = 0; index < pattern.size(); ++index) {
    if (auto fault =
            mismatch(pattern[index], found[index], path + "[" + std::to_string(index) + "]")) {
      return fault;
    }
  }
  return std::nullopt;
}

}  // namespace steelyard::vectors

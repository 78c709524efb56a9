// SPDX-License-Identifier: Apache-2.0
#include "study/subjects_file.hpp"

#include "record/atomic_file.hpp"
#include "record/json_fields.hpp"
#include "record/text.hpp"

#include <algorithm>
#include <stdexcept>

namespace steelyard::study {
namespace {

using record::json_field;

constexpr std::string_view subjects_schema = "steelyard.subjects/1";
constexpr std::uintmax_t largest_subjects_file = 1U << 20U;

subject_entry entry_from(const json_field& field) {
  subject_entry result;
  result.name = field.at("name").text();
  result.language = field.at("language").text();
  for (const json_field& element : field.at("implementations").elements()) {
    result.implementations.push_back({element.at("id").text(), element.at("parallel").truth()});
  }
  if (const auto reason = field.find("unavailable")) {
    result.unavailable = reason->text();
    result.install = field.at("install").text();
    return result;
  }
  if (const auto missing = field.find("missing")) {
    result.missing = missing->text();
    result.install = field.at("install").text();
  }
  result.command = field.at("command").texts();
  if (result.command.empty() || result.command.front().empty()) {
    field.at("command").fail("a program and its arguments");
  }
  return result;
}

std::vector<subject_entry> entries_from(const json_field& field) {
  if (field.at("schema").text() != subjects_schema) {
    field.at("schema").fail("\"" + std::string(subjects_schema) + "\"");
  }
  std::vector<subject_entry> result;
  for (const json_field& element : field.at("subjects").elements()) {
    subject_entry entry = entry_from(element);
    if (std::ranges::find(result, entry.name, &subject_entry::name) != result.end()) {
      throw std::invalid_argument("subject \"" + entry.name + "\" is given twice");
    }
    result.push_back(std::move(entry));
  }
  return result;
}

}  // namespace

std::vector<subject_entry> read_subjects_file(const std::filesystem::path& path) {
  const std::string text = record::read_bounded_file(path, largest_subjects_file);
  try {
    const nlohmann::ordered_json value = record::parse_json(text);
    return entries_from(json_field(value, ""));
  } catch (const std::invalid_argument& error) {
    throw std::runtime_error(path.string() + ": " + error.what());
  }
}

std::vector<std::string> command_words(std::string_view line) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = '\0';
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char letter = line[at];
    const bool is_blank = letter == ' ' || letter == '\t';
    if (quote == '\0' && is_blank) {
      in_word = false;
      continue;
    }
    if (!in_word) {
      words.emplace_back();
      in_word = true;
    }
    if (letter == '\\' && quote != '\'' && at + 1 < line.size()) {
      words.back() += line[++at];
    } else if (quote != '\0' && letter == quote) {
      quote = '\0';
    } else if (quote == '\0' && (letter == '\'' || letter == '"')) {
      quote = letter;
    } else {
      words.back() += letter;
    }
  }
  if (quote != '\0') {
    throw std::invalid_argument("the command has an open quote: " + std::string(line));
  }
  if (words.empty() || words.front().empty()) {
    throw std::invalid_argument("the command of a subject is empty");
  }
  return words;
}

}  // namespace steelyard::study

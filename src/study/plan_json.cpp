// SPDX-License-Identifier: Apache-2.0
#include "record/json_fields.hpp"
#include "study/make_plan.hpp"

#include <array>
#include <stdexcept>

namespace steelyard::study {
namespace {

using nlohmann::ordered_json;
using record::json_field;

constexpr std::array<std::pair<protocol::validation, std::string_view>, 3> validation_words{{
    {protocol::validation::each, "each"},
    {protocol::validation::last, "last"},
    {protocol::validation::none, "none"},
}};

constexpr std::array<std::pair<record::purpose, std::string_view>, 3> purpose_words{{
    {record::purpose::timing, "timing"},
    {record::purpose::memory, "memory"},
    {record::purpose::sustained, "sustained"},
}};

template <typename Words, typename Value>
std::string_view word_of(const Words& words, Value value) {
  for (const auto& [known, word] : words) {
    if (known == value) {
      return word;
    }
  }
  throw std::invalid_argument("not an enumerator");
}

template <typename Words>
auto value_of(const Words& words, const json_field& field) {
  for (const auto& [known, word] : words) {
    if (word == field.text()) {
      return known;
    }
  }
  field.fail("a known word");
}

ordered_json json_of(const planned_cell& value) {
  return {{"workload", value.cell.workload},
          {"implementation", value.cell.implementation},
          {"workers", value.cell.workers},
          {"subject", value.subject},
          {"purpose", word_of(purpose_words, value.purpose)},
          {"warm_calls", value.calls.warm_calls},
          {"validate", word_of(validation_words, value.calls.validate)},
          {"loop_s", record::or_null(value.calls.loop_seconds)},
          {"hold_ns", value.calls.hold_ns},
          {"period", value.period},
          {"max_rounds", value.max_rounds},
          {"unavailable", value.unavailable},
          {"skipped", value.skipped},
          {"estimated_s", value.estimated_s}};
}

planned_cell cell_from(const json_field& field) {
  planned_cell result;
  result.cell = {field.at("workload").text(),
                 field.at("implementation").text(),
                 field.at("workers").natural32()};
  result.subject = field.at("subject").text();
  result.purpose = value_of(purpose_words, field.at("purpose"));
  result.calls.warm_calls = field.at("warm_calls").natural32();
  result.calls.validate = value_of(validation_words, field.at("validate"));
  result.calls.loop_seconds = field.number_or_none("loop_s");
  result.calls.hold_ns = field.at("hold_ns").integer();
  result.period = field.at("period").natural32();
  result.max_rounds = field.at("max_rounds").natural32();
  result.unavailable = field.at("unavailable").text();
  result.skipped = field.at("skipped").text();
  result.estimated_s = field.at("estimated_s").number();
  if (result.period == 0) {
    field.at("period").fail("a number of rounds over 0");
  }
  return result;
}

ordered_json cells_json(const std::vector<planned_cell>& cells) {
  ordered_json result = ordered_json::array();
  for (const planned_cell& cell : cells) {
    result.push_back(json_of(cell));
  }
  return result;
}

std::vector<planned_cell> cells_from(const json_field& field) {
  std::vector<planned_cell> result;
  for (const json_field& element : field.elements()) {
    result.push_back(cell_from(element));
  }
  return result;
}

std::vector<measure::subject_command> subjects_from(const ordered_json& subjects) {
  std::vector<measure::subject_command> result;
  for (const json_field& element : json_field(subjects, "subjects").elements()) {
    if (!element.find("unavailable")) {
      result.push_back({element.at("name").text(), element.at("command").texts()});
    }
  }
  return result;
}

}  // namespace

ordered_json execution_json(const plan& value) {
  return {{"cells", cells_json(value.cells)},
          {"memory_cells", cells_json(value.memory_cells)},
          {"memory_picks_only", value.memory_picks_only},
          {"budget_s", record::or_null(value.budget_s)},
          {"rounds", record::or_null(value.rounds)},
          {"min_rounds", value.min_rounds},
          {"max_rounds", value.max_rounds},
          {"timeout_ns", value.limits.timeout_ns},
          {"tree_rss_bytes", value.limits.tree_rss_bytes},
          {"available_memory_bytes", value.limits.available_memory_bytes},
          {"sentinel_steps", value.sentinel_steps},
          {"kernel", value.kernel},
          {"keep_env", value.keep_env},
          {"notices", value.notices}};
}

plan plan_from(const record::manifest& manifest) {
  const json_field field = json_field(manifest.plan, "plan").at("execution");
  plan result;
  result.manifest = manifest;
  result.subjects = subjects_from(manifest.subjects);
  result.cells = cells_from(field.at("cells"));
  result.memory_cells = cells_from(field.at("memory_cells"));
  result.memory_picks_only = field.at("memory_picks_only").truth();
  result.budget_s = field.number_or_none("budget_s");
  if (const auto rounds = field.find("rounds")) {
    result.rounds = rounds->natural32();
  }
  result.min_rounds = field.at("min_rounds").natural32();
  result.max_rounds = field.at("max_rounds").natural32();
  result.limits.timeout_ns = field.at("timeout_ns").integer();
  result.limits.tree_rss_bytes = field.at("tree_rss_bytes").integer();
  result.limits.available_memory_bytes = field.at("available_memory_bytes").integer();
  result.sentinel_steps = field.at("sentinel_steps").natural();
  result.kernel = field.at("kernel").text();
  result.keep_env = field.at("keep_env").texts();
  result.notices = field.at("notices").texts();
  return result;
}

}  // namespace steelyard::study

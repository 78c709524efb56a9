// SPDX-License-Identifier: Apache-2.0
#include "record/json_fields.hpp"
#include "record/run.hpp"
#include "record/text.hpp"

#include <cmath>
#include <stdexcept>

namespace steelyard::record {
namespace {

using nlohmann::ordered_json;

constexpr std::string_view manifest_schema = "steelyard.manifest/1";

ordered_json json_of(const fact& value) {
  return {{"name", valid_utf8(value.name)},
          {"value", value.value},
          {"source", valid_utf8(value.source)},
          {"not_readable", valid_utf8(value.not_readable)}};
}

fact fact_from(const json_field& field) {
  return {.name = field.at("name").text(),
          .value = field.at("value").any(),
          .source = field.at("source").text(),
          .not_readable = field.at("not_readable").text()};
}

ordered_json json_of(const implementation& value) {
  return {{"id", valid_utf8(value.id)},
          {"subject", valid_utf8(value.subject)},
          {"language", valid_utf8(value.language)},
          {"parallel", value.parallel},
          {"available", value.available},
          {"cost", valid_utf8(value.cost)},
          {"lifecycle", valid_utf8(value.lifecycle)},
          {"notes", valid_utf8(value.notes)},
          {"reason", valid_utf8(value.reason)},
          {"install", valid_utf8(value.install)}};
}

implementation implementation_from(const json_field& field) {
  return {.id = field.at("id").text(),
          .subject = field.at("subject").text(),
          .language = field.at("language").text(),
          .parallel = field.at("parallel").truth(),
          .available = field.at("available").truth(),
          .cost = field.at("cost").text(),
          .lifecycle = field.at("lifecycle").text(),
          .notes = field.at("notes").text(),
          .reason = field.at("reason").text(),
          .install = field.at("install").text()};
}

ordered_json json_of(const workload& value) {
  ordered_json shares = ordered_json::array();
  for (const auto& [workers, share] : value.fullest_share) {
    shares.push_back({{"workers", workers}, {"share", or_null(std::optional(share))}});
  }
  return {{"id", valid_utf8(value.id)},
          {"kind", valid_utf8(value.kind)},
          {"source", valid_utf8(value.source)},
          {"name", valid_utf8(value.name)},
          {"rows", value.rows},
          {"cols", value.cols},
          {"nnz", value.nnz},
          {"exact", value.exact},
          {"logical_bytes", value.logical_bytes},
          {"fullest_share", shares},
          {"facts", value.facts}};
}

workload workload_from(const json_field& field) {
  workload result{.id = field.at("id").text(),
                  .kind = field.at("kind").text(),
                  .source = field.at("source").text(),
                  .name = field.at("name").text(),
                  .rows = field.at("rows").natural(),
                  .cols = field.at("cols").natural(),
                  .nnz = field.at("nnz").natural(),
                  .exact = field.at("exact").truth(),
                  .logical_bytes = field.at("logical_bytes").natural(),
                  .fullest_share = {},
                  .facts = field.at("facts").object()};
  for (const json_field& element : field.at("fullest_share").elements()) {
    result.fullest_share.emplace_back(element.at("workers").natural32(),
                                      element.at("share").number());
  }
  return result;
}

template <typename Value>
ordered_json array_of(const std::vector<Value>& values) {
  ordered_json result = ordered_json::array();
  for (const Value& value : values) {
    result.push_back(json_of(value));
  }
  return result;
}

void read_lists(manifest& result, const json_field& field) {
  for (const json_field& element : field.at("workloads").elements()) {
    result.workloads.push_back(workload_from(element));
  }
  for (const json_field& element : field.at("implementations").elements()) {
    result.implementations.push_back(implementation_from(element));
  }
  for (const json_field& element : field.at("environment").elements()) {
    result.environment.push_back(fact_from(element));
  }
}

}  // namespace

ordered_json to_json(const manifest& value) {
  if (!std::isfinite(value.margin)) {
    throw std::invalid_argument("field \"margin\": not a finite number");
  }
  ordered_json command = ordered_json::array();
  for (const std::string& argument : value.command) {
    command.push_back(valid_utf8(argument));
  }
  return {{"schema", manifest_schema},
          {"run_id", valid_utf8(value.run_id)},
          {"created_utc", valid_utf8(value.created_utc)},
          {"tool_version", valid_utf8(value.tool_version)},
          {"git_commit", valid_utf8(value.git_commit)},
          {"command", command},
          {"study", valid_utf8(value.study)},
          {"profile", valid_utf8(value.profile)},
          {"seed", value.seed},
          {"cpus", value.cpus},
          {"margin", value.margin},
          {"reference", valid_utf8(value.reference)},
          {"plan", value.plan},
          {"subjects", value.subjects},
          {"workloads", array_of(value.workloads)},
          {"implementations", array_of(value.implementations)},
          {"environment", array_of(value.environment)}};
}

manifest manifest_from(const ordered_json& value) {
  const json_field field(value, "");
  manifest result;
  result.schema = field.at("schema").text();
  if (result.schema != manifest_schema) {
    throw std::invalid_argument("field \"schema\": expected \"" + std::string(manifest_schema) +
                                "\", found \"" + result.schema + "\"");
  }
  result.run_id = field.at("run_id").text();
  result.created_utc = field.at("created_utc").text();
  result.tool_version = field.at("tool_version").text();
  result.git_commit = field.at("git_commit").text();
  result.command = field.at("command").texts();
  result.study = field.at("study").text();
  result.profile = field.at("profile").text();
  result.seed = field.at("seed").natural();
  result.cpus = field.at("cpus").naturals32();
  result.margin = field.at("margin").number();
  result.reference = field.at("reference").text();
  result.plan = field.at("plan").any();
  result.subjects = field.at("subjects").any();
  read_lists(result, field);
  return result;
}

}  // namespace steelyard::record

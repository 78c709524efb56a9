// SPDX-License-Identifier: Apache-2.0
#include "study/study_file.hpp"

#include "study/yaml_field.hpp"

#include <algorithm>

namespace steelyard::study {
namespace {

constexpr std::uint32_t most_workers = 4096;
constexpr std::uint32_t most_rounds = 100'000;
constexpr std::uint32_t most_calls = 1'000'000;
constexpr std::uint64_t most_rows = 2'147'483'647;

size_choice sizes_from(const yaml_field& field) {
  size_choice result;
  if (!field.is_mapping()) {
    result.dense = field.wholes(1, most_rows);
    result.csr = result.dense;
    return result;
  }
  field.read_members({
      {"dense", [&](const yaml_field& value) { result.dense = value.wholes(1, most_rows); }},
      {"csr", [&](const yaml_field& value) { result.csr = value.wholes(1, most_rows); }},
  });
  return result;
}

worker_choice workers_from(const yaml_field& field) {
  if (field.is_list()) {
    worker_choice result{worker_rule::listed, field.wholes32(1, most_workers)};
    std::ranges::sort(result.counts);
    return result;
  }
  const std::string text = field.text();
  if (text == "cores") {
    return {worker_rule::cores, {}};
  }
  if (text == "all") {
    return {worker_rule::all, {}};
  }
  if (text.find_first_not_of("0123456789") != std::string::npos) {
    field.fail("cores, all or a list of numbers");
  }
  return {worker_rule::listed, field.wholes32(1, most_workers)};
}

memory_choice memory_from(const yaml_field& field) {
  const std::string word = field.one_of({"all", "picks", "none"});
  return word == "all"     ? memory_choice::all
         : word == "picks" ? memory_choice::picks
                           : memory_choice::none;
}

void read_interpreted(const yaml_field& field, profile_values& result) {
  field.read_members({
      {"warm_calls",
       [&](const yaml_field& value) {
         result.interpreted_warm_calls = value.whole32(1, most_calls);
       }},
      {"max_rounds",
       [&](const yaml_field& value) {
         result.interpreted_max_rounds = value.whole32(1, most_rounds);
       }},
  });
}

/// The readers of what a profile may fix.
std::vector<yaml_field::member> profile_members(profile_values& into) {
  return {
      {"sizes", [&](const yaml_field& value) { into.sizes = sizes_from(value); }},
      {"workers", [&](const yaml_field& value) { into.workers = workers_from(value); }},
      {"rounds", [&](const yaml_field& value) { into.rounds = value.whole32(1, most_rounds); }},
      {"budget", [&](const yaml_field& value) { into.budget_s = value.seconds(); }},
      {"min_rounds",
       [&](const yaml_field& value) { into.min_rounds = value.whole32(1, most_rounds); }},
      {"max_rounds",
       [&](const yaml_field& value) { into.max_rounds = value.whole32(1, most_rounds); }},
      {"warm_calls",
       [&](const yaml_field& value) { into.warm_calls = value.whole32(1, most_calls); }},
      {"interpreted", [&](const yaml_field& value) { read_interpreted(value, into); }},
      {"jit_period",
       [&](const yaml_field& value) { into.jit_period = value.whole32(1, most_rounds); }},
      {"loop", [&](const yaml_field& value) { into.loop_s = value.seconds(); }},
      {"parallel_only", [&](const yaml_field& value) { into.parallel_only = value.truth(); }},
      {"memory", [&](const yaml_field& value) { into.memory = memory_from(value); }},
  };
}

void read_implementations(const yaml_field& field, study_document& into) {
  if (!field.is_mapping()) {
    into.include = field.texts();
    return;
  }
  field.read_members({
      {"include", [&](const yaml_field& value) { into.include = value.texts(); }},
      {"exclude", [&](const yaml_field& value) { into.exclude = value.texts(); }},
  });
}

void read_guards(const yaml_field& field, study_document& into) {
  field.read_members({
      {"timeout", [&](const yaml_field& value) { into.timeout_s = value.seconds(); }},
      {"memory", [&](const yaml_field& value) { into.memory_guard_bytes = value.bytes(); }},
      {"min_free", [&](const yaml_field& value) { into.min_free_bytes = value.bytes(); }},
  });
}

void read_profiles(const yaml_field& field, study_document& into) {
  for (const yaml_field& profile : field.members()) {
    profile_values& values = into.profiles[profile.name()];
    profile.read_members(profile_members(values));
  }
}

std::vector<yaml_field::member> document_members(study_document& into, bool& has_version) {
  std::vector<yaml_field::member> members = {
      {"version",
       [&](const yaml_field& value) {
         (void)value.whole(1, 1);
         has_version = true;
       }},
      {"study", [&](const yaml_field& value) { into.study = value.one_of({"matvec"}); }},
      {"profile", [&](const yaml_field& value) { into.profile = value.text(); }},
      {"implementations", [&](const yaml_field& value) { read_implementations(value, into); }},
      {"workloads", [&](const yaml_field& value) { into.workloads = value.texts(); }},
      {"reference", [&](const yaml_field& value) { into.reference = value.text(); }},
      {"margin", [&](const yaml_field& value) { into.margin = value.share(); }},
      {"seed", [&](const yaml_field& value) { into.seed = value.whole(0, UINT64_MAX); }},
      {"cpus", [&](const yaml_field& value) { into.cpus = value.wholes32(0, most_workers); }},
      {"guards", [&](const yaml_field& value) { read_guards(value, into); }},
      {"subjects", [&](const yaml_field& value) { into.subjects = value.texts(); }},
      {"profiles", [&](const yaml_field& value) { read_profiles(value, into); }},
  };
  for (yaml_field::member& member : profile_members(into.values)) {
    members.push_back(std::move(member));
  }
  return members;
}

YAML::Node load(std::string_view text, const std::string& file) {
  try {
    const std::vector<YAML::Node> documents = YAML::LoadAll(std::string(text));
    if (documents.size() != 1) {
      throw study_file_error(file + ":1: expected one YAML document, found " +
                             std::to_string(documents.size()));
    }
    return documents.front();
  } catch (const YAML::Exception& error) {
    throw study_file_error(file + ":" + std::to_string(error.mark.line + 1) +
                           ": not valid YAML: " + error.msg);
  }
}

}  // namespace

study_document parse_study(std::string_view text, const std::string& file) {
  study_document result;
  result.file = file;
  bool has_version = false;
  const yaml_field root(load(text, file), file, "");
  root.read_members(document_members(result, has_version));
  if (!has_version) {
    root.fail_with("the key version is missing (accepted: 1)");
  }
  if (result.study.empty()) {
    root.fail_with("the key study is missing (accepted: matvec)");
  }
  return result;
}

}  // namespace steelyard::study

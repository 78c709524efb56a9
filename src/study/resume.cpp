// SPDX-License-Identifier: Apache-2.0
#include "study/resume.hpp"

#include "record/json_fields.hpp"
#include "study/make_plan.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace steelyard::study {
namespace {

using nlohmann::ordered_json;
using record::json_field;

std::map<std::string, ordered_json> by_name(const ordered_json& subjects) {
  std::map<std::string, ordered_json> result;
  for (const json_field& element : json_field(subjects, "subjects").elements()) {
    if (!element.find("unavailable")) {
      result[element.at("name").text()] = element.any();
    }
  }
  return result;
}

/// What is missing or other in `now`, in words.
void compare_subject(const std::string& name,
                     const ordered_json& before,
                     const ordered_json& now,
                     std::vector<std::string>& changes) {
  for (const json_field& file : json_field(before, name).at("files").elements()) {
    const std::string path = file.at("path").text();
    const auto& files = now.at("files");
    const auto same = std::ranges::find_if(
        files, [&](const ordered_json& known) { return known.at("path") == path; });
    if (same == files.end()) {
      changes.push_back("subject " + name + ": " + path + " is gone");
    } else if (same->at("sha256") != file.at("sha256").text()) {
      changes.push_back("subject " + name + ": " + path + " has changed");
    }
  }
  for (const char* field : {"version", "build"}) {
    const auto was = before.at("describe").find(field);
    const auto is = now.at("describe").find(field);
    const bool had = was != before.at("describe").end();
    const bool has = is != now.at("describe").end();
    if (had != has || (had && *was != *is)) {
      changes.push_back("subject " + name + ": its " + field + " has changed");
    }
  }
}

void compare_matrix(const record::workload& before,
                    const user_matrix* matrix,
                    std::vector<std::string>& changes) {
  if (matrix == nullptr) {
    changes.push_back("input " + before.id + ": the matrix is gone");
    return;
  }
  for (const char* fact : {"sha256", "x_sha256"}) {
    const auto was = before.facts.find(fact);
    const auto is = matrix->workload.facts.find(fact);
    const bool had = was != before.facts.end();
    const bool has = is != matrix->workload.facts.end();
    if (had != has || (had && *was != *is)) {
      changes.push_back("input " + before.id + ": the " +
                        (std::string(fact) == "sha256" ? "matrix" : "vector") + " has changed");
    }
  }
}

void compare_tool(const record::manifest& before,
                  const tool_build& now,
                  std::vector<std::string>& changes) {
  if (now.version != before.tool_version) {
    changes.push_back("steelyard: version " + now.version + " instead of " + before.tool_version);
  } else if (now.commit != before.git_commit) {
    const auto named = [](const std::string& commit) {
      return commit.empty() ? std::string("no checkout") : "commit " + commit;
    };
    changes.push_back("steelyard: " + named(now.commit) + " instead of " +
                      named(before.git_commit));
  }
}

std::string path_setting(const plan& value, const char* name) {
  return json_field(value.manifest.plan, "plan").at(name).at("value").text();
}

}  // namespace

plan stored_plan(const std::filesystem::path& run_directory) {
  const std::filesystem::path file = run_directory / "manifest.json";
  const record::manifest manifest = record::read_manifest(file);
  try {
    return plan_from(manifest);
  } catch (const std::invalid_argument& error) {
    throw std::runtime_error(file.string() + ": " + error.what());
  }
}

std::vector<subject_entry> stored_subjects(const plan& value) {
  std::vector<subject_entry> result;
  for (const measure::subject_command& command : value.subjects) {
    result.push_back({.name = command.name,
                      .language = {},
                      .command = command.argv,
                      .unavailable = {},
                      .missing = {},
                      .install = {},
                      .implementations = {}});
  }
  return result;
}

stored_matrix matrix_of(const plan& value) {
  return {path_setting(value, "matrix"), path_setting(value, "x")};
}

std::vector<std::string> changes_since(const plan& stored,
                                       const offer& offered,
                                       const machine_facts& machine,
                                       const user_matrix* matrix,
                                       const tool_build& tool) {
  std::vector<std::string> changes;
  compare_tool(stored.manifest, tool, changes);
  const std::map<std::string, ordered_json> before = by_name(stored.manifest.subjects);
  const std::map<std::string, ordered_json> now = by_name(offered.subjects_json);
  for (const auto& [name, subject] : before) {
    const auto found = now.find(name);
    if (found == now.end()) {
      changes.push_back("subject " + name + ": it does not answer any more");
    } else {
      compare_subject(name, subject, found->second, changes);
    }
  }
  for (const std::uint32_t cpu : stored.manifest.cpus) {
    if (std::ranges::find(machine.cpus, cpu, &cpu_place::cpu) == machine.cpus.end()) {
      changes.push_back("CPU set: CPU " + std::to_string(cpu) + " may not be used any more");
    }
  }
  if (machine.kernel != stored.kernel) {
    changes.push_back("kernel: " + machine.kernel + " instead of " + stored.kernel);
  }
  for (const record::workload& workload : stored.manifest.workloads) {
    if (workload.source == "prepared") {
      compare_matrix(workload, matrix, changes);
    }
  }
  return changes;
}

}  // namespace steelyard::study

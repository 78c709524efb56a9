// SPDX-License-Identifier: Apache-2.0
#include "cli/machine.hpp"
#include "cli/offered.hpp"
#include "cli/table.hpp"
#include "cli/values.hpp"
#include "cli/verb.hpp"
#include "study/make_plan.hpp"
#include "study/run_directory.hpp"

#include <fmt/format.h>

#include <map>
#include <memory>

namespace steelyard::cli {
namespace {

constexpr const char* study_name = "matvec";

study::plan plan_of_profile(const std::string& profile, const study::offer& offered) {
  study::request asked;
  asked.study = study_name;
  asked.profile = profile;
  return study::make_plan(study::resolve(asked, 0), offered, this_machine(), nullptr);
}

std::vector<std::string> profile_names() {
  std::vector<std::string> names;
  for (const auto& [name, values] : study::built_in_study(study_name).profiles) {
    names.push_back(name);
  }
  return names;
}

std::string what_is_missing(const record::implementation& row) {
  return row.install.empty() ? row.reason : fmt::format("{}; get it: {}", row.reason, row.install);
}

table implementations() {
  table listed{{"implementation", "workers", "available", "lifecycle, or what is missing"}, {}};
  const study::offer offered = offered_here({});
  for (const study::offered_implementation& offer : offered.implementations) {
    const record::implementation& row = offer.row;
    listed.rows.push_back({row.id,
                           row.parallel ? "parallel" : "one",
                           row.available ? "yes" : "no",
                           row.available ? row.lifecycle : what_is_missing(row)});
  }
  return listed;
}

table workloads() {
  table listed{{"workload", "kind", "rows", "columns", "stored entries", "bytes", "profiles"}, {}};
  const study::offer offered = offered_here({});
  std::map<std::string, std::string> profiles_of;
  std::vector<record::workload> found;
  for (const std::string& profile : profile_names()) {
    for (const record::workload& workload : plan_of_profile(profile, offered).manifest.workloads) {
      std::string& profiles = profiles_of[workload.id];
      if (profiles.empty()) {
        found.push_back(workload);
      }
      profiles += (profiles.empty() ? "" : ", ") + profile;
    }
  }
  for (const record::workload& workload : found) {
    listed.rows.push_back({workload.id,
                           workload.kind,
                           fmt::format("{}", workload.rows),
                           fmt::format("{}", workload.cols),
                           fmt::format("{}", workload.nnz),
                           fmt::format("{}", workload.logical_bytes),
                           profiles_of[workload.id]});
  }
  return listed;
}

table profiles() {
  table listed{{"profile", "workloads", "cells", "rounds", "budget"}, {}};
  const study::offer offered = offered_here({});
  for (const std::string& profile : profile_names()) {
    const study::plan planned = plan_of_profile(profile, offered);
    std::string names;
    for (const record::workload& workload : planned.manifest.workloads) {
      names += (names.empty() ? "" : ", ") + workload.id;
    }
    listed.rows.push_back({profile,
                           names,
                           fmt::format("{}", planned.cells.size()),
                           planned.rounds ? fmt::format("{}", *planned.rounds)
                                          : fmt::format("{} and more", planned.min_rounds),
                           planned.budget_s ? fmt::format("{:.0f}s", *planned.budget_s) : "none"});
  }
  return listed;
}

table runs() {
  table listed{{"run", "begun", "study", "profile"}, {}};
  for (const study::old_run& run : study::old_runs("runs")) {
    listed.rows.push_back({run.directory.string(), run.created_utc, run.study, run.profile});
  }
  return listed;
}

exit_code list(const std::string& what, const std::string& format) {
  table listed;
  if (what == "implementations") {
    listed = implementations();
  } else if (what == "workloads") {
    listed = workloads();
  } else if (what == "profiles") {
    listed = profiles();
  } else {
    listed = runs();
  }
  fmt::print("{}", format == "json" ? json_text(listed) : aligned_text(listed));
  return exit_code::done;
}

}  // namespace

void declare_list(CLI::App& root, action& chosen) {
  struct options {
    std::string what = "implementations";
    std::string format = "human";
  };

  const auto asked = std::make_shared<options>();
  CLI::App* verb = root.add_subcommand("list");
  verb->set_help_flag();
  verb->add_option_function<std::string>("what", [asked](const std::string& text) {
    asked->what = one_of(
        "list", text, std::vector<std::string>{"implementations", "workloads", "profiles", "runs"});
  });
  verb->add_option_function<std::string>("--format", [asked](const std::string& text) {
    asked->format = one_of("--format", text, std::vector<std::string>{"human", "json"});
  });
  verb->callback([asked, &chosen] {
    chosen = [asked](const program&) { return list(asked->what, asked->format); };
  });
}

}  // namespace steelyard::cli

// SPDX-License-Identifier: Apache-2.0
#include "study/settings.hpp"

#include "embedded/studies.hpp"
#include "record/atomic_file.hpp"
#include "study/names.hpp"

#include <algorithm>
#include <stdexcept>

namespace steelyard::study {
namespace {

constexpr std::uintmax_t largest_study_file = 1U << 20U;

/// The two documents and the profile that the values come from.
struct layers {
  const study_document& base;
  const study_document* user;
  const profile_values& profile;
  const profile_values* user_profile;
  std::string profile_source;
  std::string user_profile_source;

  [[nodiscard]] bool is_of_profile(const std::string& source) const {
    return source == profile_source || source == user_profile_source;
  }
};

/// Lays the sources of one value over one another; the first that has it wins.
template <typename Value>
class choice {
 public:
  choice& offer(const std::optional<Value>& value, const std::string& from) {
    if (value && !chosen_) {
      chosen_ = sourced<Value>{*value, from};
    }
    return *this;
  }

  [[nodiscard]] sourced<Value> otherwise(Value fallback) const {
    return chosen_ ? *chosen_ : sourced<Value>{std::move(fallback), "default"};
  }

  [[nodiscard]] sourced<std::optional<Value>> or_nothing() const {
    return chosen_ ? sourced<std::optional<Value>>{chosen_->value, chosen_->from}
                   : sourced<std::optional<Value>>{std::nullopt, "default"};
  }

 private:
  std::optional<sourced<Value>> chosen_;
};

template <typename Value>
choice<Value> chosen(const layers& from,
                     std::optional<Value> profile_values::*member,
                     const std::optional<Value>& flag,
                     const std::string& flag_name) {
  choice<Value> result;
  result.offer(flag, flag_name);
  if (from.user != nullptr) {
    result.offer(from.user->values.*member, from.user->file);
  }
  if (from.user_profile != nullptr) {
    result.offer(from.user_profile->*member, from.user_profile_source);
  }
  result.offer(from.profile.*member, from.profile_source);
  result.offer(from.base.values.*member, from.base.file);
  return result;
}

template <typename Value>
choice<Value> chosen(const layers& from,
                     std::optional<Value> study_document::*member,
                     const std::optional<Value>& flag,
                     const std::string& flag_name) {
  choice<Value> result;
  result.offer(flag, flag_name);
  if (from.user != nullptr) {
    result.offer(from.user->*member, from.user->file);
  }
  result.offer(from.base.*member, from.base.file);
  return result;
}

std::optional<std::vector<std::string>> if_any(const std::vector<std::string>& values) {
  return values.empty() ? std::nullopt : std::optional(values);
}

std::optional<size_choice> same_sizes(const std::optional<std::vector<std::uint64_t>>& sizes) {
  return sizes ? std::optional(size_choice{*sizes, *sizes}) : std::nullopt;
}

std::optional<worker_choice> listed_workers(
    const std::optional<std::vector<std::uint32_t>>& workers) {
  if (!workers) {
    return std::nullopt;
  }
  worker_choice result{worker_rule::listed, *workers};
  std::ranges::sort(result.counts);
  const auto repeated = std::ranges::unique(result.counts);
  result.counts.erase(repeated.begin(), repeated.end());
  return result;
}

void resolve_selection(settings& result, const request& asked, const layers& from) {
  const std::vector<std::string> nothing;
  result.include = chosen(from, &study_document::include, {}, "").otherwise({"*"});
  result.exclude = chosen(from, &study_document::exclude, {}, "").otherwise({});
  result.only = asked.only;
  result.skip = asked.skip;
  result.workloads =
      chosen(from, &study_document::workloads, if_any(asked.workloads), "--workloads")
          .otherwise({"*"});
  result.sizes =
      chosen(from, &profile_values::sizes, same_sizes(asked.sizes), "--sizes").otherwise({});
  result.workers =
      chosen(from, &profile_values::workers, listed_workers(asked.workers), "--workers")
          .otherwise({});
  result.workers_fit_cpus = result.workers.from == from.profile_source;
  result.reference =
      chosen(from, &study_document::reference, asked.reference, "--reference").otherwise("");
  result.cpus = chosen(from, &study_document::cpus, asked.cpus, "--cpus").or_nothing();
  result.subjects =
      chosen(from, &study_document::subjects, if_any(asked.extra_subjects), "--subject")
          .otherwise({});
  result.keep_env = asked.keep_env;
  result.matrix = asked.matrix;
  result.x = asked.x;
}

void resolve_lengths(settings& result, const request& asked, const layers& from) {
  result.rounds = chosen(from, &profile_values::rounds, asked.rounds, "--rounds").or_nothing();
  result.budget_s =
      chosen(from, &profile_values::budget_s, asked.budget_s, "--budget").or_nothing();
  const bool rounds_are_asked = result.rounds.value && !from.is_of_profile(result.rounds.from);
  const bool budget_is_asked = !from.is_of_profile(result.budget_s.from);
  if (rounds_are_asked && !budget_is_asked) {
    result.budget_s = {std::nullopt, "none, because the number of rounds is given"};
  }
  result.min_rounds = chosen(from, &profile_values::min_rounds, {}, "").otherwise(11);
  result.max_rounds = chosen(from, &profile_values::max_rounds, {}, "").otherwise(200);
  result.warm_calls = chosen(from, &profile_values::warm_calls, {}, "").otherwise(5);
  result.interpreted_warm_calls = chosen(from, &profile_values::interpreted_warm_calls, {}, "")
                                      .otherwise(result.warm_calls.value);
  result.interpreted_max_rounds =
      chosen(from, &profile_values::interpreted_max_rounds, {}, "").otherwise(0);
  result.jit_period = chosen(from, &profile_values::jit_period, {}, "").otherwise(1);
  result.loop_s = chosen(from, &profile_values::loop_s, {}, "").or_nothing();
}

void resolve_conduct(settings& result, const request& asked, const layers& from) {
  result.margin = chosen(from, &study_document::margin, asked.margin, "--margin").otherwise(0.02);
  result.timeout_s =
      chosen(from, &study_document::timeout_s, asked.timeout_s, "--timeout").otherwise(120);
  result.memory_guard_bytes =
      chosen(from, &study_document::memory_guard_bytes, asked.memory_guard_bytes, "--memory-guard")
          .otherwise(4LL << 30);
  result.min_free_bytes =
      chosen(from, &study_document::min_free_bytes, asked.min_free_bytes, "--min-free")
          .otherwise(2LL << 30);
  result.parallel_only = chosen(from, &profile_values::parallel_only, {}, "").otherwise(false);
  const std::optional<memory_choice> no_memory =
      asked.memory_pass ? std::nullopt : std::optional(memory_choice::none);
  result.memory = chosen(from, &profile_values::memory, no_memory, "--no-memory-pass")
                      .otherwise(memory_choice::none);
}

void check_ranges(const settings& value) {
  const auto require = [](bool holds, const std::string& message) {
    if (!holds) {
      throw std::invalid_argument(message);
    }
  };
  require(value.margin.value >= 0 && value.margin.value < 1,
          value.margin.from + ": the margin must be from 0 to under 1");
  require(!value.budget_s.value || *value.budget_s.value > 0,
          value.budget_s.from + ": the budget must be over 0 s");
  require(!value.rounds.value || *value.rounds.value > 0, value.rounds.from + ": at least 1 round");
  require(value.timeout_s.value > 0, value.timeout_s.from + ": the timeout must be over 0 s");
  require(value.memory_guard_bytes.value > 0 && value.min_free_bytes.value >= 0,
          "memory guards must not be negative");
  require(value.workers.value.rule != worker_rule::listed || !value.workers.value.counts.empty(),
          value.workers.from + ": at least one number of workers");
  for (const std::uint32_t workers : value.workers.value.counts) {
    require(
        workers >= 1 && workers <= 4096,
        value.workers.from + ": workers must be from 1 to 4096, found " + std::to_string(workers));
  }
  require(value.matrix.empty() ? value.x.empty() : true, "--x needs --matrix");
}

const profile_values& profile_named(const study_document& base,
                                    const study_document* user,
                                    const sourced<std::string>& name) {
  if (const auto found = base.profiles.find(name.value); found != base.profiles.end()) {
    return found->second;
  }
  if (user != nullptr) {
    if (const auto found = user->profiles.find(name.value); found != user->profiles.end()) {
      return found->second;
    }
  }
  std::vector<std::string> names;
  for (const study_document* document : {&base, user}) {
    if (document != nullptr) {
      for (const auto& [known, values] : document->profiles) {
        names.push_back(known);
      }
    }
  }
  throw std::invalid_argument(name.from + ": unknown profile \"" + name.value + "\"" +
                              suggestion(name.value, names) + " (accepted: " + listed(names) + ")");
}

nlohmann::ordered_json json_of(const size_choice& value) {
  return {{"dense", value.dense}, {"csr", value.csr}};
}

nlohmann::ordered_json json_of(const worker_choice& value) {
  switch (value.rule) {
    case worker_rule::cores:
      return "cores";
    case worker_rule::all:
      return "all";
    case worker_rule::listed:
      break;
  }
  return value.counts;
}

nlohmann::ordered_json json_of(memory_choice value) {
  switch (value) {
    case memory_choice::all:
      return "all";
    case memory_choice::picks:
      return "picks";
    case memory_choice::none:
      break;
  }
  return "none";
}

template <typename Value>
nlohmann::ordered_json json_of(const Value& value) {
  return value;
}

template <typename Value>
nlohmann::ordered_json json_of(const std::optional<Value>& value) {
  return value ? json_of(*value) : nlohmann::ordered_json(nullptr);
}

template <typename Value>
nlohmann::ordered_json entry(const sourced<Value>& value) {
  return {{"value", json_of(value.value)}, {"from", value.from}};
}

/// As a run may be resumed from another directory.
std::string absolute_path(const std::filesystem::path& path) {
  return path.empty() ? "" : std::filesystem::absolute(path).string();
}

nlohmann::ordered_json flag_entry(nlohmann::ordered_json value, const char* flag) {
  const bool given = !value.empty() && value != "";
  return {{"value", std::move(value)}, {"from", given ? flag : "default"}};
}

}  // namespace

study_document built_in_study(const std::string& name) {
  std::vector<std::string> names;
  for (const embedded::file& file : embedded::studies()) {
    names.emplace_back(file.name.substr(0, file.name.rfind('.')));
    if (names.back() == name) {
      return parse_study(file.text, "built-in study " + name);
    }
  }
  throw std::invalid_argument("unknown study \"" + name + "\"" + suggestion(name, names) +
                              " (accepted: " + listed(names) + ")");
}

study_document read_study(const std::filesystem::path& path) {
  return parse_study(record::read_bounded_file(path, largest_study_file), path.string());
}

settings resolve(const request& asked, std::uint64_t drawn_seed) {
  std::optional<study_document> user;
  if (!asked.study_file.empty()) {
    user = read_study(asked.study_file);
  }
  const study_document* user_document = user ? &*user : nullptr;
  settings result;
  result.study = user ? sourced<std::string>{user->study, user->file}
                      : sourced<std::string>{asked.study, "command line"};
  const study_document base = built_in_study(result.study.value);
  result.profile = choice<std::string>()
                       .offer(asked.profile, "--profile")
                       .offer(user ? user->profile : std::nullopt, user ? user->file : "")
                       .offer(base.profile, base.file)
                       .otherwise("quick");
  const profile_values* user_profile = nullptr;
  if (user && user->profiles.contains(result.profile.value)) {
    user_profile = &user->profiles.at(result.profile.value);
  }
  const layers from{base,
                    user_document,
                    profile_named(base, user_document, result.profile),
                    user_profile,
                    "profile " + result.profile.value,
                    (user ? user->file + ", " : "") + "profile " + result.profile.value};
  resolve_selection(result, asked, from);
  resolve_lengths(result, asked, from);
  resolve_conduct(result, asked, from);
  result.seed = chosen(from, &study_document::seed, asked.seed, "--seed").or_nothing().value
                    ? chosen(from, &study_document::seed, asked.seed, "--seed").otherwise(0)
                    : sourced<std::uint64_t>{drawn_seed, "drawn"};
  check_ranges(result);
  return result;
}

nlohmann::ordered_json to_json(const settings& value) {
  return {{"study", entry(value.study)},
          {"profile", entry(value.profile)},
          {"include", entry(value.include)},
          {"exclude", entry(value.exclude)},
          {"only", flag_entry(value.only, "--only")},
          {"skip", flag_entry(value.skip, "--skip")},
          {"workloads", entry(value.workloads)},
          {"sizes", entry(value.sizes)},
          {"workers", entry(value.workers)},
          {"rounds", entry(value.rounds)},
          {"budget_s", entry(value.budget_s)},
          {"seed", entry(value.seed)},
          {"margin", entry(value.margin)},
          {"reference", entry(value.reference)},
          {"cpus", entry(value.cpus)},
          {"timeout_s", entry(value.timeout_s)},
          {"memory_guard_bytes", entry(value.memory_guard_bytes)},
          {"min_free_bytes", entry(value.min_free_bytes)},
          {"min_rounds", entry(value.min_rounds)},
          {"max_rounds", entry(value.max_rounds)},
          {"warm_calls", entry(value.warm_calls)},
          {"interpreted_warm_calls", entry(value.interpreted_warm_calls)},
          {"interpreted_max_rounds", entry(value.interpreted_max_rounds)},
          {"jit_period", entry(value.jit_period)},
          {"loop_s", entry(value.loop_s)},
          {"parallel_only", entry(value.parallel_only)},
          {"memory", entry(value.memory)},
          {"subjects", entry(value.subjects)},
          {"keep_env", flag_entry(value.keep_env, "--keep-env")},
          {"matrix", flag_entry(absolute_path(value.matrix), "--matrix")},
          {"x", flag_entry(absolute_path(value.x), "--x")}};
}

std::string print_config(const settings& value) {
  std::string text;
  const nlohmann::ordered_json whole = to_json(value);
  for (const auto& [name, member] : whole.items()) {
    const std::string shown =
        member["value"].dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    text += name + ": " + shown + "  # " + member["from"].get<std::string>() + "\n";
  }
  return text;
}

}  // namespace steelyard::study

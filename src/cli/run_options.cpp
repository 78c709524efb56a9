// SPDX-License-Identifier: Apache-2.0
#include "cli/run_options.hpp"

#include "cli/usage_error.hpp"
#include "cli/values.hpp"
#include "measure/cpu_list.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <limits>
#include <stdexcept>
#include <utility>

namespace steelyard::cli {
namespace {

std::uint32_t small_number(std::string_view option, std::uint64_t value) {
  if (value > std::numeric_limits<std::uint32_t>::max()) {
    throw usage_error(fmt::format("{}: {} is too large", option, value));
  }
  return static_cast<std::uint32_t>(value);
}

std::vector<std::uint32_t> worker_counts(const std::string& text) {
  constexpr std::uint64_t most = 4096;
  std::vector<std::uint32_t> counts;
  for (const std::uint64_t count : positive_list("--workers", text)) {
    if (count > most) {
      throw usage_error(fmt::format("--workers: {} is over {}", count, most));
    }
    counts.push_back(static_cast<std::uint32_t>(count));
  }
  return counts;
}

std::filesystem::path readable(std::string_view option, const std::string& text) {
  if (!text.empty() && !std::filesystem::is_regular_file(text)) {
    throw usage_error(fmt::format("{}: '{}' is no file", option, text));
  }
  return text;
}

void lay_limits(const run_options& options, study::request& asked) {
  if (!options.timeout.empty()) {
    asked.timeout_s = duration_s("--timeout", options.timeout);
  }
  if (!options.memory_guard.empty()) {
    asked.memory_guard_bytes = size_bytes("--memory-guard", options.memory_guard);
  }
  if (!options.min_free.empty()) {
    asked.min_free_bytes = size_bytes("--min-free", options.min_free);
  }
  if (!options.keep_env.empty()) {
    asked.keep_env = text_list(options.keep_env);
  }
}

void lay_extent(const run_options& options, study::request& asked) {
  if (!options.profile.empty()) {
    asked.profile = options.profile;
  }
  if (!options.budget.empty()) {
    asked.budget_s = duration_s("--budget", options.budget);
  }
  if (!options.rounds.empty()) {
    asked.rounds = small_number("--rounds", positive_number("--rounds", options.rounds));
  }
  if (!options.seed.empty()) {
    asked.seed = whole_number("--seed", options.seed);
  }
  if (!options.margin.empty()) {
    asked.margin = share("--margin", options.margin);
  }
}

void lay_subject_matter(const run_options& options, study::request& asked) {
  if (!options.workloads.empty()) {
    asked.workloads = text_list(options.workloads);
  }
  if (!options.sizes.empty()) {
    asked.sizes = positive_list("--sizes", options.sizes);
  }
  if (!options.only.empty()) {
    asked.only = text_list(options.only);
  }
  if (!options.skip.empty()) {
    asked.skip = text_list(options.skip);
  }
  if (!options.workers.empty()) {
    asked.workers = worker_counts(options.workers);
  }
  if (!options.reference.empty()) {
    asked.reference = options.reference;
  }
  if (!options.matrix.empty() && (!options.sizes.empty() || !options.workloads.empty())) {
    throw usage_error(
        "--matrix replaces the built-in workloads; it goes without --sizes and --workloads");
  }
  if (options.matrix.empty() && !options.x.empty()) {
    throw usage_error("--x gives the vector of a user's matrix; it needs --matrix FILE");
  }
}

}  // namespace

void declare_answer_options(CLI::App& verb,
                            answer_options& options,
                            std::vector<std::string> formats) {
  verb.add_option_function<std::string>(
      "--format", [&options, formats = std::move(formats)](const std::string& text) {
        options.format = one_of("--format", text, formats);
      });
  verb.add_flag("--no-color", options.no_colour);
  verb.add_flag("--ascii", options.ascii);
}

void declare_language_option(CLI::App& verb, answer_options& options) {
  verb.add_option_function<std::string>("--lang", [&options](const std::string& text) {
    options.language = one_of("--lang", text, std::vector<std::string>{"en", "zh"});
  });
}

void declare_against_option(CLI::App& verb, answer_options& options) {
  verb.add_option_function<std::string>("--against", [&options](const std::string& text) {
    options.against = one_of("--against", text, std::vector<std::string>{"published"});
  });
}

void declare_run_options(CLI::App& verb, run_options& options) {
  verb.add_option("study", options.study);
  verb.add_option("--matrix", options.matrix);
  verb.add_option("--x", options.x);
  verb.add_option("--workloads", options.workloads);
  verb.add_option("--sizes", options.sizes);
  verb.add_option("--only", options.only);
  verb.add_option("--skip", options.skip);
  verb.add_option("--workers", options.workers);
  verb.add_option("--subject", options.subjects)->expected(1)->take_all();
  verb.add_option("--profile", options.profile);
  verb.add_option("--budget", options.budget);
  verb.add_option("--rounds", options.rounds);
  verb.add_option("--seed", options.seed);
  verb.add_option("--cpus", options.cpus);
  verb.add_option("--margin", options.margin);
  verb.add_option("--reference", options.reference);
  verb.add_flag("--no-memory-pass", options.no_memory_pass);
  verb.add_option("--timeout", options.timeout);
  verb.add_option("--memory-guard", options.memory_guard);
  verb.add_option("--min-free", options.min_free);
  verb.add_option("--keep-env", options.keep_env);
  verb.add_flag("--dry-run", options.dry_run);
  verb.add_flag("--print-config", options.print_config);
  declare_answer_options(verb, options.answer, {"human", "json"});
  declare_language_option(verb, options.answer);
  verb.add_option("--out", options.answer.out);
  declare_against_option(verb, options.answer);
  verb.add_flag("--strict", options.answer.strict);
  verb.add_flag("--quiet", options.answer.quiet);
}

std::vector<std::uint32_t> cpus_of(std::string_view option, const std::string& text) {
  std::vector<std::uint32_t> cpus;
  try {
    cpus = measure::parse_cpu_list(text);
  } catch (const std::invalid_argument& error) {
    throw usage_error(fmt::format("{}: {}", option, error.what()));
  }
  if (cpus.empty()) {
    throw usage_error(fmt::format("{}: '{}' names no CPU; write for example 0-3,8", option, text));
  }
  return cpus;
}

study::request request_of(const run_options& options) {
  study::request asked;
  const bool is_file = options.study.ends_with(".yaml") || options.study.ends_with(".yml") ||
                       options.study.find('/') != std::string::npos;
  if (is_file) {
    asked.study_file = readable("study", options.study);
  } else {
    asked.study = options.study;
  }
  lay_subject_matter(options, asked);
  lay_extent(options, asked);
  lay_limits(options, asked);
  asked.matrix = readable("--matrix", options.matrix);
  asked.x = readable("--x", options.x);
  asked.extra_subjects = options.subjects;
  asked.memory_pass = !options.no_memory_pass;
  if (!options.cpus.empty()) {
    asked.cpus = cpus_of("--cpus", options.cpus);
  }
  return asked;
}

}  // namespace steelyard::cli

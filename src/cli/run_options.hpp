// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "study/plan.hpp"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace steelyard::cli {

/// How an answer is shown; shared by the verbs that give one.
struct answer_options {
  std::string format = "human";
  std::string language;  ///< empty: from the environment
  std::string against;   ///< "published" or empty
  std::string out;
  bool strict = false;
  bool quiet = false;
  bool no_colour = false;
  bool ascii = false;
};

/// The options of `run` as typed.
struct run_options {
  std::string study = "matvec";
  std::string matrix;
  std::string x;
  std::string workloads;
  std::string sizes;
  std::string only;
  std::string skip;
  std::string workers;
  std::vector<std::string> subjects;
  std::string profile;
  std::string budget;
  std::string rounds;
  std::string seed;
  std::string cpus;
  std::string margin;
  std::string reference;
  bool no_memory_pass = false;
  std::string timeout;
  std::string memory_guard;
  std::string min_free;
  std::string keep_env;
  bool dry_run = false;
  bool print_config = false;
  answer_options answer;
};

/// --no-color, --ascii, and --format with these words.
void declare_answer_options(CLI::App& verb,
                            answer_options& options,
                            std::vector<std::string> formats);
/// --lang.
void declare_language_option(CLI::App& verb, answer_options& options);
/// --against published.
void declare_against_option(CLI::App& verb, answer_options& options);
void declare_run_options(CLI::App& verb, run_options& options);

/// The CPUs of a list such as "0-3,8". Errors: `usage_error`.
[[nodiscard]] std::vector<std::uint32_t> cpus_of(std::string_view option, const std::string& text);
/// Errors: `usage_error` naming the option, the value and what is accepted.
[[nodiscard]] study::request request_of(const run_options& options);

}  // namespace steelyard::cli

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "study/plan.hpp"
#include "study/study_file.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace steelyard::study {

/// A value and where it came from: "--budget", "my.yaml", "profile quick", "default".
template <typename Value>
struct sourced {
  Value value{};
  std::string from = "default";
};

/// A study as resolved: flag before file before profile before default.
struct settings {
  sourced<std::string> study;
  sourced<std::string> profile;
  sourced<std::vector<std::string>> include;  ///< globs over implementation ids
  sourced<std::vector<std::string>> exclude;
  std::vector<std::string> only;                ///< from --only; narrows `include`
  std::vector<std::string> skip;                ///< from --skip; widens `exclude`
  sourced<std::vector<std::string>> workloads;  ///< globs over names and ids
  sourced<size_choice> sizes;
  sourced<worker_choice> workers;
  bool workers_fit_cpus = false;  ///< of a built-in profile: counts above the CPU set are left out
  sourced<std::optional<std::uint32_t>> rounds;
  sourced<std::optional<double>> budget_s;
  sourced<std::uint64_t> seed;
  sourced<double> margin;
  sourced<std::string> reference;
  sourced<std::optional<std::vector<std::uint32_t>>>
      cpus;  ///< empty: all that this process may use
  sourced<double> timeout_s;
  sourced<std::int64_t> memory_guard_bytes;
  sourced<std::int64_t> min_free_bytes;
  sourced<std::uint32_t> min_rounds;
  sourced<std::uint32_t> max_rounds;
  sourced<std::uint32_t> warm_calls;
  sourced<std::uint32_t> interpreted_warm_calls;
  sourced<std::uint32_t> interpreted_max_rounds;  ///< 0: no own cap
  sourced<std::uint32_t> jit_period;
  sourced<std::optional<double>> loop_s;
  sourced<bool> parallel_only;
  sourced<memory_choice> memory;
  sourced<std::vector<std::string>> subjects;
  std::vector<std::string> keep_env;
  std::filesystem::path matrix;
  std::filesystem::path x;
};

/// The built-in study of that name. Errors: `std::invalid_argument` with the names there are.
[[nodiscard]] study_document built_in_study(const std::string& name);

/// Reads a study file of the user's. Errors: `std::runtime_error` when it cannot be read,
/// `study_file_error`.
[[nodiscard]] study_document read_study(const std::filesystem::path& path);

/// \param drawn_seed  the seed of a run that asks for none
/// Errors: `std::invalid_argument` for an unknown profile or a value out of range,
/// `study_file_error`.
[[nodiscard]] settings resolve(const request& asked, std::uint64_t drawn_seed);

/// Every value as `{"value":…,"from":…}`; paths of the user's files are absolute.
[[nodiscard]] nlohmann::ordered_json to_json(const settings& value);

/// The text of `--print-config`: a line a value, with its source.
[[nodiscard]] std::string print_config(const settings& value);

}  // namespace steelyard::study

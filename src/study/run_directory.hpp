// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "study/plan.hpp"

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace steelyard::study {

/// A directory made for a run; its name is the run's id.
struct run_place {
  std::filesystem::path directory;
  std::string run_id;       ///< "20260102T030405Z-00ff"
  std::string created_utc;  ///< ISO 8601
};

/// Makes ROOT/<UTC>-<4 hex>, or exactly `out`.
/// \param drawn  random bits for the name
/// Errors: `std::invalid_argument` when `out` is a file or a directory with something in it;
/// `std::filesystem::filesystem_error`.
[[nodiscard]] run_place make_run_directory(const std::filesystem::path& root,
                                           const std::optional<std::filesystem::path>& out,
                                           std::time_t now,
                                           std::uint32_t drawn);

/// Completes the manifest and writes it, before any process starts; in ROOT, `latest` then points
/// to the run. \param command  as typed Errors: `std::system_error` with the path.
void write_manifest(plan& value, const run_place& place, const std::vector<std::string>& command);

/// A former run, as `clean` lists it.
struct old_run {
  std::filesystem::path directory;
  std::string created_utc;
  std::string study;
  std::string profile;
  std::uintmax_t bytes = 0;
};

/// The runs in ROOT, oldest first: real directories (links are never followed) whose manifest is of
/// our schema, and that no session is writing.
[[nodiscard]] std::vector<old_run> old_runs(const std::filesystem::path& root);

/// Removes a run that `old_runs` listed, and `latest` if it pointed there. Links inside are
/// removed, not followed. Errors: `std::invalid_argument` when it is not such a run any more,
/// `std::filesystem::filesystem_error`.
void remove_run(const old_run& value);

}  // namespace steelyard::study

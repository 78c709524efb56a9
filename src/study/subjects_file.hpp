// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace steelyard::study {

/// An implementation that a subject is built to offer: what must be known where it cannot be asked.
struct listed_implementation {
  std::string id;
  bool parallel = false;
};

/// One subject as the set-up left it: a command, or why there is none.
struct subject_entry {
  std::string name;
  std::string language;
  std::vector<std::string> command;  ///< empty when unavailable
  std::string unavailable;           ///< reason
  std::string missing;               ///< what it runs without: why rows that need packages cannot
  std::string install;               ///< the line that installs what is unavailable or missing
  std::vector<listed_implementation> implementations;
};

/// Reads subjects.json, schema "steelyard.subjects/1".
/// Errors: `std::runtime_error` naming the file and what is wrong in it.
[[nodiscard]] std::vector<subject_entry> read_subjects_file(const std::filesystem::path& path);

/// A command line of the user's cut at blanks; quotes '…' and "…" keep blanks, a backslash any
/// character. Errors: `std::invalid_argument` for an empty command or an open quote.
[[nodiscard]] std::vector<std::string> command_words(std::string_view line);

}  // namespace steelyard::study

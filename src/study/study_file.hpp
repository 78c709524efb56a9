// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace steelyard::study {

/// Worker counts: a list, or a rule that looks at the CPU set.
enum class worker_rule { listed, cores, all };

struct worker_choice {
  worker_rule rule = worker_rule::cores;
  std::vector<std::uint32_t> counts;  ///< listed only, ascending

  friend bool operator==(const worker_choice&, const worker_choice&) = default;
};

/// Which cells get a separate launch for their peak memory.
enum class memory_choice { all, picks, none };

struct size_choice {
  std::vector<std::uint64_t> dense;
  std::vector<std::uint64_t> csr;

  friend bool operator==(const size_choice&, const size_choice&) = default;
};

/// What a profile fixes; a study file may give each of them at its top level too.
struct profile_values {
  std::optional<size_choice> sizes;
  std::optional<worker_choice> workers;
  std::optional<std::uint32_t> rounds;
  std::optional<double> budget_s;
  std::optional<std::uint32_t> min_rounds;
  std::optional<std::uint32_t> max_rounds;
  std::optional<std::uint32_t> warm_calls;
  std::optional<std::uint32_t> interpreted_warm_calls;
  std::optional<std::uint32_t> interpreted_max_rounds;
  std::optional<std::uint32_t> jit_period;
  std::optional<double> loop_s;
  std::optional<bool> parallel_only;
  std::optional<memory_choice> memory;
};

/// A study file as written: only what stands in it.
struct study_document {
  std::string file;  ///< for messages and `--print-config`
  std::string study;
  std::optional<std::string> profile;
  std::optional<std::vector<std::string>> include;
  std::optional<std::vector<std::string>> exclude;
  std::optional<std::vector<std::string>> workloads;
  std::optional<std::string> reference;
  std::optional<double> margin;
  std::optional<std::uint64_t> seed;
  std::optional<std::vector<std::uint32_t>> cpus;
  std::optional<double> timeout_s;
  std::optional<std::int64_t> memory_guard_bytes;
  std::optional<std::int64_t> min_free_bytes;
  std::optional<std::vector<std::string>> subjects;
  profile_values values;
  std::map<std::string, profile_values> profiles;
};

/// What is wrong with a study file: one line, "FILE:LINE: …", with what is accepted there.
class study_file_error : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// Strict: an unknown or repeated key, a wrong type, an empty set and a value out of range are
/// errors. Errors: `study_file_error`.
[[nodiscard]] study_document parse_study(std::string_view text, const std::string& file);

}  // namespace steelyard::study

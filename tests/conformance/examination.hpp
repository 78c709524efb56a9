// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "study/conformance.hpp"

#include <sched.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace steelyard::study {

/// A fresh folder that is removed with this object.
class scratch_folder {
 public:
  scratch_folder() {
    std::string pattern = std::filesystem::temp_directory_path() / "steelyard-XXXXXX";
    path_ = mkdtemp(pattern.data());
  }

  ~scratch_folder() { std::filesystem::remove_all(path_); }

  scratch_folder(const scratch_folder&) = delete;
  scratch_folder& operator=(const scratch_folder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

 private:
  std::filesystem::path path_;
};

inline std::vector<std::uint32_t> own_cpus() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  sched_getaffinity(0, sizeof mask, &mask);
  std::vector<std::uint32_t> cpus;
  for (std::uint32_t cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &mask)) {
      cpus.push_back(cpu);
    }
  }
  return cpus;
}

/// Patient where patience costs nothing: a loaded machine must not turn a test red.
inline conformance_plan patient_plan(std::vector<std::string> command,
                                     const scratch_folder& scratch) {
  conformance_plan plan;
  plan.subject = {"subject", std::move(command)};
  plan.cpus = own_cpus();
  plan.scratch = scratch.path();
  plan.limits.available_memory_bytes = 0;
  plan.close_grace_ns = 30'000'000'000;
  return plan;
}

inline std::map<std::string, conformance_result> by_check(
    const std::vector<conformance_result>& results) {
  std::map<std::string, conformance_result> found;
  for (const conformance_result& one : results) {
    found[one.check] = one;
  }
  return found;
}

/// The name of a parametrised case: letters, digits and underscores alone.
inline std::string case_name(std::string text) {
  std::ranges::replace(text, '-', '_');
  return text;
}

}  // namespace steelyard::study

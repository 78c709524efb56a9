// SPDX-License-Identifier: Apache-2.0
#include "measure/environment.hpp"

#include "record/text.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>
#include <string_view>

namespace steelyard::measure {
namespace {

constexpr std::array<std::string_view, 11> kept{"PATH",
                                                "HOME",
                                                "USER",
                                                "LOGNAME",
                                                "SHELL",
                                                "TMPDIR",
                                                "TZ",
                                                "LANG",
                                                "LC_*",
                                                "VIRTUAL_ENV",
                                                "LD_LIBRARY_PATH"};

constexpr std::array<std::string_view, 16> steering{"OMP_*",
                                                    "GOMP_*",
                                                    "KMP_*",
                                                    "MKL_*",
                                                    "OPENBLAS_*",
                                                    "BLIS_*",
                                                    "NUMBA_*",
                                                    "NUMEXPR_*",
                                                    "TBB_*",
                                                    "RAYON_*",
                                                    "RUST_*",
                                                    "PYTHON*",
                                                    "MALLOC_*",
                                                    "GLIBC_TUNABLES",
                                                    "LD_*",
                                                    "STEELYARD_*"};

/// `pattern` is a name, or the beginning of one and a star.
bool is_one_of(std::string_view name, const auto& patterns) {
  return std::ranges::any_of(patterns, [&](std::string_view pattern) {
    return pattern.ends_with('*') ? name.starts_with(pattern.substr(0, pattern.size() - 1))
                                  : name == pattern;
  });
}

using variable_map = std::map<std::string, std::string, std::less<>>;

variable_map engine_settings(const std::string& count, const cpu_list& cpus) {
  return {{"OMP_NUM_THREADS", count},
          {"OMP_DYNAMIC", "false"},
          {"OPENBLAS_NUM_THREADS", "1"},
          {"MKL_NUM_THREADS", "1"},
          {"MKL_DYNAMIC", "FALSE"},
          {"BLIS_NUM_THREADS", "1"},
          {"NUMBA_NUM_THREADS", count},
          {"NUMBA_THREADING_LAYER", "omp"},
          {"RAYON_NUM_THREADS", count},
          {"STEELYARD_CPUS", format_cpu_list(cpus)}};
}

}  // namespace

std::vector<std::string> own_environment() {
  std::vector<std::string> entries;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    entries.emplace_back(*entry);
  }
  return entries;
}

subject_environment environment_for(std::uint32_t workers,
                                    const cpu_list& cpus,
                                    const std::vector<std::string>& keep,
                                    const std::vector<std::string>& extra,
                                    const std::vector<std::string>& users) {
  variable_map chosen = engine_settings(std::to_string(workers), cpus);
  subject_environment result;
  for (const std::string& entry : users) {
    const std::size_t equals = entry.find('=');
    if (equals == std::string::npos || equals == 0) {
      continue;  // not a variable that could be named
    }
    const std::string name = entry.substr(0, equals);
    if (std::ranges::find(keep, name) != keep.end() || is_one_of(name, kept)) {
      chosen[name] = entry.substr(equals + 1);
    } else if (is_one_of(name, steering)) {
      result.removed.push_back(name);
    }
  }
  for (const std::string& entry : extra) {
    const std::size_t equals = entry.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw std::invalid_argument(fmt::format("not NAME=value: '{}'", entry));
    }
    chosen[entry.substr(0, equals)] = entry.substr(equals + 1);
  }
  for (const auto& [name, value] : chosen) {
    result.variables.push_back(fmt::format("{}={}", name, value));
  }
  std::ranges::sort(result.removed);
  return result;
}

record::fact removed_variables_fact(const std::vector<std::string>& keep,
                                    const std::vector<std::string>& users) {
  nlohmann::ordered_json names = nlohmann::ordered_json::array();
  for (const std::string& name : environment_for(1, {}, keep, {}, users).removed) {
    names.push_back(record::valid_utf8(name));
  }
  return {"environment.removed", std::move(names), "environ", {}};
}

record::fact set_variables_fact(const cpu_list& cpus,
                                const std::vector<std::string>& keep,
                                const std::vector<std::string>& users) {
  variable_map settings = engine_settings("as many as workers", cpus);
  for (const std::string& entry : users) {
    const std::string name = entry.substr(0, entry.find('='));
    if (std::ranges::find(keep, name) != keep.end()) {
      settings.erase(name);
    }
  }
  return {"environment.set", nlohmann::ordered_json(settings), "set by the engine", {}};
}

}  // namespace steelyard::measure

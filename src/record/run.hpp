// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/process.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace steelyard::record {

/// A fact of the environment. "Not readable here" is a value, with its reason.
struct fact {
  std::string name;              ///< "cpu.model", "kernel.release", "cpu.governor", …
  nlohmann::ordered_json value;  ///< null when not readable
  std::string source;            ///< path or call it was read from
  std::string not_readable;      ///< reason; empty when there is a value
};

/// One implementation row of the study, available or not.
struct implementation {
  std::string id;
  std::string subject;
  std::string language;
  bool parallel = false;
  bool available = true;
  std::string cost;  ///< "native", "interpreted", "jit"
  std::string lifecycle;
  std::string notes;
  std::string reason;   ///< why not available
  std::string install;  ///< the line that installs it
};

/// One workload of the run.
struct workload {
  std::string id;      ///< "dense-2048", "csr-skewed-32768", "matrix-NAME"
  std::string kind;    ///< "dense" or "csr"
  std::string source;  ///< "formula" or "prepared"
  std::string name;    ///< formula name, or the user's file name (may hold anything)
  std::uint64_t rows = 0;
  std::uint64_t cols = 0;
  std::uint64_t nnz = 0;            ///< stored entries
  bool exact = true;                ///< results are compared for equality
  std::uint64_t logical_bytes = 0;  ///< of the agreed representation, matvec.md
  /// Predicted share of stored entries of the fullest worker under equal rows, by worker count.
  std::vector<std::pair<std::uint32_t, double>> fullest_share;
  nlohmann::ordered_json facts =
      nlohmann::ordered_json::object();  ///< of a user's file: duplicates summed, …
};

/// manifest.json: what was planned and where. Written before the first process starts.
struct manifest {
  std::string schema = "steelyard.manifest/1";
  std::string run_id;
  std::string created_utc;
  std::string tool_version;
  std::string git_commit;  ///< empty when built outside a checkout
  std::vector<std::string> command;
  std::string study;    ///< "matvec"
  std::string profile;  ///< "quick", "baseline", "stress"
  std::uint64_t seed = 0;
  std::vector<std::uint32_t> cpus;
  double margin = 0.02;
  std::string reference;        ///< implementation id the speed claims refer to
  nlohmann::ordered_json plan;  ///< the study file as resolved, every value and where it came from
  nlohmann::ordered_json subjects;  ///< describe answers, commands, executable hashes
  std::vector<workload> workloads;
  std::vector<implementation> implementations;
  std::vector<fact> environment;
};

[[nodiscard]] nlohmann::ordered_json to_json(const manifest& value);
/// Errors: `std::invalid_argument` naming the field.
[[nodiscard]] manifest manifest_from(const nlohmann::ordered_json& value);

/// Reads manifest.json itself. Errors: `std::runtime_error` naming the file.
[[nodiscard]] manifest read_manifest(const std::filesystem::path& file);

/// A run as read from its directory: everything that analysis and report may know.
struct run {
  record::manifest manifest;
  std::vector<process> processes;              ///< in journal order
  std::vector<nlohmann::ordered_json> rounds;  ///< bodies of "round" entries
  std::vector<nlohmann::ordered_json> sessions;
  std::vector<nlohmann::ordered_json> events;
  std::vector<std::string> notices;
};

/// Reads manifest.json and journal.jsonl of a run directory.
/// Errors: `std::runtime_error` naming the file, and the line where there is one.
[[nodiscard]] run read_run(const std::filesystem::path& directory);

}  // namespace steelyard::record

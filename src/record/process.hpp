// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/status.hpp"

#include <nlohmann/json.hpp>

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace steelyard::record {

/// What is measured: implementation x workload x workers. The profile is the run's.
struct cell {
  std::string workload;        ///< workload id, e.g. "csr-skewed-32768"
  std::string implementation;  ///< implementation id, e.g. "cpp-onetbb"
  std::uint32_t workers = 1;

  friend auto operator<=>(const cell&, const cell&) = default;
};

/// "csr-skewed-32768/cpp-onetbb/w2": the name of a cell in every text, table and file.
[[nodiscard]] std::string to_string(const cell& value);

enum class purpose { timing, memory, sustained };

/// The rusage of one process and of the children it waited for, from wait4.
struct usage {
  std::int64_t user_ns = 0;
  std::int64_t system_ns = 0;
  std::int64_t max_rss_bytes = 0;
  std::int64_t minor_faults = 0;
  std::int64_t major_faults = 0;
  std::int64_t voluntary_switches = 0;
  std::int64_t involuntary_switches = 0;
};

/// Digest of one validated call, as the subject reported it (docs/protocol.md).
struct call_digest {
  std::uint64_t call = 0;           ///< 0 is the first call of the process
  std::optional<std::int64_t> sum;  ///< absent when y is not exact
  std::string hash;                 ///< "0x" and 16 hex digits
};

/// What one worker reported at close: its mask as the kernel gave it, and its share of the work.
struct worker {
  std::int64_t pid = 0;
  std::int64_t tid = 0;
  std::vector<std::uint32_t> cpus;
  std::optional<std::uint64_t> entries;  ///< stored entries handled in one call
};

/// Evidence of disturbance around one process. An empty value was not readable here; the
/// environment says why.
struct noise {
  std::optional<std::int64_t> sentinel_ns;   ///< the fixed kernel before the launch
  std::optional<double> shared_core_before;  ///< two-thread burst / one-thread burst, 1 = apart
  std::optional<double> shared_core_after;
  std::optional<std::int64_t> steal_ticks;      ///< over the process, all CPUs of the set
  std::optional<std::int64_t> pressure_us;      ///< /proc/pressure/cpu "some", over the process
  std::optional<double> pressure_before_share;  ///< the same over the sentinel window, 0..1
  std::optional<std::int64_t> throttled_us;     ///< cgroup cpu.stat over the process
  std::optional<std::int64_t> migrations;       ///< perf software event, where permitted
  std::optional<std::int64_t> cycles;           ///< perf hardware events of the tree, user space
  std::optional<std::int64_t> instructions;     ///< only, where there are any and permitted
  std::optional<std::int64_t> cache_misses;
  std::optional<double> load_1min;
  std::vector<std::string>
      flags;  ///< "steal", "pressure", "throttled", "shared-core", "migrations"
};

/// Peak memory of the process tree (purpose memory only).
struct memory {
  std::int64_t peak_pss_bytes = 0;
  std::string source;  ///< "smaps_rollup", "smaps" or "rss" (the last two are flagged)
  std::uint64_t samples = 0;
  std::int64_t median_interval_ns = 0;
  std::int64_t nominal_interval_ns = 0;
};

/// One process of one cell in one round: the unit of the journal.
struct process {
  std::uint64_t index = 0;     ///< position in the journal, from 0
  std::uint32_t round = 0;     ///< from 1
  std::uint32_t position = 0;  ///< in the order of the round, from 0
  record::cell cell;
  record::purpose purpose = purpose::timing;
  record::status status = status::ok;
  std::string detail;                    ///< reason, one line; empty when ok
  std::vector<std::string> stderr_tail;  ///< last lines of the subject's log when not ok
  std::string started_utc;               ///< ISO 8601
  std::uint32_t environment_pad = 0;     ///< bytes added to the environment block, 0..4095

  std::optional<std::int64_t> setup_ns;        ///< exec to the answer to open, less describe
  std::optional<std::int64_t> setup_inner_ns;  ///< as the subject times it
  std::optional<std::int64_t> input_ns;
  std::optional<std::int64_t> first_ns;      ///< first call
  std::vector<std::int64_t> warm_ns;         ///< the other calls, in order
  std::vector<std::int64_t> cpu_ns;          ///< first call, then the warm ones
  std::optional<std::int64_t> loop_wall_ns;  ///< sustained: wall time of the warm loop
  std::optional<std::int64_t> process_ns;    ///< launch to exit
  std::vector<call_digest> digests;
  std::optional<std::int64_t> payload_bytes;
  std::optional<std::uint32_t> workers_started;
  std::vector<worker> workers;
  std::vector<std::uint32_t> cpus;  ///< the CPU set applied before exec
  nlohmann::ordered_json versions = nlohmann::ordered_json::object();
  std::optional<record::usage> usage;
  record::noise noise;
  std::optional<record::memory> memory;
};

[[nodiscard]] nlohmann::ordered_json to_json(const process& value);
/// Errors: `std::invalid_argument` naming the field that is missing or of the wrong type.
[[nodiscard]] process process_from(const nlohmann::ordered_json& value);

}  // namespace steelyard::record

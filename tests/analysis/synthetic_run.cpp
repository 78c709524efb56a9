// SPDX-License-Identifier: Apache-2.0
#include "analysis/synthetic_run.hpp"

#include <array>
#include <string_view>

namespace steelyard::testing {
namespace {

struct known_row {
  std::string_view id;
  std::string_view subject;
  bool parallel;
  std::string_view cost;
  double setup_ms;
  double first_factor;            ///< first call / warm call
  std::array<double, 3> warm_ms;  ///< dense, uniform, skewed
  double pss_mib;
};

// Shapes as on a laptop, invented: they only have to look like a run.
constexpr std::array<known_row, 16> rows = {{
    {"cpp-serial", "cpp", false, "native", 9, 1.1, {4.17, 2.60, 2.61}, 36.1},
    {"cpp-std-thread", "cpp", true, "native", 9, 1.3, {2.26, 1.51, 2.32}, 36.4},
    {"cpp-openmp-static", "cpp", true, "native", 9, 1.2, {2.19, 1.38, 2.21}, 36.5},
    {"cpp-openmp-dynamic", "cpp", true, "native", 9, 1.2, {2.15, 1.33, 1.36}, 36.5},
    {"cpp-onetbb", "cpp", true, "native", 10, 1.6, {2.20, 1.37, 1.39}, 37.3},
    {"rust-serial", "rust", false, "native", 8, 1.1, {3.39, 2.70, 2.63}, 35.2},
    {"rust-scoped-threads", "rust", true, "native", 8, 1.3, {1.90, 1.52, 2.30}, 35.6},
    {"rust-rayon", "rust", true, "native", 8, 1.4, {1.92, 1.40, 1.43}, 35.7},
    {"python-serial", "python", false, "interpreted", 61, 1.0, {384, 209, 208}, 48.0},
    {"python-thread-pool", "python", true, "interpreted", 63, 1.0, {378, 213, 222}, 48.3},
    {"python-process-copy", "python", true, "interpreted", 402, 1.6, {329, 212, 292}, 236},
    {"python-process-shared", "python", true, "interpreted", 398, 1.2, {192, 127, 250}, 104},
    {"numpy-serial", "python", false, "native", 214, 1.1, {2.05, 2.88, 2.51}, 61.0},
    {"numpy-threads", "python", true, "native", 221, 1.5, {1.62, 1.66, 2.44}, 61.4},
    {"numba-serial", "python", false, "jit", 1480, 1.0, {4.37, 2.71, 2.83}, 171},
    {"numba-prange", "python", true, "jit", 1490, 1.1, {2.31, 1.52, 2.35}, 172},
}};

constexpr std::array<std::string_view, 3> workload_ids = {
    "dense-2048", "csr-uniform-32768", "csr-skewed-32768"};

/// A machine's mood, the same for the same question: 0.985 to 1.045, skewed to the right.
double wobble(std::uint64_t a, std::uint64_t b) {
  std::uint64_t x = a * 0x9e3779b97f4a7c15U + b * 0xbf58476d1ce4e5b9U + 0x94d049bb133111ebU;
  x ^= x >> 31U;
  x *= 0xd6e8feb86659fd93U;
  x ^= x >> 32U;
  const double unit = static_cast<double>(x % 1000) / 1000;
  return 0.985 + 0.06 * unit * unit * unit;
}

std::int64_t ns_of(double ms) {
  return static_cast<std::int64_t>(ms * 1e6);
}

record::workload workload_of(std::size_t index) {
  record::workload result;
  result.id = workload_ids[index];
  result.source = "formula";
  if (index == 0) {
    result.kind = "dense";
    result.name = "dense";
    result.rows = result.cols = 2048;
    result.nnz = result.rows * result.cols;
    result.logical_bytes = 8 * result.nnz + 16 * result.rows;
    result.fullest_share = {{1, 1.0}, {2, 0.5}, {16, 0.0625}};
    return result;
  }
  result.kind = "csr";
  result.name = index == 1 ? "csr-uniform" : "csr-skewed";
  result.rows = result.cols = 32768;
  result.nnz = 64 * result.rows;
  result.logical_bytes = 12 * result.nnz + 8 * (result.rows + 1) + 16 * result.rows;
  result.fullest_share = {
      {1, 1.0}, {2, index == 1 ? 0.5 : 0.883}, {16, index == 1 ? 0.0625 : 0.7656}};
  return result;
}

record::manifest manifest_of(std::string_view profile) {
  record::manifest result;
  result.run_id = "20261012T080000Z-5eed";
  result.created_utc = "2026-10-12T08:00:00Z";
  result.tool_version = "0.1.0";
  result.git_commit = "0123456789abcdef0123456789abcdef01234567";
  result.command = {"steelyard", "run", "--seed", "7"};
  result.study = "matvec";
  result.profile = profile;
  result.seed = 7;
  result.cpus = {0, 1};
  result.reference = "cpp-serial";
  result.plan = nlohmann::ordered_json::object();
  result.subjects = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < workload_ids.size(); ++i) {
    result.workloads.push_back(workload_of(i));
  }
  for (const known_row& row : rows) {
    record::implementation implementation;
    implementation.id = row.id;
    implementation.subject = row.subject;
    implementation.language = row.subject == "cpp"    ? "C++20"
                              : row.subject == "rust" ? "Rust"
                                                      : "Python";
    implementation.parallel = row.parallel;
    implementation.cost = row.cost;
    implementation.lifecycle = row.parallel ? "workers kept between calls" : "no workers";
    result.implementations.push_back(implementation);
  }
  result.environment = {
      {"cpu.model", "Example CPU 2.0 GHz", "/proc/cpuinfo", ""},
      {"kernel.release", "6.1.0-example", "uname", ""},
      {"cpu.governor",
       nullptr,
       "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor",
       "no such file"},
      {"memory.read_bytes_per_s", 21.4e9, "probe", ""},
  };
  return result;
}

/// Stored entries handled by each worker, when equal rows are cut.
void add_workers(record::process& process, const record::workload& workload) {
  double fullest = 1.0 / process.cell.workers;
  for (const auto& [workers, share] : workload.fullest_share) {
    fullest = workers == process.cell.workers ? share : fullest;
  }
  const auto entries = static_cast<double>(workload.nnz);
  for (std::uint32_t i = 0; i < process.cell.workers; ++i) {
    record::worker worker;
    worker.pid = 100;
    worker.tid = 100 + i;
    worker.cpus = process.cpus;
    const double share =
        i == 0 || process.cell.workers == 1 ? fullest : (1 - fullest) / (process.cell.workers - 1);
    worker.entries = static_cast<std::uint64_t>(entries * share);
    process.workers.push_back(worker);
  }
}

record::process process_of(const known_row& row,
                           const record::workload& workload,
                           std::size_t workload_index,
                           std::uint32_t round,
                           std::uint32_t workers) {
  const auto row_index = static_cast<std::uint64_t>(&row - rows.data());
  const double scale = workers == 1 && row.parallel ? 1.85 : 1;
  const double warm =
      row.warm_ms[workload_index] * scale * wobble(row_index * 3 + workload_index, round);
  record::process result;
  result.round = round;
  result.cell = {workload.id, std::string(row.id), workers};
  result.started_utc = "2026-10-12T08:00:00Z";
  result.setup_ns = ns_of(row.setup_ms * wobble(round, row_index));
  result.setup_inner_ns = ns_of(row.setup_ms * 0.7);
  result.input_ns = ns_of(3.5);
  result.first_ns = ns_of(warm * row.first_factor);
  const std::uint64_t calls = row.cost == "interpreted" ? 2 : 5;
  for (std::uint64_t call = 0; call < calls; ++call) {
    result.warm_ns.push_back(ns_of(warm * (0.99 + 0.01 * static_cast<double>(call % 3))));
  }
  result.process_ns =
      *result.setup_ns + *result.first_ns + ns_of(warm * static_cast<double>(calls)) + ns_of(4);
  result.payload_bytes = static_cast<std::int64_t>(workload.logical_bytes);
  result.workers_started = workers;
  result.cpus = {0, 1};
  result.noise.sentinel_ns = ns_of(20 * wobble(round, 99));
  if (round == 5 && row.parallel) {
    result.noise.flags = {"steal"};
  }
  add_workers(result, workload);
  return result;
}

void number(record::run& run) {
  for (std::size_t i = 0; i < run.processes.size(); ++i) {
    run.processes[i].index = i;
    run.processes[i].position = static_cast<std::uint32_t>(i % 48);
  }
}

}  // namespace

record::run exact_run(const std::vector<exact_row>& exact_rows) {
  record::run run;
  run.manifest = manifest_of("quick");
  run.manifest.implementations.clear();
  record::workload workload;
  workload.id = "dense-64";
  workload.kind = "dense";
  workload.source = "formula";
  workload.name = "dense";
  workload.rows = workload.cols = 64;
  workload.nnz = 4096;
  workload.logical_bytes = 33792;
  run.manifest.workloads = {workload};
  for (const exact_row& row : exact_rows) {
    record::implementation implementation;
    implementation.id = row.implementation;
    implementation.parallel = row.workers > 1;
    const bool is_known = !run.manifest.implementations.empty() &&
                          run.manifest.implementations.back().id == row.implementation;
    if (!is_known) {
      run.manifest.implementations.push_back(implementation);
    }
    for (std::uint32_t round = 1; round <= row.rounds; ++round) {
      record::process process;
      process.round = round;
      process.cell = {workload.id, row.implementation, row.workers};
      process.started_utc = "2026-10-12T08:00:00Z";
      process.setup_ns = row.setup_ns;
      process.first_ns = row.first_ns;
      process.warm_ns = {row.warm_ns, row.warm_ns, row.warm_ns};
      process.process_ns = row.setup_ns + row.first_ns + 3 * row.warm_ns;
      process.cpus = {0, 1};
      run.processes.push_back(process);
    }
  }
  number(run);
  return run;
}

record::process failed_process(const record::cell& cell,
                               record::status status,
                               const std::string& detail) {
  record::process result;
  result.round = 1;
  result.cell = cell;
  result.status = status;
  result.detail = detail;
  result.started_utc = "2026-10-12T08:00:00Z";
  result.cpus = {0, 1};
  return result;
}

record::process memory_process(const record::cell& cell, std::int64_t pss_bytes) {
  record::process result;
  result.round = 13;
  result.cell = cell;
  result.purpose = record::purpose::memory;
  result.started_utc = "2026-10-12T08:00:00Z";
  result.cpus = {0, 1};
  result.memory = record::memory{pss_bytes, "smaps_rollup", 40, 10'200'000, 10'000'000};
  return result;
}

record::run quick_run() {
  record::run run;
  run.manifest = manifest_of("quick");
  record::implementation& prange = run.manifest.implementations.back();
  prange.available = false;
  prange.reason = "no OpenMP threading layer in this Numba";
  prange.install = "apt-get install libgomp1";
  for (std::uint32_t round = 1; round <= 12; ++round) {
    for (std::size_t w = 0; w < workload_ids.size(); ++w) {
      for (const known_row& row : rows) {
        const bool is_slow = row.cost == "interpreted";
        const bool is_due = row.cost == "jit" ? round % 3 == 1 : !is_slow || round <= 2;
        if (row.id == "numba-prange" || !is_due) {
          continue;
        }
        const std::uint32_t workers = row.parallel ? 2 : 1;
        if (row.id == "python-process-copy") {
          record::process failure =
              failed_process({std::string(workload_ids[w]), std::string(row.id), workers},
                             record::status::crashed,
                             "ended by SIGKILL");
          failure.round = round;
          failure.stderr_tail = {"Traceback (most recent call last):", "MemoryError"};
          run.processes.push_back(failure);
          continue;
        }
        run.processes.push_back(process_of(row, run.manifest.workloads[w], w, round, workers));
      }
    }
  }
  for (const known_row& row : rows) {
    if (row.subject != "python" || row.id == "numpy-threads") {
      run.processes.push_back(memory_process(
          {std::string(workload_ids[0]), std::string(row.id), row.parallel ? 2U : 1U},
          static_cast<std::int64_t>(row.pss_mib * 1048576)));
    }
  }
  number(run);
  return run;
}

record::run baseline_run() {
  record::run run;
  run.manifest = manifest_of("baseline");
  for (std::uint32_t round = 1; round <= 3; ++round) {
    for (std::size_t w = 0; w < workload_ids.size(); ++w) {
      for (const known_row& row : rows) {
        run.processes.push_back(process_of(row, run.manifest.workloads[w], w, round, 1));
        if (row.parallel) {
          run.processes.push_back(process_of(row, run.manifest.workloads[w], w, round, 2));
        }
      }
    }
  }
  number(run);
  return run;
}

record::run stress_run() {
  record::run run;
  run.manifest = manifest_of("stress");
  for (std::size_t w = 0; w < workload_ids.size(); ++w) {
    for (const known_row& row : rows) {
      if (!row.parallel) {
        continue;
      }
      record::process process = process_of(row, run.manifest.workloads[w], w, 1, 16);
      process.purpose = record::purpose::sustained;
      const std::size_t calls = row.cost == "interpreted" ? 31 : 400;
      const std::int64_t warm = process.warm_ns.front();
      process.warm_ns.clear();
      std::int64_t wall = 0;
      for (std::size_t call = 0; call < calls; ++call) {
        process.warm_ns.push_back(
            static_cast<std::int64_t>(static_cast<double>(warm) * wobble(call, w)));
        wall += process.warm_ns.back();
      }
      process.loop_wall_ns = wall + 1000;
      run.processes.push_back(process);
      run.processes.push_back(
          memory_process(process.cell, static_cast<std::int64_t>(row.pss_mib * 1.2 * 1048576)));
    }
  }
  number(run);
  return run;
}

record::run hostile_run() {
  constexpr std::string_view hostile =
      "</td><script>alert(1)</script> | `tick` [x](javascript:y) *b* _i_ ~s~ #h\n"
      "## forged\r\x1b[31mred\x07 \xe2\x80\xae"
      "cba &amp; \xff\xfe <!-- $x$ \\ end";
  record::run run = exact_run({{"cpp-serial", 1, 2'000'000}, {"=cmd|'/c calc'!A1", 1, 1'000'000}});
  const std::string text(hostile);
  run.manifest.workloads[0].source = "prepared";
  run.manifest.workloads[0].name = text;
  run.manifest.workloads[0].id = "matrix-" + text;
  for (record::process& process : run.processes) {
    process.cell.workload = run.manifest.workloads[0].id;
    process.noise.flags = {text};
  }
  run.manifest.environment[0].value = text;
  run.manifest.environment[2].not_readable = text;
  run.manifest.command = {"steelyard", "run", "--matrix", text};
  run.manifest.run_id = text;
  record::implementation missing;
  missing.id = "@missing" + text;
  missing.available = false;
  missing.reason = text;
  missing.install = text;
  run.manifest.implementations.push_back(missing);
  record::process failure = failed_process(
      {run.manifest.workloads[0].id, "-broken" + text, 1}, record::status::protocol_fault, text);
  failure.stderr_tail = {text, text};
  run.processes.push_back(failure);
  run.notices = {text};
  number(run);
  return run;
}

}  // namespace steelyard::testing

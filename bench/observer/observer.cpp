// SPDX-License-Identifier: Apache-2.0
// Does being measured change what is measured? Warm medians of three implementations as the engine
// takes them, against those of a bare loop in the same process design (a fresh process, the same
// CPU set and environment), in pairs whose order is drawn.
#include "analysis/verdict.hpp"
#include "measure/cell_process.hpp"
#include "measure/cpu_set.hpp"
#include "measure/environment.hpp"
#include "measure/sentinel.hpp"
#include "study/subjects_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace steelyard;

constexpr std::uint64_t rows = 2048;
constexpr std::uint32_t warm_calls = 11;

struct candidate {
  std::string implementation;
  std::uint32_t workers;
  measure::subject_command subject;
  std::string bare;  ///< command line
};

double median_ns(std::vector<std::int64_t> calls) {
  std::ranges::sort(calls);
  return static_cast<double>(calls[calls.size() / 2]);
}

double by_engine(const candidate& what, std::uint64_t sentinel_steps, std::uint32_t pad) {
  measure::cell_launch launch;
  launch.subject = what.subject;
  launch.open.study = "matvec";
  launch.open.implementation = what.implementation;
  launch.open.workload = {"dense", "formula", "dense", "", rows, rows};
  launch.open.workers = what.workers;
  launch.open.cpus = measure::allowed_cpus();
  launch.calls.warm_calls = warm_calls;
  launch.noise.sentinel_steps = sentinel_steps;
  launch.environment = measure::environment_for(what.workers, launch.open.cpus, {}, {}).variables;
  launch.environment_pad = pad;
  const record::process measured = measure::measure_cell(launch, {});
  if (measured.status != record::status::ok) {
    throw std::runtime_error(what.implementation + ": " + measured.detail);
  }
  return median_ns(measured.warm_ns);
}

double by_bare_loop(const candidate& what, std::uint64_t sentinel_steps) {
  const measure::cpu_list cpus = measure::allowed_cpus();
  // The engine's sentinel wakes the CPUs up; the bare loop must not start on sleepier ones.
  (void)measure::time_sentinel(cpus, sentinel_steps);
  std::string command = "env -i";
  for (const std::string& variable :
       measure::environment_for(what.workers, cpus, {}, {}).variables) {
    command += " '" + variable + "'";
  }
  command += " " + what.bare;
  FILE* output = popen(command.c_str(), "r");  // NOLINT(cert-env33-c): a command of our own
  if (output == nullptr) {
    throw std::runtime_error("cannot start: " + command);
  }
  std::vector<std::int64_t> calls;
  long long ns = 0;
  while (std::fscanf(output, "%lld", &ns) == 1) {
    calls.push_back(ns);
  }
  if (pclose(output) != 0 || calls.size() != warm_calls + 1) {
    throw std::runtime_error("the bare loop failed: " + what.bare);
  }
  calls.erase(calls.begin());
  return median_ns(calls);
}

void compare(const candidate& what, std::uint32_t pairs, std::mt19937_64& random) {
  const std::uint64_t sentinel_steps = measure::calibrate_sentinel(measure::allowed_cpus());
  analysis::arm engine{"engine", {}};
  analysis::arm bare{"bare loop", {}};
  for (std::uint32_t pair = 1; pair <= pairs; ++pair) {
    const bool engine_first = random() % 2 == 0;
    const auto pad = static_cast<std::uint32_t>(random() % 4096);
    if (!engine_first) {
      bare.values.push_back({pair, by_bare_loop(what, sentinel_steps)});
    }
    engine.values.push_back({pair, by_engine(what, sentinel_steps, pad)});
    if (engine_first) {
      bare.values.push_back({pair, by_bare_loop(what, sentinel_steps)});
    }
  }
  const analysis::verdict found =
      analysis::verdict_between(engine, bare, {}, analysis::looking::once);
  const analysis::estimate& ratio = found.ratio.value.value();
  fmt::print("{:<18} bare / engine {:.4f}", what.implementation, ratio.median);
  if (ratio.interval.value) {
    fmt::print("  [{:.4f}, {:.4f}]", ratio.interval.value->low, ratio.interval.value->high);
  }
  fmt::print("  {} pairs: engine {}\n", pairs, analysis::to_string(found.word));
}

std::vector<candidate> candidates_of(const std::string& subjects_file) {
  std::vector<candidate> candidates;
  for (const study::subject_entry& entry : study::read_subjects_file(subjects_file)) {
    if (entry.name == "cpp") {
      for (const auto& [id, workers] : {std::pair{"cpp-serial", 1U}, {"cpp-openmp-static", 2U}}) {
        candidates.push_back(
            {id,
             workers,
             {entry.name, entry.command},
             fmt::format("{} {} {} {} {}", BENCH_BARE_LOOP, id, rows, workers, warm_calls + 1)});
      }
    } else if (entry.name == "python" && !entry.command.empty()) {
      candidates.push_back(
          {"numpy-serial",
           1,
           {entry.name, entry.command},
           fmt::format(
               "{} -I {} {} {}", entry.command.front(), BENCH_BARE_NUMPY, rows, warm_calls + 1)});
    }
  }
  return candidates;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "bench-observer SUBJECTS.json [PAIRS]\n");
    return 2;
  }
  try {
    std::mt19937_64 random(1);
    for (const candidate& what : candidates_of(argv[1])) {
      compare(what, argc > 2 ? static_cast<std::uint32_t>(std::stoul(argv[2])) : 60, random);
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
  return 0;
}

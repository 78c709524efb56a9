// SPDX-License-Identifier: Apache-2.0
#include "measure/setting_findings.hpp"

#include "measure/environment.hpp"
#include "measure/facts.hpp"

#include <fmt/core.h>

#include <functional>
#include <optional>

namespace steelyard::measure {
namespace {

using record::fact;
using record::finding;
using record::finding_state;
using facts_view = const std::vector<fact>&;

constexpr std::int64_t scarce_memory_bytes = 4LL << 30;
constexpr double pressure_limit_percent = 5;

std::string text_of(const nlohmann::ordered_json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::string size_text(std::int64_t bytes) {
  constexpr std::int64_t gib = 1LL << 30;
  return bytes < gib ? fmt::format("{} MiB", bytes >> 20)
                     : fmt::format("{:.1f} GiB", static_cast<double>(bytes) / 0x1p30);
}

/// What a setting should be and what it costs otherwise.
struct expectation {
  const char* fact;
  const char* name;
  std::function<bool(const nlohmann::ordered_json&)> is_good;
  const char* effect;
  const char* fix;
};

finding judge(facts_view facts, const expectation& expected) {
  const fact* found = find_fact(facts, expected.fact);
  if (found == nullptr || found->value.is_null()) {
    return {expected.name,
            finding_state::not_readable,
            found == nullptr ? "not asked" : found->not_readable,
            "",
            ""};
  }
  const bool is_good = expected.is_good(found->value);
  finding result{expected.name,
                 is_good ? finding_state::ok : finding_state::warn,
                 text_of(found->value),
                 is_good ? "" : expected.effect,
                 is_good ? "" : expected.fix};
  if (std::string_view(expected.fact).ends_with("_bytes") && found->value.is_number_integer()) {
    result.bytes = found->value.get<std::int64_t>();
    result.value = size_text(*result.bytes);
  }
  return result;
}

auto is_text(std::string_view wanted) {
  return [wanted](const nlohmann::ordered_json& value) { return value == wanted; };
}

auto is_number(int wanted) {
  return [wanted](const nlohmann::ordered_json& value) { return value == wanted; };
}

auto is_at_most(double limit) {
  return [limit](const nlohmann::ordered_json& value) {
    return value.is_number() && value.get<double>() <= limit;
  };
}

bool is_anything(const nlohmann::ordered_json&) {
  return true;
}

std::vector<expectation> expectations() {
  return {
      {"cpu.model", "CPU", is_anything, "", ""},
      {"cpu.governor",
       "frequency governor",
       is_text("performance"),
       "the clock follows the load: first calls and short calls look slower",
       "sudo cpupower frequency-set -g performance"},
      {"cpu.turbo",
       "turbo",
       is_text("off"),
       "the clock depends on temperature and on how many CPUs are busy: speed-ups look smaller",
       "leave it, or switch it off for narrower intervals (undo with the other value): "
       "echo 0 | sudo tee /sys/devices/system/cpu/cpufreq/boost, with intel_pstate "
       "echo 1 | sudo tee /sys/devices/system/cpu/intel_pstate/no_turbo"},
      {"memory.thp", "transparent huge pages", is_anything, "", ""},
      {"numa.nodes", "NUMA nodes", is_anything, "", ""},
      {"numa.balancing",
       "automatic NUMA balancing",
       is_number(0),
       "pages move while being measured",
       "sudo sysctl kernel.numa_balancing=0"},
      {"clock.source",
       "clock source",
       [](const auto& value) {
         return value == "tsc" || value == "kvm-clock" || value == "arch_sys_counter";
       },
       "reading the clock is slow: very short calls look longer",
       "boot with clocksource=tsc where the machine supports it"},
      {"machine.hypervisor",
       "hypervisor",
       is_text("none seen"),
       "other machines share the hardware: expect steal, drift, and CPUs that share a core for "
       "seconds; such samples are flagged",
       ""},
      {"kernel.aslr",
       "address space randomisation",
       is_number(2),
       "one memory layout for all rounds: its luck looks like speed",
       "sudo sysctl kernel.randomize_va_space=2"},
      {"kernel.perf_event_paranoid",
       "perf events",
       is_at_most(1),
       "as a normal user, migrations between CPUs cannot be counted",
       "sudo sysctl kernel.perf_event_paranoid=1"},
      {"pressure.cpu_percent",
       "CPU pressure, 10 s",
       is_at_most(pressure_limit_percent),
       "others wait for a CPU: many samples will be flagged",
       "wait until the machine is quiet"},
      {"pressure.memory_percent",
       "memory pressure, 10 s",
       is_at_most(pressure_limit_percent),
       "the system reclaims memory while measuring",
       "end programs that hold memory"},
      {"memory.available_bytes",
       "available memory",
       [](const auto& value) { return value.is_number() && value >= scarce_memory_bytes; },
       "large inputs may be stopped by the memory guard",
       "end programs that hold memory, or lower --min-free"},
  };
}

finding judge_smt(facts_view facts, const cpu_list& cpus) {
  const fact* cores = find_fact(facts, "cpu.set_physical_cores");
  if (cores == nullptr || cores->value.is_null()) {
    return {"SMT siblings in the CPU set",
            finding_state::not_readable,
            cores == nullptr ? "not asked" : cores->not_readable,
            "",
            ""};
  }
  const auto count = cores->value.get<std::size_t>();
  const std::string value = fmt::format("{} CPUs on {} cores", cpus.size(), count);
  if (count >= cpus.size()) {
    return {"SMT siblings in the CPU set", finding_state::ok, value, "", ""};
  }
  return {"SMT siblings in the CPU set",
          finding_state::warn,
          value,
          "two workers may share one core: efficiency over the cores looks low",
          "choose one CPU of each core with --cpus"};
}

finding judge_quota(facts_view facts, const cpu_list& cpus) {
  const fact* quota = find_fact(facts, "cgroup.cpu_quota_cpus");
  if (quota == nullptr || !quota->value.is_number()) {
    return {"CPU quota", finding_state::ok, "none", "", ""};
  }
  const auto allowed = quota->value.get<double>();
  const std::string value = fmt::format("{:.2f} CPUs", allowed);
  if (allowed >= static_cast<double>(cpus.size())) {
    return {"CPU quota", finding_state::ok, value, "", ""};
  }
  return {"CPU quota",
          finding_state::warn,
          value,
          "all workers are held back together when the quota is used up: throttled samples",
          "use no more CPUs than the quota with --cpus, or raise the quota"};
}

finding judge_swap(facts_view facts) {
  const fact* total = find_fact(facts, "memory.swap_total_bytes");
  const fact* free = find_fact(facts, "memory.swap_free_bytes");
  if (total == nullptr || free == nullptr || !total->value.is_number() ||
      !free->value.is_number()) {
    return {"swap in use", finding_state::not_readable, "not in /proc/meminfo", "", ""};
  }
  const std::int64_t used = total->value.get<std::int64_t>() - free->value.get<std::int64_t>();
  const std::string value = fmt::format("{} MiB", used >> 20);
  if (used < (64LL << 20)) {
    return {"swap in use", finding_state::ok, value, "", ""};
  }
  return {"swap in use",
          finding_state::warn,
          value,
          "pages may have to come back from disk inside a call",
          "sudo swapoff -a && sudo swapon -a"};
}

finding judge_variables(const std::vector<std::string>& variables) {
  const std::vector<std::string> removed = environment_for(1, {}, {}, {}, variables).removed;
  if (removed.empty()) {
    return {"runtime variables", finding_state::ok, "none set", "", ""};
  }
  std::string names;
  for (const std::string& name : removed) {
    names += (names.empty() ? "" : ", ") + name;
  }
  return {"runtime variables",
          finding_state::warn,
          names,
          "subjects do not get them: what you run by hand may behave differently",
          "keep one with --keep-env NAME"};
}

}  // namespace

std::vector<finding> findings_of_settings(facts_view facts,
                                          const cpu_list& cpus,
                                          const std::vector<std::string>& variables) {
  std::vector<finding> findings;
  for (const expectation& expected : expectations()) {
    findings.push_back(judge(facts, expected));
  }
  findings.push_back(judge_smt(facts, cpus));
  findings.push_back(judge_quota(facts, cpus));
  findings.push_back(judge_swap(facts));
  findings.push_back(judge_variables(variables));
  return findings;
}

}  // namespace steelyard::measure

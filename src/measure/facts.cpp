// SPDX-License-Identifier: Apache-2.0
#include "measure/facts.hpp"

#include "measure/cgroup.hpp"
#include "measure/cpu_set.hpp"
#include "measure/fact_list.hpp"
#include "measure/perf_counter.hpp"
#include "measure/small_file.hpp"
#include "measure/topology.hpp"

#include <fmt/core.h>
#include <gnu/libc-version.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <set>
#include <sstream>
#include <stdexcept>

namespace steelyard::measure {
namespace {

using json = nlohmann::ordered_json;
using maybe = std::optional<json>;

const std::string cpu_folder = "/sys/devices/system/cpu/";

maybe as_word(const std::string& text) {
  const bool plain = !text.empty() && std::ranges::all_of(text, [](char letter) {
    return letter >= 0x20 && letter != 0x7f;
  });
  return plain ? maybe{clean_text(text)} : std::nullopt;
}

maybe as_number(const std::string& text) {
  const std::optional<std::int64_t> number = leading_number(text);
  return number ? maybe{*number} : std::nullopt;
}

/// "always [madvise] never" gives "madvise".
maybe as_choice(const std::string& text) {
  const std::size_t begin = text.find('[');
  const std::size_t end = text.find(']', begin == std::string::npos ? begin : begin + 1);
  return end == std::string::npos ? std::nullopt : as_word(text.substr(begin + 1, end - begin - 1));
}

maybe as_cpu_list(const std::string& text) {
  try {
    return format_cpu_list(parse_cpu_list(text));
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

/// The value of "key : value" or KEY="value" at the beginning of a line.
fact_list::meaning word_after(std::string_view key) {
  return [key](const std::string& text) -> maybe {
    std::istringstream lines{text};
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with(key)) {
        const std::size_t begin = line.find_first_not_of("\t :=\"", key.size());
        const std::size_t end = line.find_last_not_of("\" \t");
        return begin == std::string::npos ? std::nullopt
                                          : as_word(line.substr(begin, end - begin + 1));
      }
    }
    return std::nullopt;
  };
}

fact_list::meaning kib_after(std::string_view key) {
  return [key](const std::string& text) -> maybe {
    const std::optional<std::int64_t> kib = number_after(text, key);
    return kib ? maybe{*kib * 1024} : std::nullopt;
  };
}

/// "some avg10=2.72 avg60=… total=…" gives 2.72.
maybe as_pressure_percent(const std::string& text) {
  double percent = 0;
  std::istringstream rest{text.starts_with("some avg10=") ? text.substr(11) : ""};
  return rest >> percent ? maybe{percent} : std::nullopt;
}

maybe as_load(const std::string& text) {
  double load = 0;
  std::istringstream rest{text};
  return rest >> load ? maybe{load} : std::nullopt;
}

std::string cpu_file(std::uint32_t cpu, const std::string& name) {
  return cpu_folder + "cpu" + std::to_string(cpu) + "/" + name;
}

/// The different words in one file of each CPU of the set: most often one.
/// \param absent  what it means when the file is not there
void add_per_cpu(fact_list& facts,
                 const std::string& name,
                 const cpu_list& cpus,
                 const std::string& file,
                 const std::string& absent) {
  std::set<std::string> words;
  std::string reason = "the CPU set is empty";
  for (const std::uint32_t cpu : cpus) {
    const small_file one =
        read_small_file(facts.root() / std::filesystem::path{cpu_file(cpu, file)}.relative_path());
    reason = one.text              ? "not what was expected there"
             : one.error == ENOENT ? absent
                                   : reason_of(one, cpu_file(cpu, file));
    if (const maybe word = as_word(one.text.value_or(""))) {
      words.insert(word->get<std::string>());
    }
  }
  std::string joined;
  for (const std::string& word : words) {
    joined += (joined.empty() ? "" : ", ") + word;
  }
  facts.add(
      name, words.empty() ? std::nullopt : maybe{joined}, cpu_folder + "cpuN/" + file, reason);
}

void add_turbo(fact_list& facts) {
  const std::string intel = cpu_folder + "intel_pstate/no_turbo";
  const std::string boost = cpu_folder + "cpufreq/boost";
  const auto exists = [&](const std::string& path) {
    return read_small_file(facts.root() / std::filesystem::path{path}.relative_path()).error !=
           ENOENT;
  };
  const auto on_if = [](char letter) {
    return [letter](const std::string& text) -> maybe {
      return text == "0" || text == "1" ? maybe{text.front() == letter ? "on" : "off"}
                                        : std::nullopt;
    };
  };
  if (exists(intel)) {
    facts.add_file("cpu.turbo", intel, on_if('0'));
  } else if (exists(boost)) {
    facts.add_file("cpu.turbo", boost, on_if('1'));
  } else {
    facts.add_missing("cpu.turbo",
                      "no turbo switch on this machine (neither intel_pstate/no_turbo nor "
                      "cpufreq/boost)",
                      boost);
  }
}

void add_caches(fact_list& facts, const cpu_list& cpus) {
  json list = json::array();
  for (const cpu_cache& cache : caches_of(cpus, facts.root())) {
    list.push_back({{"level", cache.level},
                    {"type", clean_text(cache.type)},
                    {"bytes", cache.bytes},
                    {"cpus", format_cpu_list(cache.shared_by)}});
  }
  facts.add("cpu.caches",
            list.empty() ? std::nullopt : maybe{list},
            cpu_folder + "cpuN/cache",
            "sysfs names no cache");
}

void add_cpus(fact_list& facts, const cpu_list& cpus) {
  facts.add_file("cpu.model", "/proc/cpuinfo", word_after("model name"));
  facts.add_file("cpu.online", cpu_folder + "online", as_cpu_list);
  facts.add_value("cpu.set", format_cpu_list(cpus), "engine");
  const cpu_list cores = one_per_core(cpus, facts.root());
  const bool siblings_known =
      !cpus.empty() &&
      read_small_file(facts.root() /
                      std::filesystem::path{cpu_file(cpus.front(), "topology/thread_siblings_list")}
                          .relative_path())
          .text;
  facts.add("cpu.set_physical_cores",
            siblings_known ? maybe{cores.size()} : std::nullopt,
            cpu_folder + "cpuN/topology/thread_siblings_list",
            "sysfs does not tell which CPUs share a core");
  facts.add_file("cpu.smt", cpu_folder + "smt/active", [](const std::string& text) -> maybe {
    return text == "0" || text == "1" ? maybe{text == "1" ? "on" : "off"} : std::nullopt;
  });
  add_caches(facts, cpus);
  const std::string why = " on this machine (virtual machine or fixed clock)";
  add_per_cpu(facts, "cpu.governor", cpus, "cpufreq/scaling_governor", "no cpufreq governor" + why);
  add_per_cpu(
      facts, "cpu.frequency_driver", cpus, "cpufreq/scaling_driver", "no cpufreq driver" + why);
  add_per_cpu(facts, "cpu.max_khz", cpus, "cpufreq/cpuinfo_max_freq", "no cpufreq limits" + why);
  add_per_cpu(facts,
              "cpu.thermal_throttles",
              cpus,
              "thermal_throttle/core_throttle_count",
              "no throttle counter on this machine (virtual machine or other vendor)");
  add_turbo(facts);
  facts.add_file("cpu.isolated", cpu_folder + "isolated", as_cpu_list);
  facts.add_file("cpu.nohz_full", cpu_folder + "nohz_full", as_cpu_list);
}

void add_memory(fact_list& facts) {
  facts.add_file("memory.total_bytes", "/proc/meminfo", kib_after("MemTotal:"));
  facts.add_file("memory.available_bytes", "/proc/meminfo", kib_after("MemAvailable:"));
  facts.add_file("memory.swap_total_bytes", "/proc/meminfo", kib_after("SwapTotal:"));
  facts.add_file("memory.swap_free_bytes", "/proc/meminfo", kib_after("SwapFree:"));
  facts.add_file("memory.thp", "/sys/kernel/mm/transparent_hugepage/enabled", as_choice);
  facts.add_file("numa.nodes", "/sys/devices/system/node/online", as_cpu_list);
  facts.add_file("numa.balancing", "/proc/sys/kernel/numa_balancing", as_number);
}

void add_control_groups(fact_list& facts) {
  const std::optional<cgroup_memory> memory = cgroup_memory_limit(facts.root());
  facts.add_value("cgroup.memory_limit_bytes",
                  memory ? json(memory->limit_bytes) : json("none"),
                  memory ? memory->source.string() : "/proc/self/cgroup");
  const std::optional<cgroup_cpu> quota = cgroup_cpu_quota(facts.root());
  facts.add_value("cgroup.cpu_quota_cpus",
                  quota ? json(quota->cpus) : json("none"),
                  quota ? quota->source.string() : "/proc/self/cgroup");
  const std::optional<std::int64_t> throttled = cgroup_throttled_us(facts.root());
  facts.add("cgroup.throttled_us",
            throttled ? maybe{*throttled} : std::nullopt,
            "cpu.stat of the control groups",
            "the control groups keep no throttling time");
}

void add_kernel(fact_list& facts) {
  facts.add_file("kernel.release", "/proc/sys/kernel/osrelease", as_word);
  facts.add_file("kernel.command_line", "/proc/cmdline", as_word);
  facts.add_file("kernel.aslr", "/proc/sys/kernel/randomize_va_space", as_number);
  facts.add_file("kernel.perf_event_paranoid", "/proc/sys/kernel/perf_event_paranoid", as_number);
  facts.add_file("kernel.sched_autogroup", "/proc/sys/kernel/sched_autogroup_enabled", as_number);
  facts.add_file(
      "clock.source", "/sys/devices/system/clocksource/clocksource0/current_clocksource", as_word);
  facts.add_file("machine.hypervisor", "/proc/cpuinfo", [](const std::string& text) -> maybe {
    if (text.find("flags") == std::string::npos) {
      return std::nullopt;
    }
    return text.find(" hypervisor") == std::string::npos ? "none seen" : "yes";
  });
  facts.add_file("machine.product", "/sys/class/dmi/id/product_name", as_word);
  facts.add_file("os.name", "/etc/os-release", word_after("PRETTY_NAME="));
}

void add_load(fact_list& facts) {
  facts.add_file("load.1min", "/proc/loadavg", as_load);
  facts.add_file("pressure.cpu_percent", "/proc/pressure/cpu", as_pressure_percent);
  facts.add_file("pressure.memory_percent", "/proc/pressure/memory", as_pressure_percent);
  facts.add_file("pressure.io_percent", "/proc/pressure/io", as_pressure_percent);
}

void add_limits(fact_list& facts) {
  const auto add = [&](const char* name, auto resource) {
    rlimit limit{};
    getrlimit(resource, &limit);
    facts.add_value(name,
                    limit.rlim_cur == RLIM_INFINITY ? json("unlimited") : json(limit.rlim_cur),
                    "getrlimit");
  };
  add("limit.open_files", RLIMIT_NOFILE);
  add("limit.processes", RLIMIT_NPROC);
  add("limit.address_space_bytes", RLIMIT_AS);
  add("limit.locked_bytes", RLIMIT_MEMLOCK);
  add("limit.stack_bytes", RLIMIT_STACK);
}

void add_engine(fact_list& facts) {
  facts.add_value("engine.compiler", __VERSION__, "compiler");
  facts.add_value("engine.libc", gnu_get_libc_version(), "gnu_get_libc_version");
  facts.add_value("engine.fmt_version", FMT_VERSION, "compiler");
  const auto add_event = [&facts](const char* name, perf_event event) {
    const perf_counter counter = count_event(event, getpid());
    facts.add(name,
              counter.events.is_open() ? maybe{"readable"} : std::nullopt,
              "perf_event_open",
              counter.not_readable);
  };
  add_event("perf.migrations", perf_event::migrations);
  add_event("perf.cycles", perf_event::cycles);
  add_event("perf.instructions", perf_event::instructions);
  add_event("perf.cache_misses", perf_event::cache_misses);
}

}  // namespace

std::vector<record::fact> read_environment(const cpu_list& cpus,
                                           const std::filesystem::path& root) {
  fact_list facts{root};
  add_cpus(facts, cpus);
  add_memory(facts);
  add_control_groups(facts);
  add_kernel(facts);
  add_load(facts);
  add_limits(facts);
  add_engine(facts);
  return facts.take();
}

const record::fact* find_fact(const std::vector<record::fact>& facts,
                              std::string_view name) noexcept {
  const auto found = std::ranges::find(facts, name, &record::fact::name);
  return found == facts.end() ? nullptr : &*found;
}

}  // namespace steelyard::measure

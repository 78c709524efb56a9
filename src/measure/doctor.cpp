// SPDX-License-Identifier: Apache-2.0
#include "measure/doctor.hpp"

#include "measure/bandwidth.hpp"
#include "measure/clock.hpp"
#include "measure/core_probe.hpp"
#include "measure/cpu_set.hpp"
#include "measure/cpu_users.hpp"
#include "measure/disturbance.hpp"
#include "measure/environment.hpp"
#include "measure/facts.hpp"
#include "measure/machine_probe.hpp"
#include "measure/setting_findings.hpp"

#include <fmt/core.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <system_error>

namespace steelyard::measure {
namespace {

using record::finding;
using record::finding_state;

constexpr double spread_limit = 0.05;
constexpr std::int64_t gap_limit_ns = 4'000'000;  ///< a time slice went to somebody else
constexpr std::int64_t clock_limit_ns = 1'000;
constexpr std::int64_t wake_up_limit_ns = 200'000;
constexpr double margin = 0.02;  ///< the default practical margin of verdicts

finding good(std::string name, std::string value) {
  return {std::move(name), finding_state::ok, std::move(value), "", ""};
}

/// Warns when `is_bad`.
finding judged(bool is_bad, finding warning) {
  warning.state = is_bad ? finding_state::warn : finding_state::ok;
  if (!is_bad) {
    warning.effect.clear();
    warning.fix.clear();
  }
  return warning;
}

/// A probe that could not be made is a finding as well.
void add_probe(std::vector<finding>& findings,
               const std::string& name,
               const std::function<void()>& probe) {
  try {
    probe();
  } catch (const std::system_error& error) {
    findings.push_back({name, finding_state::not_readable, error.what(), "", ""});
  } catch (const std::bad_alloc&) {
    findings.push_back({name, finding_state::not_readable, "not enough memory", "", ""});
  }
}

void sleep_for(std::int64_t ns) {
  timespec left{ns / 1'000'000'000, ns % 1'000'000'000};
  while (nanosleep(&left, &left) != 0 && errno == EINTR) {
  }
}

double ticks_between(const disturbance_counts& begin, const disturbance_counts& end) {
  return static_cast<double>(end.read_ns - begin.read_ns) / 1e9 *
         static_cast<double>(sysconf(_SC_CLK_TCK));
}

finding pressure_finding(const char* when,
                         const disturbance_counts& begin,
                         const disturbance_counts& end) {
  const std::string name = fmt::format("CPU pressure {}", when);
  const std::optional<double> share = pressure_share(begin, end);
  if (!share) {
    return {name, finding_state::not_readable, "/proc/pressure/cpu is not there", "", ""};
  }
  return judged(*share > 0.05,
                {name,
                 finding_state::ok,
                 fmt::format("{:.1f} % of the time somebody waited for a CPU", *share * 100),
                 "samples will be flagged; intervals get wide",
                 "wait until the machine is quiet, or choose idle CPUs with --cpus"});
}

finding steal_finding(const char* when,
                      const disturbance_counts& begin,
                      const disturbance_counts& end,
                      std::size_t cpu_count) {
  const std::string name = fmt::format("steal {}", when);
  if (!begin.steal_ticks || !end.steal_ticks) {
    return {name, finding_state::not_readable, "/proc/stat has no line for these CPUs", "", ""};
  }
  const auto stolen = static_cast<double>(*end.steal_ticks - *begin.steal_ticks);
  const double share = std::max(stolen, 0.0) /
                       std::max(ticks_between(begin, end) * static_cast<double>(cpu_count), 1.0);
  return judged(stolen >= 2 && share > 0.005,
                {name,
                 finding_state::ok,
                 fmt::format("{:.1f} %", share * 100),
                 "the hypervisor gives the CPUs to other machines: such rounds are flagged",
                 "use a machine with dedicated CPUs"});
}

/// Who else is running, seen while we only sleep.
void watch_others(const doctor_options& options, std::vector<finding>& findings) {
  const cpu_usages usages_before = read_cpu_usages();
  const disturbance_counts begin = read_disturbance(options.cpus);
  sleep_for(options.idle_ns);
  const disturbance_counts end = read_disturbance(options.cpus);
  const cpu_usages usages_after = read_cpu_usages();
  const std::vector<cpu_user> users =
      busiest_between(usages_before, usages_after, ticks_between(begin, end), getpid());
  std::string names;
  for (const cpu_user& user : users) {
    if (names.size() < 120) {
      names +=
          fmt::format("{}{} ({:.0f} %)", names.empty() ? "" : ", ", user.name, user.cpus * 100);
    }
  }
  findings.push_back(judged(!users.empty(),
                            {"other programs",
                             finding_state::ok,
                             users.empty() ? "none that uses a CPU" : names,
                             "they share CPUs, caches and memory bandwidth with the measurement",
                             "end them, or wait"}));
  const bool measuring = std::ranges::any_of(usages_after, [](const auto& entry) {
    return entry.first != getpid() && entry.second.name == "steelyard-watch";
  });
  findings.push_back(judged(measuring,
                            {"another measurement",
                             finding_state::ok,
                             measuring ? "steelyard is measuring in another process" : "none",
                             "both disturb each other: neither result is worth much",
                             "wait until it has ended"}));
  findings.push_back(pressure_finding("before", begin, end));
  findings.push_back(steal_finding("before", begin, end, options.cpus.size()));
}

void probe_spinning(const doctor_options& options, std::vector<finding>& findings) {
  const disturbance_counts begin = read_disturbance(options.cpus);
  const std::vector<spin_result> spins = probe_spin(options.cpus, options.spin_ns);
  const disturbance_counts end = read_disturbance(options.cpus);
  const auto [slowest, fastest] = std::ranges::minmax_element(spins, {}, &spin_result::steps_per_s);
  const double spread = 1 - slowest->steps_per_s / std::max(fastest->steps_per_s, 1.0);
  findings.push_back(judged(
      spread > spread_limit,
      {"spread between CPUs",
       finding_state::ok,
       spins.size() < 2 ? "one CPU"
                        : fmt::format("{:.1f} % (CPU {} slowest)", spread * 100, slowest->cpu),
       "equal shares of work end at different times: static schedules look worse",
       "choose like CPUs with --cpus (cores of one kind, no SMT siblings)"}));
  const auto longest = std::ranges::max_element(spins, {}, &spin_result::longest_gap_ns);
  findings.push_back(judged(
      longest->longest_gap_ns > gap_limit_ns,
      {"longest gap",
       finding_state::ok,
       fmt::format(
           "{:.3f} ms (CPU {})", static_cast<double>(longest->longest_gap_ns) / 1e6, longest->cpu),
       "calls are interrupted: tails (P95, P99) show the machine, not the implementation",
       "end other programs; a machine with dedicated CPUs has gaps under 1 ms"}));
  findings.push_back(pressure_finding("while spinning", begin, end));
  findings.push_back(steal_finding("while spinning", begin, end, options.cpus.size()));
}

void probe_cores(const doctor_options& options, std::vector<finding>& findings) {
  const cpu_list cores = one_per_core(options.cpus);
  if (cores.size() < 2) {
    findings.push_back({"shared physical core", finding_state::ok, "one core", "", ""});
    return;
  }
  if (const std::optional<double> ratio = shared_core_ratio(cores)) {
    findings.push_back(judged(*ratio >= shared_core_limit,
                              {"shared physical core",
                               finding_state::ok,
                               fmt::format("all at once {:.2f}x as long as alone", *ratio),
                               "the hypervisor has put two CPUs on one core: no speed-up now",
                               "wait, or use a machine with dedicated cores"}));
  } else {
    findings.push_back({"shared physical core",
                        finding_state::not_readable,
                        "the CPUs could not be had at the same moment",
                        "",
                        ""});
  }
  for (const handover& pair : probe_handovers(cores)) {
    findings.push_back(
        good(fmt::format("cache line between CPUs {} and {}", pair.from, pair.to),
             fmt::format("{} ns round trip ({})", pair.round_trip_ns, regime_of(pair))));
  }
}

void probe_clock_and_waking(const doctor_options& options, std::vector<finding>& findings) {
  const clock_grain grain = probe_clock();
  findings.push_back(
      judged(grain.step_ns > clock_limit_ns || grain.cost_ns > clock_limit_ns,
             {"clock",
              finding_state::ok,
              fmt::format("steps of {} ns, {} ns a reading", grain.step_ns, grain.cost_ns),
              "calls of some microseconds cannot be told apart",
              "boot with clocksource=tsc where the machine supports it"}));
  const std::optional<std::int64_t> wake_up_ns = probe_wake_up(options.cpus);
  if (!wake_up_ns) {
    findings.push_back(
        {"wake-up of a thread", finding_state::not_readable, "needs two CPUs", "", ""});
    return;
  }
  findings.push_back(judged(*wake_up_ns > wake_up_limit_ns,
                            {"wake-up of a thread",
                             finding_state::ok,
                             fmt::format("{:.1f} us", static_cast<double>(*wake_up_ns) / 1e3),
                             "implementations that create or wake threads in each call look slower",
                             "end other programs; switch off deep idle states of the CPU"}));
}

void probe_bandwidth(const doctor_options& options, std::vector<finding>& findings) {
  const read_bandwidth found =
      measure_read_bandwidth({.cpus = options.cpus,
                              .buffer_bytes = options.bandwidth_buffer_bytes,
                              .budget_ns = options.bandwidth_ns});
  findings.push_back(good("memory read bandwidth",
                          fmt::format("{:.1f} GB/s on {} CPUs ({} streams each, {} MiB)",
                                      found.bytes_per_s / 1e9,
                                      options.cpus.size(),
                                      found.streams,
                                      found.buffer_bytes >> 20)));
}

void probe_band(const doctor_options& options, std::vector<finding>& findings) {
  const double band =
      expected_band(repeat_kernel(options.cpus, options.kernel_ns, options.kernel_repetitions));
  findings.push_back(judged(
      band > margin,
      {"expected band",
       finding_state::ok,
       fmt::format("the same kernel differs by {:.1f} % from one run to the next", band * 100),
       fmt::format("differences under about {:.0f} % will be undecidable today", band * 100),
       "wait until the machine is quiet, or give a longer --budget"}));
}

}  // namespace

std::vector<finding> doctor(const doctor_options& options) {
  if (options.cpus.empty()) {
    throw std::invalid_argument("doctor: the CPU set is empty");
  }
  std::vector<finding> findings = findings_of_settings(
      read_environment(options.cpus, options.root), options.cpus, own_environment());
  watch_others(options, findings);
  add_probe(findings, "clock and wake-up", [&] { probe_clock_and_waking(options, findings); });
  add_probe(findings, "spinning", [&] { probe_spinning(options, findings); });
  add_probe(findings, "cores", [&] { probe_cores(options, findings); });
  add_probe(findings, "memory read bandwidth", [&] { probe_bandwidth(options, findings); });
  add_probe(findings, "expected band", [&] { probe_band(options, findings); });
  return findings;
}

}  // namespace steelyard::measure

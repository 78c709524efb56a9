// SPDX-License-Identifier: Apache-2.0
#include "cli/machine.hpp"

#include "measure/bandwidth.hpp"
#include "measure/clock.hpp"
#include "measure/core_probe.hpp"
#include "measure/cpu_set.hpp"
#include "measure/environment.hpp"
#include "measure/facts.hpp"
#include "measure/sentinel.hpp"

#include <fmt/chrono.h>
#include <sys/random.h>
#include <sys/utsname.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <system_error>

namespace steelyard::cli {
namespace {

std::vector<study::cpu_place> places_of(const measure::cpu_list& cpus) {
  const measure::cpu_list first_of_core = measure::one_per_core(cpus);
  std::vector<study::cpu_place> places;
  for (const std::uint32_t cpu : cpus) {
    const auto shares_core = [cpu](std::uint32_t first) {
      return first == cpu || measure::one_per_core({first, cpu}).size() == 1;
    };
    const auto core = std::ranges::find_if(first_of_core, shares_core);
    places.push_back({cpu, core == first_of_core.end() ? cpu : *core});
  }
  return places;
}

std::string kernel() {
  utsname names{};
  if (uname(&names) != 0) {
    throw std::system_error(errno, std::generic_category(), "uname");
  }
  return std::string(names.release) + " " + names.version;
}

}  // namespace

study::machine_facts this_machine() {
  const measure::cpu_list cpus = measure::allowed_cpus();
  study::machine_facts facts;
  facts.cpus = places_of(cpus);
  facts.kernel = kernel();
  facts.environment = measure::read_environment(cpus);
  return facts;
}

void measure_the_machine(study::machine_facts& machine, const std::vector<std::uint32_t>& cpus) {
  measure::bandwidth_plan bandwidth;
  bandwidth.cpus = cpus;
  machine.environment.push_back(measure::read_bandwidth_fact(bandwidth));
  machine.sentinel_steps = measure::calibrate_sentinel(cpus);
}

study::instruments real_instruments() {
  return {measure::measure_cell,
          [](const protocol::open_request& open, const std::vector<std::string>& keep) {
            return measure::environment_for(open.workers, open.cpus, keep, {}).variables;
          },
          [](const measure::cpu_list& cpus) {
            return measure::probe_handovers(measure::one_per_core(cpus));
          },
          measure::monotonic_ns,
          utc_now};
}

std::uint64_t drawn_bits() {
  std::uint64_t bits = 0;
  if (getrandom(&bits, sizeof bits, 0) != static_cast<ssize_t>(sizeof bits)) {
    throw std::system_error(errno, std::generic_category(), "getrandom");
  }
  return bits;
}

std::string utc_now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

}  // namespace steelyard::cli

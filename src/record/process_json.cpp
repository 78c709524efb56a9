// SPDX-License-Identifier: Apache-2.0
#include "record/json_fields.hpp"
#include "record/process.hpp"
#include "record/text.hpp"

#include <array>
#include <stdexcept>
#include <string_view>

namespace steelyard::record {
namespace {

using nlohmann::ordered_json;

constexpr std::array<std::pair<purpose, std::string_view>, 3> purpose_words{{
    {purpose::timing, "timing"},
    {purpose::memory, "memory"},
    {purpose::sustained, "sustained"},
}};

std::string_view word_of(purpose value) {
  for (const auto& [known, word] : purpose_words) {
    if (known == value) {
      return word;
    }
  }
  throw std::invalid_argument("purpose: not an enumerator");
}

purpose purpose_from(const json_field& field) {
  for (const auto& [known, word] : purpose_words) {
    if (word == field.text()) {
      return known;
    }
  }
  field.fail("\"timing\", \"memory\" or \"sustained\"");
}

ordered_json valid_texts(const std::vector<std::string>& lines) {
  ordered_json result = ordered_json::array();
  for (const std::string& line : lines) {
    result.push_back(valid_utf8(line));
  }
  return result;
}

ordered_json json_of(const usage& value) {
  return {{"user_ns", value.user_ns},
          {"system_ns", value.system_ns},
          {"max_rss_bytes", value.max_rss_bytes},
          {"minor_faults", value.minor_faults},
          {"major_faults", value.major_faults},
          {"voluntary_switches", value.voluntary_switches},
          {"involuntary_switches", value.involuntary_switches}};
}

usage usage_from(const json_field& field) {
  return {.user_ns = field.at("user_ns").integer(),
          .system_ns = field.at("system_ns").integer(),
          .max_rss_bytes = field.at("max_rss_bytes").integer(),
          .minor_faults = field.at("minor_faults").integer(),
          .major_faults = field.at("major_faults").integer(),
          .voluntary_switches = field.at("voluntary_switches").integer(),
          .involuntary_switches = field.at("involuntary_switches").integer()};
}

ordered_json json_of(const call_digest& value) {
  return {{"call", value.call}, {"sum", or_null(value.sum)}, {"hash", valid_utf8(value.hash)}};
}

ordered_json json_of(const worker& value) {
  ordered_json result = {{"pid", value.pid}, {"tid", value.tid}, {"cpus", value.cpus}};
  if (value.entries) {
    result["entries"] = *value.entries;
  }
  return result;
}

worker worker_from(const json_field& field) {
  worker result{.pid = field.at("pid").integer(),
                .tid = field.at("tid").integer(),
                .cpus = field.at("cpus").naturals32(),
                .entries = {}};
  if (const auto entries = field.find("entries")) {
    result.entries = entries->natural();
  }
  return result;
}

ordered_json json_of(const noise& value) {
  return {{"sentinel_ns", or_null(value.sentinel_ns)},
          {"shared_core_before", or_null(value.shared_core_before)},
          {"shared_core_after", or_null(value.shared_core_after)},
          {"steal_ticks", or_null(value.steal_ticks)},
          {"pressure_us", or_null(value.pressure_us)},
          {"pressure_before_share", or_null(value.pressure_before_share)},
          {"throttled_us", or_null(value.throttled_us)},
          {"migrations", or_null(value.migrations)},
          {"cycles", or_null(value.cycles)},
          {"instructions", or_null(value.instructions)},
          {"cache_misses", or_null(value.cache_misses)},
          {"load_1min", or_null(value.load_1min)},
          {"flags", valid_texts(value.flags)}};
}

noise noise_from(const json_field& field) {
  return {.sentinel_ns = field.integer_or_none("sentinel_ns"),
          .shared_core_before = field.number_or_none("shared_core_before"),
          .shared_core_after = field.number_or_none("shared_core_after"),
          .steal_ticks = field.integer_or_none("steal_ticks"),
          .pressure_us = field.integer_or_none("pressure_us"),
          .pressure_before_share = field.number_or_none("pressure_before_share"),
          .throttled_us = field.integer_or_none("throttled_us"),
          .migrations = field.integer_or_none("migrations"),
          .cycles = field.integer_or_none("cycles"),
          .instructions = field.integer_or_none("instructions"),
          .cache_misses = field.integer_or_none("cache_misses"),
          .load_1min = field.number_or_none("load_1min"),
          .flags = field.at("flags").texts()};
}

ordered_json json_of(const memory& value) {
  return {{"peak_pss_bytes", value.peak_pss_bytes},
          {"source", valid_utf8(value.source)},
          {"samples", value.samples},
          {"median_interval_ns", value.median_interval_ns},
          {"nominal_interval_ns", value.nominal_interval_ns}};
}

memory memory_from(const json_field& field) {
  return {.peak_pss_bytes = field.at("peak_pss_bytes").integer(),
          .source = field.at("source").text(),
          .samples = field.at("samples").natural(),
          .median_interval_ns = field.at("median_interval_ns").integer(),
          .nominal_interval_ns = field.at("nominal_interval_ns").integer()};
}

void add_times(ordered_json& result, const process& value) {
  result["setup_ns"] = or_null(value.setup_ns);
  result["setup_inner_ns"] = or_null(value.setup_inner_ns);
  result["input_ns"] = or_null(value.input_ns);
  result["first_ns"] = or_null(value.first_ns);
  result["warm_ns"] = value.warm_ns;
  result["cpu_ns"] = value.cpu_ns;
  result["loop_wall_ns"] = or_null(value.loop_wall_ns);
  result["process_ns"] = or_null(value.process_ns);
}

void read_times(process& result, const json_field& field) {
  result.setup_ns = field.integer_or_none("setup_ns");
  result.setup_inner_ns = field.integer_or_none("setup_inner_ns");
  result.input_ns = field.integer_or_none("input_ns");
  result.first_ns = field.integer_or_none("first_ns");
  result.warm_ns = field.at("warm_ns").integers();
  result.cpu_ns = field.at("cpu_ns").integers();
  result.loop_wall_ns = field.integer_or_none("loop_wall_ns");
  result.process_ns = field.integer_or_none("process_ns");
}

cell cell_from(const json_field& field) {
  return {.workload = field.at("workload").text(),
          .implementation = field.at("implementation").text(),
          .workers = field.at("workers").natural32()};
}

status status_of(const json_field& field) {
  const auto value = status_from(field.text());
  if (!value) {
    field.fail(
        "a status word (ok, unavailable, skipped, timeout, crashed, wrong_result, "
        "protocol_fault, guard_stop, interrupted)");
  }
  return *value;
}

void read_result(process& result, const json_field& field) {
  for (const json_field& element : field.at("digests").elements()) {
    call_digest digest{.call = element.at("call").natural(),
                       .sum = element.integer_or_none("sum"),
                       .hash = element.at("hash").text()};
    result.digests.push_back(std::move(digest));
  }
  result.payload_bytes = field.integer_or_none("payload_bytes");
  if (const auto started = field.find("workers_started")) {
    result.workers_started = started->natural32();
  }
  for (const json_field& element : field.at("workers").elements()) {
    result.workers.push_back(worker_from(element));
  }
}

}  // namespace

std::string to_string(const cell& value) {
  return value.workload + "/" + value.implementation + "/w" + std::to_string(value.workers);
}

ordered_json to_json(const process& value) {
  ordered_json result = {{"index", value.index},
                         {"round", value.round},
                         {"position", value.position},
                         {"cell",
                          {{"workload", valid_utf8(value.cell.workload)},
                           {"implementation", valid_utf8(value.cell.implementation)},
                           {"workers", value.cell.workers}}},
                         {"purpose", word_of(value.purpose)},
                         {"status", to_string(value.status)},
                         {"detail", valid_utf8(value.detail)},
                         {"stderr_tail", valid_texts(value.stderr_tail)},
                         {"started_utc", valid_utf8(value.started_utc)},
                         {"environment_pad", value.environment_pad}};
  add_times(result, value);
  result["digests"] = ordered_json::array();
  for (const call_digest& digest : value.digests) {
    result["digests"].push_back(json_of(digest));
  }
  result["payload_bytes"] = or_null(value.payload_bytes);
  result["workers_started"] = or_null(value.workers_started);
  result["workers"] = ordered_json::array();
  for (const worker& element : value.workers) {
    result["workers"].push_back(json_of(element));
  }
  result["cpus"] = value.cpus;
  result["versions"] = value.versions;
  result["usage"] = value.usage ? json_of(*value.usage) : ordered_json(nullptr);
  result["noise"] = json_of(value.noise);
  result["memory"] = value.memory ? json_of(*value.memory) : ordered_json(nullptr);
  return result;
}

process process_from(const ordered_json& value) {
  const json_field field(value, "");
  process result;
  result.index = field.at("index").natural();
  result.round = field.at("round").natural32();
  result.position = field.at("position").natural32();
  result.cell = cell_from(field.at("cell"));
  result.purpose = purpose_from(field.at("purpose"));
  result.status = status_of(field.at("status"));
  result.detail = field.at("detail").text();
  result.stderr_tail = field.at("stderr_tail").texts();
  result.started_utc = field.at("started_utc").text();
  result.environment_pad = field.at("environment_pad").natural32();
  read_times(result, field);
  read_result(result, field);
  result.cpus = field.at("cpus").naturals32();
  result.versions = field.at("versions").object();
  if (const auto usage = field.find("usage")) {
    result.usage = usage_from(*usage);
  }
  result.noise = noise_from(field.at("noise"));
  if (const auto memory = field.find("memory")) {
    result.memory = memory_from(*memory);
  }
  return result;
}

}  // namespace steelyard::record

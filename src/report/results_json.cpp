// SPDX-License-Identifier: Apache-2.0
#include "report/results_json.hpp"

#include "advice/advice.hpp"
#include "advice/catalogue.hpp"
#include "report/foreign_text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace steelyard::report {
namespace {

using analysis::cell_summary;
using analysis::figure;
using analysis::remark;
using nlohmann::ordered_json;

/// NaN and infinity never reach a file.
double finite(double value) {
  if (!std::isfinite(value)) {
    throw std::logic_error("results.json: a figure is not finite");
  }
  return value;
}

std::string said(const remark& what, advice::language in) {
  return advice::say(what, {in, {false, " "}, terminal_text});
}

ordered_json sentence(const remark& what) {
  return {{"key", what.key},
          {"en", said(what, advice::language::english)},
          {"zh", said(what, advice::language::chinese)},
          {"cells", what.cells}};
}

ordered_json sentences(const std::vector<remark>& list) {
  ordered_json result = ordered_json::array();
  for (const remark& what : list) {
    result.push_back(sentence(what));
  }
  return result;
}

ordered_json reason(const remark& why) {
  return {{"key", why.key}, {"text", said(why, advice::language::english)}};
}

ordered_json json_of(const figure<double>& value) {
  if (value.value) {
    return {{"value", finite(*value.value)}};
  }
  return {{"value", nullptr}, {"why_not", reason(value.why_not)}};
}

ordered_json json_of(const figure<analysis::interval>& value) {
  if (!value.value) {
    return {{"low", nullptr}, {"high", nullptr}, {"why_not", reason(value.why_not)}};
  }
  ordered_json result = {{"low", finite(value.value->low)}, {"high", finite(value.value->high)}};
  if (value.value->coverage > 0) {
    result["coverage"] = value.value->coverage;
    result["anytime"] = value.value->anytime;
  }
  return result;
}

ordered_json json_of(const figure<analysis::estimate>& value) {
  if (!value.value) {
    return {{"median", nullptr}, {"why_not", reason(value.why_not)}};
  }
  return {{"median", finite(value.value->median)},
          {"rounds", value.value->rounds},
          {"interval", json_of(value.value->interval)}};
}

ordered_json json_of(const record::cell& cell) {
  return {{"id", record::to_string(cell)},
          {"implementation", cell.implementation},
          {"workers", cell.workers}};
}

ordered_json json_of(const std::optional<record::cell>& cell) {
  return cell ? ordered_json(record::to_string(*cell)) : ordered_json();
}

ordered_json ids_of(const std::vector<record::cell>& cells) {
  ordered_json result = ordered_json::array();
  for (const record::cell& cell : cells) {
    result.push_back(record::to_string(cell));
  }
  return result;
}

ordered_json json_of(const cell_summary& cell) {
  ordered_json result = json_of(cell.cell);
  result["state"] = to_string(cell.state);
  result["reason"] = cell.reason.key.empty() ? ordered_json() : reason(cell.reason);
  result["processes"] = cell.processes;
  result["failures"] = cell.failures;
  result["oversubscribed"] = cell.oversubscribed;
  result["warm_ns"] = json_of(cell.warm_ns);
  result["warm_iqr_ns"] = json_of(cell.warm_iqr_ns);
  result["setup_ns"] = json_of(cell.setup_ns);
  result["first_ns"] = json_of(cell.first_ns);
  result["start_ns"] = json_of(cell.start_ns);
  result["process_ns"] = json_of(cell.process_ns);
  result["vs_best"] = json_of(cell.vs_best);
  result["speedup"] = json_of(cell.speedup);
  result["efficiency"] = json_of(cell.efficiency);
  result["calls_per_s"] = json_of(cell.calls_per_s);
  result["p50_ns"] = json_of(cell.p50_ns);
  result["p95_ns"] = json_of(cell.p95_ns);
  result["p99_ns"] = json_of(cell.p99_ns);
  result["peak_pss_bytes"] = json_of(cell.peak_pss_bytes);
  result["pss_source"] = cell.pss_source;
  result["pss_samples"] = json_of(cell.pss_samples);
  result["pss_interval_ns"] = json_of(cell.pss_interval_ns);
  result["payload_bytes"] = json_of(cell.payload_bytes);
  result["bytes_per_s"] = json_of(cell.bytes_per_s);
  result["predicted_share"] = json_of(cell.predicted_share);
  result["measured_share"] = json_of(cell.measured_share);
  result["noise_flags"] = ordered_json::object();
  for (const analysis::flag_count& flag : cell.noise_flags) {
    result["noise_flags"][flag.flag] = flag.processes;
  }
  result["stderr_tail"] = cell.stderr_tail;
  return result;
}

template <typename Value>
ordered_json or_null(const std::optional<Value>& value) {
  return value ? ordered_json(finite(*value)) : ordered_json();
}

ordered_json json_of(const analysis::verdict& found) {
  return {{"a", record::to_string(found.cell_a)},
          {"b", record::to_string(found.cell_b)},
          {"word", to_string(found.word)},
          {"ratio", json_of(found.ratio)},
          {"margin", found.margin},
          {"band", or_null(found.band)},
          {"lag1", or_null(found.lag1)},
          {"reason", found.reason}};
}

ordered_json json_of(const analysis::break_even& found) {
  return {{"other", record::to_string(found.other)},
          {"faster", record::to_string(found.faster)},
          {"crossing", to_string(found.crossing)},
          {"calls", json_of(found.calls)}};
}

ordered_json json_of(const analysis::situation_summary& found) {
  return {{"kind", to_string(found.kind)},
          {"best", json_of(found.best)},
          {"value", json_of(found.value)},
          {"over_next", found.over_next ? json_of(*found.over_next) : ordered_json()}};
}

ordered_json json_of(const analysis::workload_summary& workload);

template <typename Element>
ordered_json list_of(const std::vector<Element>& elements) {
  ordered_json result = ordered_json::array();
  for (const Element& element : elements) {
    result.push_back(json_of(element));
  }
  return result;
}

ordered_json json_of(const analysis::workload_summary& workload) {
  const record::workload& input = workload.workload;
  ordered_json result = {{"id", input.id},
                         {"kind", input.kind},
                         {"source", input.source},
                         {"name", input.name},
                         {"rows", input.rows},
                         {"cols", input.cols},
                         {"nnz", input.nnz},
                         {"exact", input.exact},
                         {"logical_bytes", input.logical_bytes},
                         {"facts", input.facts}};
  result["intensity"] = json_of(workload.intensity);
  result["equal_rows_imbalance"] = json_of(workload.equal_rows_imbalance);
  result["leader"] = json_of(workload.leader);
  result["pick"] = json_of(workload.pick);
  result["runner_up"] = json_of(workload.runner_up);
  result["best_set"] = ids_of(workload.best_set);
  result["unjudged"] = ids_of(workload.unjudged);
  result["undecided_because"] =
      workload.undecided_because.key.empty() ? ordered_json() : reason(workload.undecided_because);
  result["cells"] = list_of(workload.cells);
  result["verdicts"] = list_of(workload.verdicts);
  result["break_evens"] = list_of(workload.break_evens);
  result["situations"] = list_of(workload.situations);
  return result;
}

ordered_json run_json(const analysis::run_summary& summary) {
  const record::manifest& manifest = summary.manifest;
  return {{"id", manifest.run_id},
          {"created_utc", manifest.created_utc},
          {"tool_version", manifest.tool_version},
          {"git_commit", manifest.git_commit},
          {"command", manifest.command},
          {"study", manifest.study},
          {"profile", manifest.profile},
          {"seed", manifest.seed},
          {"cpus", manifest.cpus},
          {"margin", manifest.margin},
          {"reference", manifest.reference},
          {"looking", summary.looked == analysis::looking::once ? "once" : "after-each-round"},
          {"rounds", summary.rounds},
          {"processes", summary.processes},
          {"failures", summary.failures},
          {"measured_s", finite(summary.measured_s)},
          {"read_bytes_per_s", json_of(summary.read_bytes_per_s)}};
}

ordered_json answer_json(const advice::run_advice& advice) {
  ordered_json result = {{"workloads", ordered_json::array()},
                         {"situations", ordered_json::array()}};
  for (const advice::workload_answer& answer : advice.workloads) {
    result["workloads"].push_back({{"workload", answer.workload},
                                   {"use", sentence(answer.use)},
                                   {"details", sentences(answer.details)},
                                   {"unless", sentences(answer.unless)}});
  }
  for (const advice::situation_answer& situation : advice.situations) {
    result["situations"].push_back(
        {{"kind", to_string(situation.kind)}, {"answers", sentences(situation.answers)}});
  }
  result["checklist"] = sentences(advice.checklist);
  result["losses"] = sentences(advice.losses);
  result["undecided"] = sentences(advice.undecided);
  result["caveats"] = sentences(advice.caveats);
  return result;
}

ordered_json environment_json(const record::manifest& manifest) {
  ordered_json result = ordered_json::array();
  for (const record::fact& fact : manifest.environment) {
    result.push_back({{"name", fact.name},
                      {"value", fact.value},
                      {"source", fact.source},
                      {"not_readable", fact.not_readable}});
  }
  return result;
}

ordered_json checks_json(const std::vector<analysis::check>& checks) {
  ordered_json result = ordered_json::array();
  for (const analysis::check& line : checks) {
    result.push_back({{"result", to_string(line.result)}, {"finding", sentence(line.finding)}});
  }
  return result;
}

}  // namespace

std::string results_json(const analysis::run_summary& summary) {
  const ordered_json document = {{"schema", "steelyard.results/1"},
                                 {"run", run_json(summary)},
                                 {"answer", answer_json(advice::advise(summary))},
                                 {"workloads", list_of(summary.workloads)},
                                 {"warnings", sentences(summary.warnings)},
                                 {"checks", checks_json(summary.checks)},
                                 {"invalid", sentences(summary.invalid)},
                                 {"environment", environment_json(summary.manifest)}};
  return document.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace steelyard::report

// SPDX-License-Identifier: Apache-2.0
#include "study/run_log.hpp"

#include "record/json_fields.hpp"

#include <algorithm>
#include <stdexcept>

namespace steelyard::study {
namespace {

using nlohmann::ordered_json;
using record::json_field;

std::filesystem::path journal_path(const std::filesystem::path& run_directory) {
  return run_directory / "journal.jsonl";
}

}  // namespace

run_log::run_log(const plan& value, const std::filesystem::path& run_directory)
    : plan_(&value), known_(value), writer_(journal_path(run_directory)) {
  run_.manifest = value.manifest;
  run_.notices = writer_.notices();
  const record::journal read = record::read_journal(journal_path(run_directory));
  std::size_t line = 0;
  for (const record::journal_entry& entry : read.entries) {
    ++line;
    try {
      replay(entry);
    } catch (const std::invalid_argument& error) {
      throw std::runtime_error(journal_path(run_directory).string() + ":" + std::to_string(line) +
                               ": " + error.what());
    }
  }
}

const std::vector<round_block>* run_log::order_of(std::uint32_t round) const {
  const auto found = orders_.find(round);
  return found == orders_.end() ? nullptr : &found->second;
}

void run_log::replay(const record::journal_entry& entry) {
  const json_field body(entry.body, "");
  used_s_ = std::max(used_s_, body.at("used_s").number());
  if (entry.type == "process") {
    record::process value = record::process_from(entry.body);
    known_.add(value, body.at("duration_s").number());
    run_.processes.push_back(std::move(value));
  } else if (entry.type == "round") {
    replay_round(entry.body);
  } else if (entry.type == "event") {
    replay_event(entry.body);
  } else if (entry.type == "session") {
    run_.sessions.push_back(entry.body);
  } else {
    throw std::invalid_argument("unknown entry type \"" + entry.type + "\"");
  }
}

void run_log::replay_round(const ordered_json& body) {
  const json_field field(body, "");
  const bool is_memory = field.at("purpose").text() == "memory";
  const std::uint32_t round = is_memory ? memory_round : field.at("round").natural32();
  std::vector<round_block>& blocks = orders_[round];
  blocks.clear();
  for (const json_field& block : field.at("order").elements()) {
    round_block& added = blocks.emplace_back();
    added.workload = block.at("workload").text();
    for (const json_field& cell : block.at("cells").elements()) {
      added.cells.push_back(known_.index_of(
          {added.workload, cell.at("implementation").text(), cell.at("workers").natural32()}));
    }
  }
  last_round_ = std::max(last_round_, round);
  run_.rounds.push_back(body);
}

void run_log::replay_event(const ordered_json& body) {
  const json_field field(body, "");
  if (field.at("kind").text() == "stopped") {
    const json_field cell = field.at("cell");
    known_.stop(known_.index_of({cell.at("workload").text(),
                                 cell.at("implementation").text(),
                                 cell.at("workers").natural32()}),
                field.at("why").text());
  }
  run_.events.push_back(body);
}

void run_log::append(const std::string& type, ordered_json body, double used_s) {
  used_s_ = std::max(used_s_, used_s);
  body["used_s"] = used_s_;
  writer_.append({type, std::move(body)});
}

void run_log::begin_session(const std::string& utc, double used_s) {
  ordered_json body = {{"session", run_.sessions.size() + 1}, {"started_utc", utc}};
  run_.sessions.push_back(body);
  append("session", std::move(body), used_s);
}

void run_log::add_round(std::uint32_t round,
                        const std::vector<round_block>& blocks,
                        const std::vector<measure::handover>& handovers,
                        double used_s) {
  ordered_json order = ordered_json::array();
  for (const round_block& block : blocks) {
    ordered_json cells = ordered_json::array();
    for (const std::size_t cell : block.cells) {
      const record::cell& name = plan_->cells[cell].cell;
      cells.push_back({{"implementation", name.implementation}, {"workers", name.workers}});
    }
    order.push_back({{"workload", block.workload}, {"cells", std::move(cells)}});
  }
  const bool is_memory = round == memory_round;
  ordered_json body = {{"round", is_memory ? 1 : round},
                       {"purpose", is_memory ? "memory" : "timing"},
                       {"order", std::move(order)}};
  ordered_json& passed = body["handovers"] = ordered_json::array();
  for (const measure::handover& value : handovers) {
    passed.push_back({{"from", value.from},
                      {"to", value.to},
                      {"round_trip_ns", value.round_trip_ns},
                      {"regime", measure::regime_of(value)}});
  }
  orders_[round] = blocks;
  last_round_ = std::max(last_round_, round);
  run_.rounds.push_back(body);
  append("round", std::move(body), used_s);
}

void run_log::add_process(const record::process& value, double duration_s, double used_s) {
  ordered_json body = record::to_json(value);
  body["duration_s"] = duration_s;
  append("process", std::move(body), used_s);
  known_.add(value, duration_s);
  run_.processes.push_back(value);
}

void run_log::add_stop(const stop& value, double used_s) {
  const record::cell& cell = plan_->cells[value.cell].cell;
  add_event({{"kind", "stopped"},
             {"cell",
              {{"workload", cell.workload},
               {"implementation", cell.implementation},
               {"workers", cell.workers}}},
             {"why", value.why},
             {"reason", value.reason},
             {"rounds", known_.track(value.cell).rounds.size()}},
            used_s);
  known_.stop(value.cell, value.why);
}

void run_log::add_event(ordered_json body, double used_s) {
  run_.events.push_back(body);
  append("event", std::move(body), used_s);
}

}  // namespace steelyard::study

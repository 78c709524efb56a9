// SPDX-License-Identifier: Apache-2.0
#include "study/history.hpp"

#include <algorithm>
#include <stdexcept>

namespace steelyard::study {
namespace {

double median(std::vector<std::int64_t> times) {
  std::ranges::sort(times);
  const std::size_t middle = times.size() / 2;
  const auto upper = static_cast<double>(times[middle]);
  return times.size() % 2 == 1 ? upper : (static_cast<double>(times[middle - 1]) + upper) / 2;
}

}  // namespace

history::history(const plan& value) : plan_(&value), tracks_(value.cells.size()) {
  for (std::size_t i = 0; i < tracks_.size(); ++i) {
    if (!value.cells[i].is_runnable()) {
      tracks_[i].stopped = "not_runnable";
    }
  }
}

std::size_t history::index_of(const record::cell& cell) const {
  const auto found = std::ranges::find(plan_->cells, cell, &planned_cell::cell);
  if (found == plan_->cells.end()) {
    throw std::invalid_argument("cell " + record::to_string(cell) + " is not in the plan");
  }
  return static_cast<std::size_t>(found - plan_->cells.begin());
}

void history::add(const record::process& value, double duration_s) {
  cell_track& track = tracks_[index_of(value.cell)];
  ++processes_;
  if (value.purpose == record::purpose::memory) {
    track.has_memory = true;
    return;
  }
  track.rounds.insert(value.round);
  track.last_s = duration_s;
  if (value.status == record::status::wrong_result) {
    track.values.clear();
  }
  if (value.status != record::status::ok) {
    stop(index_of(value.cell), "failed");
  } else if (!value.warm_ns.empty()) {
    track.values.push_back({value.round, median(value.warm_ns)});
  }
}

void history::stop(std::size_t cell, const std::string& why) {
  if (tracks_[cell].is_live()) {
    tracks_[cell].stopped = why;
  }
}

double history::expected_s(std::size_t cell) const {
  return tracks_[cell].last_s.value_or(plan_->cells[cell].estimated_s);
}

}  // namespace steelyard::study

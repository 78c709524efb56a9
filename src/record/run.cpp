// SPDX-License-Identifier: Apache-2.0
#include "record/run.hpp"

#include "record/atomic_file.hpp"
#include "record/journal.hpp"
#include "record/text.hpp"

#include <stdexcept>

namespace steelyard::record {
namespace {

constexpr std::uintmax_t max_manifest_bytes = 64U << 20U;

void add_entry(run& result, journal_entry&& entry) {
  if (entry.type == "process") {
    result.processes.push_back(process_from(entry.body));
  } else if (entry.type == "round") {
    result.rounds.push_back(std::move(entry.body));
  } else if (entry.type == "session") {
    result.sessions.push_back(std::move(entry.body));
  } else if (entry.type == "event") {
    result.events.push_back(std::move(entry.body));
  } else {
    throw std::invalid_argument("unknown entry type \"" + entry.type + "\"");
  }
}

}  // namespace

manifest read_manifest(const std::filesystem::path& file) {
  const std::string text = read_bounded_file(file, max_manifest_bytes);
  try {
    return manifest_from(parse_json(text));
  } catch (const std::invalid_argument& error) {
    throw std::runtime_error(file.string() + ": " + error.what());
  }
}

run read_run(const std::filesystem::path& directory) {
  run result;
  result.manifest = read_manifest(directory / "manifest.json");
  const std::filesystem::path path = directory / "journal.jsonl";
  journal read = read_journal(path);
  result.notices = std::move(read.notices);
  std::size_t line = 0;
  for (journal_entry& entry : read.entries) {
    ++line;
    try {
      add_entry(result, std::move(entry));
    } catch (const std::invalid_argument& error) {
      throw std::runtime_error(path.string() + ":" + std::to_string(line) + ": " + error.what());
    }
  }
  return result;
}

}  // namespace steelyard::record

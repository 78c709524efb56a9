// SPDX-License-Identifier: Apache-2.0
#include "study/offer.hpp"

#include "measure/supervisor.hpp"
#include "protocol/answer_json.hpp"
#include "record/journal.hpp"
#include "record/text.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string_view>

namespace steelyard::study {
namespace {

namespace fs = std::filesystem;

/// The file that exec would take for the first word of a command.
fs::path program_path(const std::string& word) {
  if (word.find('/') != std::string::npos) {
    return word;
  }
  const char* variable =
      std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe): read before any thread
  std::string_view rest = variable == nullptr ? std::string_view() : variable;
  while (!rest.empty()) {
    const std::size_t colon = rest.find(':');
    const fs::path candidate = fs::path(rest.substr(0, colon)) / word;
    if (::access(candidate.c_str(), X_OK) == 0) {
      return candidate;
    }
    rest = colon == std::string_view::npos ? std::string_view() : rest.substr(colon + 1);
  }
  return word;
}

/// The command as it can be started from another directory, by a resumed run: a word that names a
/// file here names it everywhere. A program without a slash is looked for in PATH and stays.
std::vector<std::string> with_absolute_files(std::vector<std::string> command) {
  for (std::size_t i = 0; i < command.size(); ++i) {
    const bool is_looked_for = i == 0 && command[i].find('/') == std::string::npos;
    std::error_code ignored;
    if (!is_looked_for && fs::is_regular_file(command[i], ignored)) {
      command[i] = fs::absolute(command[i]).string();
    }
  }
  return command;
}

nlohmann::ordered_json hashes_of(const std::vector<std::string>& command) {
  nlohmann::ordered_json result = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < command.size(); ++i) {
    const fs::path path = i == 0 ? program_path(command[i]) : fs::path(command[i]);
    std::error_code ignored;
    if (fs::is_regular_file(path, ignored)) {
      result.push_back(
          {{"path", record::valid_utf8(path.string())}, {"sha256", record::sha256_of_file(path)}});
    }
  }
  return result;
}

class asking {
 public:
  explicit asking(const describe_function& describe) : describe_(&describe) {}

  void add_entry(const subject_entry& entry) {
    if (!entry.unavailable.empty()) {
      add_missing(entry, entry.unavailable, entry.install);
      return;
    }
    const measure::subject_command command{entry.name, with_absolute_files(entry.command)};
    try {
      add_answer(command, (*describe_)(command), &entry);
    } catch (const measure::subject_error& error) {
      add_missing(entry, error.what(), entry.install);
      return;
    }
    for (const listed_implementation& listed : entry.implementations) {
      if (find(listed.id) == nullptr) {
        add_unavailable(entry, listed, "not offered by the subject " + entry.name, "");
      }
    }
  }

  void add_extra(const std::string& line) {
    measure::subject_command command{"extra", with_absolute_files(command_words(line))};
    try {
      const protocol::describe_answer answer = (*describe_)(command);
      command.name = free_name(answer.subject);
      add_answer(command, answer, nullptr);
    } catch (const measure::subject_error& error) {
      throw std::invalid_argument("subject \"" + line + "\": " + error.what());
    }
  }

  [[nodiscard]] offer take() { return std::move(result_); }

 private:
  [[nodiscard]] const offered_implementation* find(const std::string& id) const {
    const auto found = std::ranges::find_if(result_.implementations,
                                            [&](const auto& known) { return known.row.id == id; });
    return found == result_.implementations.end() ? nullptr : &*found;
  }

  [[nodiscard]] std::string free_name(const std::string& wanted) const {
    std::string name = wanted;
    for (int i = 2; std::ranges::find(result_.subjects, name, &measure::subject_command::name) !=
                    result_.subjects.end();
         ++i) {
      name = wanted + "-" + std::to_string(i);
    }
    return name;
  }

  void add_missing(const subject_entry& entry,
                   const std::string& reason,
                   const std::string& install) {
    for (const listed_implementation& listed : entry.implementations) {
      add_unavailable(entry, listed, reason, install);
    }
    result_.subjects_json.push_back({{"name", entry.name},
                                     {"command", entry.command},
                                     {"unavailable", record::valid_utf8(reason)}});
  }

  void add_unavailable(const subject_entry& entry,
                       const listed_implementation& listed,
                       const std::string& reason,
                       const std::string& install) {
    offered_implementation row;
    row.row.id = listed.id;
    row.row.parallel = listed.parallel;
    row.row.subject = entry.name;
    row.row.language = entry.language;
    row.row.available = false;
    row.row.reason = reason;
    row.row.install = install;
    add(std::move(row));
  }

  /// \param entry  of the set-up; none for a command of the user's
  void add_answer(const measure::subject_command& command,
                  const protocol::describe_answer& answer,
                  const subject_entry* entry) {
    result_.subjects.push_back(command);
    for (const protocol::implementation& described : answer.implementations) {
      offered_implementation row;
      row.row = {.id = described.id,
                 .subject = command.name,
                 .language = answer.language,
                 .parallel = described.parallel,
                 .available = described.available,
                 .cost = described.cost,
                 .lifecycle = described.lifecycle,
                 .notes = described.notes,
                 .reason = described.reason,
                 .install = described.install};
      const bool lacks_packages = !described.available && !described.requires_.empty();
      if (lacks_packages && entry != nullptr && !entry->missing.empty()) {
        // The subject sees that they are not there; the set-up knows why, and how to get them.
        row.row.reason = entry->missing;
        row.row.install = entry->install;
      }
      row.kinds = described.kinds;
      row.is_extra = entry == nullptr;
      add(std::move(row));
    }
    result_.subjects_json.push_back({{"name", command.name},
                                     {"command", command.argv},
                                     {"files", hashes_of(command.argv)},
                                     {"describe", protocol::to_json(answer)}});
  }

  void add(offered_implementation row) {
    if (const offered_implementation* known = find(row.row.id)) {
      throw std::invalid_argument("implementation \"" + row.row.id +
                                  "\" is offered by two subjects: " + known->row.subject + " and " +
                                  row.row.subject);
    }
    result_.implementations.push_back(std::move(row));
  }

  const describe_function* describe_;
  offer result_;
};

}  // namespace

offer ask_subjects(const std::vector<subject_entry>& entries,
                   const std::vector<std::string>& extra_commands,
                   const describe_function& describe) {
  asking all(describe);
  for (const subject_entry& entry : entries) {
    all.add_entry(entry);
  }
  for (const std::string& line : extra_commands) {
    all.add_extra(line);
  }
  return all.take();
}

}  // namespace steelyard::study

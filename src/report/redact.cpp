// SPDX-License-Identifier: Apache-2.0
#include "report/redact.hpp"

#include <algorithm>
#include <cctype>

namespace steelyard::report {
namespace {

using nlohmann::ordered_json;

constexpr const char* left_out = "left out by --redact";

bool is_word(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' ||
         static_cast<unsigned char>(letter) >= 0x80;
}

bool ends_path(char letter) {
  constexpr std::string_view ends = " \t\r\n'\"`,;:()[]{}<>|";
  return ends.find(letter) != std::string_view::npos;
}

/// Whether the word that `at` is in began with a dash: an option, whose value may follow at once.
bool is_in_option(std::string_view text, std::size_t at) {
  while (at > 0 && !ends_path(text[at - 1])) {
    --at;
  }
  return text[at] == '-';
}

/// Where the path that the slash at `slash` belongs to begins; npos when it belongs to none.
std::size_t path_begin(std::string_view text, std::size_t slash) {
  const std::size_t after = text.find_first_not_of('/', slash);
  if (after == std::string_view::npos || ends_path(text[after])) {
    return std::string_view::npos;
  }
  if (slash > 0 && text[slash - 1] == ':' && after - slash == 2) {
    return std::string_view::npos;  // https://…
  }
  if (is_in_option(text, slash)) {
    return slash;
  }
  std::size_t begin = slash;
  while (begin > 0 && !ends_path(text[begin - 1]) && text[begin - 1] != '=') {
    --begin;
  }
  const std::string_view before = text.substr(begin, slash - begin);
  const bool is_path = before.empty() || before == "." || before == ".." || before.starts_with('~');
  return is_path ? begin : std::string_view::npos;
}

std::size_t path_end(std::string_view text, std::size_t begin) {
  const bool is_quoted = begin > 0 && (text[begin - 1] == '\'' || text[begin - 1] == '"');
  const std::size_t closing =
      is_quoted ? text.find(text[begin - 1], begin) : std::string_view::npos;
  if (closing != std::string_view::npos) {
    return closing;  // a path in quotes may hold blanks
  }
  std::size_t end = begin;
  while (end < text.size() && !ends_path(text[end])) {
    ++end;
  }
  return end;
}

std::string without_paths(std::string_view text) {
  std::string result;
  std::size_t done = 0;
  std::size_t slash = text.find('/');
  while (slash != std::string_view::npos) {
    const std::size_t begin = path_begin(text, slash);
    std::size_t next = text.find_first_not_of('/', slash);
    if (begin != std::string_view::npos && begin >= done) {
      next = path_end(text, begin);
      result += std::string(text.substr(done, begin - done)) + "[path]";
      done = next;
    }
    slash = next == std::string_view::npos ? next : text.find('/', next);
  }
  return result + std::string(text.substr(done));
}

void replace_word(std::string& text, std::string_view word) {
  constexpr std::string_view substitute = "[name]";
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at)) {
    const std::size_t end = at + word.size();
    const bool is_whole =
        (at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]));
    if (is_whole) {
      text.replace(at, word.size(), substitute);
      at += substitute.size();
    } else {
      at = end;
    }
  }
}

/// Members that analysis matches with the ids of cells; an id holds no path.
bool is_id(std::string_view key) {
  return key == "workload" || key == "implementation" || key == "id" || key == "kind";
}

/// One run made anonymous field by field.
class redaction {
 public:
  explicit redaction(const std::vector<std::string>& names) : names_(names) {}

  void of_text(std::string& text) const { text = redacted_text(text, names_); }

  void of_json(ordered_json& value) const {
    if (value.is_string()) {
      value = redacted_text(value.get<std::string>(), names_);
    } else if (value.is_array()) {
      std::ranges::for_each(value, [this](ordered_json& element) { of_json(element); });
    } else if (value.is_object()) {
      for (const auto& [key, member] : value.items()) {
        if (!is_id(key)) {
          of_json(member);
        }
      }
    }
  }

  /// A word of a command line may be a path from the work directory.
  [[nodiscard]] std::string of_word(const std::string& word) const {
    const std::size_t slash = word.find('/');
    if (slash == std::string::npos || word.find("://") != std::string::npos ||
        word.find_first_of(" \t") != std::string::npos) {
      return redacted_text(word, names_);
    }
    const std::size_t equals = word.find('=');
    return equals < slash ? word.substr(0, equals + 1) + "[path]" : "[path]";
  }

  void of_subject(ordered_json& subject) const {
    if (subject.is_object() && subject.contains("command") && subject["command"].is_array()) {
      for (ordered_json& word : subject["command"]) {
        word = word.is_string() ? of_word(word.get<std::string>()) : left_out;
      }
    }
    if (subject.is_object() && subject.contains("files") && subject["files"].is_array()) {
      for (ordered_json& file : subject["files"]) {
        if (file.is_object() && file.contains("path")) {
          file["path"] = "[path]";
        }
      }
    }
    of_json(subject);
  }

  void of_fact(record::fact& fact) const {
    const bool tells_whose =
        fact.name.starts_with("environment.") || fact.name == "kernel.command_line";
    if (tells_whose) {
      fact.value = nullptr;
      fact.not_readable = left_out;
    }
    of_json(fact.value);
    of_text(fact.not_readable);
    // The kernel's own files are the same everywhere, but for control groups named by user.
    const bool is_known = (fact.source.starts_with("/proc/") || fact.source.starts_with("/sys/") ||
                           fact.source.starts_with("/etc/")) &&
                          fact.source.find("cgroup/") == std::string::npos;
    if (!is_known) {
      of_text(fact.source);
    }
  }

  void of_manifest(record::manifest& manifest) const {
    for (std::string& word : manifest.command) {
      word = of_word(word);
    }
    of_json(manifest.plan);
    if (manifest.subjects.is_array()) {
      for (ordered_json& subject : manifest.subjects) {
        of_subject(subject);
      }
    }
    for (record::workload& workload : manifest.workloads) {
      of_json(workload.facts);
    }
    for (record::implementation& row : manifest.implementations) {
      for (std::string* text : {&row.lifecycle, &row.notes, &row.reason, &row.install}) {
        of_text(*text);
      }
    }
    for (record::fact& fact : manifest.environment) {
      of_fact(fact);
    }
  }

  void of_process(record::process& process) const {
    of_text(process.detail);
    of_json(process.versions);
    if (!process.stderr_tail.empty()) {
      process.stderr_tail = {left_out};
    }
  }

 private:
  const std::vector<std::string>& names_;
};

}  // namespace

std::string redacted_text(std::string_view text, const std::vector<std::string>& names) {
  std::string result = without_paths(text);
  for (const std::string& name : names) {
    if (!name.empty()) {
      replace_word(result, name);
    }
  }
  return result;
}

record::run redacted(record::run run, const std::vector<std::string>& names) {
  const redaction redact(names);
  redact.of_manifest(run.manifest);
  std::ranges::for_each(run.processes,
                        [&](record::process& process) { redact.of_process(process); });
  // Bodies of rounds hold ids and times alone.
  for (std::vector<ordered_json>* bodies : {&run.sessions, &run.events}) {
    std::ranges::for_each(*bodies, [&](ordered_json& body) { redact.of_json(body); });
  }
  std::ranges::for_each(run.notices, [&](std::string& notice) { redact.of_text(notice); });
  return run;
}

}  // namespace steelyard::report

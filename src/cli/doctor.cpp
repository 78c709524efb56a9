// SPDX-License-Identifier: Apache-2.0
#include "measure/doctor.hpp"

#include "cli/answer.hpp"
#include "cli/run_options.hpp"
#include "cli/terminal.hpp"
#include "cli/verb.hpp"
#include "measure/cpu_set.hpp"
#include "report/foreign_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <utility>

namespace steelyard::cli {
namespace {

struct doctor_words {
  std::string_view word;
  std::string_view colour;
};

doctor_words words_of(record::finding_state state) {
  switch (state) {
    case record::finding_state::ok:
      return {"ok", "\x1b[32m"};
    case record::finding_state::not_readable:
      return {"not readable here", "\x1b[2m"};
    case record::finding_state::warn:
      return {"warn", "\x1b[33m"};
    case record::finding_state::fail:
      break;
  }
  return {"fail", "\x1b[31m"};
}

std::string finding_text(const record::finding& found, bool colour) {
  const doctor_words words = words_of(found.state);
  std::string text = fmt::format("{}{:<17}{} {}: {}\n",
                                 colour ? words.colour : "",
                                 words.word,
                                 colour ? "\x1b[0m" : "",
                                 found.name,
                                 report::terminal_text(found.value));
  if (!found.effect.empty()) {
    text += fmt::format("{:<17}   effect: {}\n", "", found.effect);
  }
  if (!found.fix.empty()) {
    text += fmt::format("{:<17}   mend:   {}\n", "", found.fix);
  }
  return text;
}

std::string findings_json(const std::vector<record::finding>& findings) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const record::finding& found : findings) {
    all.push_back({{"name", found.name},
                   {"state", words_of(found.state).word},
                   {"value", found.bytes ? std::to_string(*found.bytes) : found.value},
                   {"effect", found.effect},
                   {"fix", found.fix}});
  }
  return all.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

struct doctor_options {
  std::string cpus;
  bool strict = false;
  answer_options answer;
};

exit_code examine(const doctor_options& asked) {
  measure::doctor_options how;
  how.cpus = asked.cpus.empty() ? measure::allowed_cpus() : cpus_of("--cpus", asked.cpus);
  if (asked.answer.format == "human") {
    fmt::print(stderr, "looking for about six seconds; nothing is changed\n");
  }
  const std::vector<record::finding> findings = measure::doctor(how);
  if (asked.answer.format == "json") {
    fmt::print("{}", findings_json(findings));
  } else {
    for (const record::finding& found : findings) {
      fmt::print("{}", finding_text(found, terminal_of(1).colour && !asked.answer.no_colour));
    }
  }
  const bool bad = std::ranges::any_of(findings, [](const record::finding& found) {
    return found.state == record::finding_state::warn || found.state == record::finding_state::fail;
  });
  return asked.strict && bad ? exit_code::gate_failed : exit_code::done;
}

}  // namespace

void declare_doctor(CLI::App& root, action& chosen) {
  const auto asked = std::make_shared<doctor_options>();
  CLI::App* verb = root.add_subcommand("doctor");
  verb->set_help_flag();
  verb->add_option("--cpus", asked->cpus);
  verb->add_flag("--strict", asked->strict);
  declare_answer_options(*verb, asked->answer, {"human", "json"});
  verb->callback(
      [asked, &chosen] { chosen = [asked](const program&) { return examine(*asked); }; });
}

}  // namespace steelyard::cli

// SPDX-License-Identifier: Apache-2.0
#include "cli/interruption.hpp"
#include "cli/run_options.hpp"
#include "cli/terminal.hpp"
#include "cli/usage_error.hpp"
#include "cli/verb.hpp"
#include "measure/cpu_set.hpp"
#include "report/foreign_text.hpp"
#include "study/conformance.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <stdlib.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

namespace steelyard::cli {
namespace {

struct check_subject_options {
  std::vector<std::string> command;
  bool full = false;
  answer_options answer;
};

/// A folder of its own under the system's temporary one, gone with the object.
class scratch_folder {
 public:
  scratch_folder() {
    std::string name = std::filesystem::temp_directory_path() / "steelyard-check-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) {
      throw std::system_error(errno, std::generic_category(), name);
    }
    path_ = name;
  }

  ~scratch_folder() {
    std::error_code ignored;  // a destructor cannot tell; the system cleans its temporary folder
    std::filesystem::remove_all(path_, ignored);
  }

  scratch_folder(const scratch_folder&) = delete;
  scratch_folder& operator=(const scratch_folder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

std::string results_json(const std::vector<study::conformance_result>& results) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const study::conformance_result& result : results) {
    all.push_back({{"implementation", result.implementation},
                   {"check", result.check},
                   {"passed", result.passed},
                   {"detail", result.detail}});
  }
  return all.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

void print_results(const std::vector<study::conformance_result>& results, bool colour) {
  for (const study::conformance_result& result : results) {
    fmt::print(
        "{}{}{}  {:<24} {}{}\n",
        colour ? (result.passed ? "\x1b[32m" : "\x1b[31m") : "",
        result.passed ? "pass" : "FAIL",
        colour ? "\x1b[0m" : "",
        result.implementation.empty() ? "(subject)" : report::terminal_text(result.implementation),
        result.check,
        result.passed || result.detail.empty() ? "" : ": " + report::terminal_text(result.detail));
  }
  const auto failed = std::ranges::count(results, false, &study::conformance_result::passed);
  fmt::print(
      "{} passed, {} failed\n", static_cast<std::ptrdiff_t>(results.size()) - failed, failed);
}

exit_code check(const check_subject_options& asked) {
  if (asked.command.empty() || asked.command.front().empty()) {
    throw usage_error("check-subject: no command; write: steelyard check-subject COMMAND [ARG...]");
  }
  catch_interruptions();
  const scratch_folder scratch;
  study::conformance_plan plan;
  plan.subject = {"subject", asked.command};
  plan.cpus = measure::allowed_cpus();
  plan.sizes = asked.full ? study::conformance_sizes::full : study::conformance_sizes::small;
  plan.scratch = scratch.path();
  const bool draws = terminal_of(2).interactive;
  const std::vector<study::conformance_result> results =
      study::check_conformance(plan, [draws](std::string_view doing) {
        if (draws) {
          fmt::print(stderr, "\r\x1b[K{}", report::terminal_text(doing));
          std::fflush(stderr);
        }
        return interruption() == 0;
      });
  if (draws) {
    fmt::print(stderr, "\r\x1b[K");
  }
  if (asked.answer.format == "json") {
    fmt::print("{}", results_json(results));
  } else {
    print_results(results, terminal_of(1).colour && !asked.answer.no_colour);
  }
  if (interruption() != 0) {
    return interruption() == SIGTERM ? exit_code::terminated : exit_code::interrupted;
  }
  const bool failed = !std::ranges::all_of(results, &study::conformance_result::passed);
  return failed || results.empty() ? exit_code::gate_failed : exit_code::done;
}

}  // namespace

void declare_check_subject(CLI::App& root, action& chosen) {
  const auto asked = std::make_shared<check_subject_options>();
  CLI::App* verb = root.add_subcommand("check-subject");
  verb->set_help_flag();
  verb->prefix_command();  // what follows the command is its own
  verb->add_flag("--full", asked->full);
  declare_answer_options(*verb, asked->answer, {"human", "json"});
  verb->callback([asked, verb, &chosen] {
    asked->command = verb->remaining();
    if (!asked->command.empty() && asked->command.front() == "--") {
      asked->command.erase(asked->command.begin());
    }
    chosen = [asked](const program&) { return check(*asked); };
  });
}

}  // namespace steelyard::cli

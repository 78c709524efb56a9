// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line.hpp"

#include "cli/help.hpp"
#include "cli/usage_error.hpp"
#include "study/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace steelyard::cli {
namespace {

/// An empty value is a mistake, most often a variable of a script that is not set. The verbs may
/// therefore take an empty text for an option that was not given.
constexpr const char* no_value = "the value is empty; give one, or leave it out";

struct parser {
  CLI::App root{"steelyard"};
  action chosen;
};

std::unique_ptr<parser> make_parser() {
  auto made = std::make_unique<parser>();
  made->root.set_help_flag();  // pages of ours: see help.hpp
  made->root.require_subcommand(0, 1);
  declare_run(made->root, made->chosen);
  declare_resume(made->root, made->chosen);
  declare_report(made->root, made->chosen);
  declare_list(made->root, made->chosen);
  declare_doctor(made->root, made->chosen);
  declare_clean(made->root, made->chosen);
  declare_check_subject(made->root, made->chosen);
  declare_version(made->root, made->chosen);
  for (CLI::App* verb : made->root.get_subcommands([](const CLI::App*) { return true; })) {
    for (CLI::Option* option : verb->get_options()) {
      option->check(
          [](const std::string& value) { return std::string(value.empty() ? no_value : ""); });
    }
  }
  return made;
}

std::vector<std::string> verbs_of(const CLI::App& root) {
  std::vector<std::string> verbs;
  for (const CLI::App* verb : root.get_subcommands([](const CLI::App*) { return true; })) {
    verbs.push_back(verb->get_name());
  }
  return verbs;
}

std::vector<std::string> options_of(const CLI::App& verb) {
  std::vector<std::string> options;
  for (const CLI::Option* option : verb.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      options.push_back("--" + name);
    }
  }
  return options;
}

[[noreturn]] void refuse_option(const CLI::App& verb, const std::string& argument) {
  const std::vector<std::string> accepted = options_of(verb);
  const std::string near = study::suggestion(argument.substr(0, argument.find('=')), accepted);
  throw usage_error(argument.starts_with("-")
                        ? fmt::format("{}: unknown option '{}'{}; see: steelyard help {}",
                                      verb.get_name(),
                                      argument,
                                      near,
                                      verb.get_name())
                        : fmt::format("{}: unexpected argument '{}'; see: steelyard help {}",
                                      verb.get_name(),
                                      argument,
                                      verb.get_name()));
}

/// "--out=" too: the parser would take the next argument for its value.
void refuse_empty_assignments(const CLI::App& verb, std::span<const std::string> arguments) {
  const std::vector<std::string> known = options_of(verb);
  for (const std::string& argument : arguments) {
    if (verb.get_name() == "check-subject" && !argument.starts_with("-")) {
      return;  // the subject's own command line
    }
    const std::string option = argument.substr(0, argument.find('='));
    if (argument == option + "=" && std::ranges::find(known, option) != known.end()) {
      throw usage_error(fmt::format("{}: {}: {}; see: steelyard help {}",
                                    verb.get_name(),
                                    option,
                                    no_value,
                                    verb.get_name()));
    }
  }
}

std::optional<std::string> help_asked(std::span<const std::string> arguments) {
  if (arguments.empty()) {
    return std::string(help_of(""));
  }
  const std::string& verb = arguments.front();
  if (verb == "help" || verb == "-h" || verb == "--help") {
    return std::string(help_of(arguments.size() > 1 ? arguments[1] : ""));
  }
  // What follows check-subject's options is the subject's own command line.
  for (const std::string& argument : arguments.subspan(1)) {
    if (argument == "-h" || argument == "--help") {
      return std::string(help_of(verb));
    }
    if (argument == "--help-limits" && verb == "run") {
      return std::string(help_of("run-limits"));
    }
    if (verb == "check-subject" && !argument.starts_with("-")) {
      break;
    }
  }
  return std::nullopt;
}

}  // namespace

command_line parse_command_line(std::span<const std::string> arguments) {
  if (std::optional<std::string> page = help_asked(arguments)) {
    return {{}, *std::move(page)};
  }
  const std::unique_ptr<parser> made = make_parser();
  const std::vector<std::string> verbs = verbs_of(made->root);
  if (arguments.front() == "--version") {
    return parse_command_line(std::array<std::string, 1>{"version"});
  }
  if (std::ranges::find(verbs, arguments.front()) == verbs.end()) {
    throw usage_error(fmt::format("unknown verb '{}'{}; the verbs: steelyard help",
                                  arguments.front(),
                                  study::suggestion(arguments.front(), verbs)));
  }
  CLI::App& verb = *made->root.get_subcommand(arguments.front());
  refuse_empty_assignments(verb, arguments.subspan(1));
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    made->root.parse(reversed);
  } catch (const CLI::ExtrasError&) {
    const std::vector<std::string> extras = made->root.remaining(true);
    refuse_option(verb, extras.empty() ? std::string{} : extras.front());
  } catch (const CLI::ParseError& error) {
    throw usage_error(fmt::format(
        "{}: {}; see: steelyard help {}", verb.get_name(), error.what(), verb.get_name()));
  }
  return {made->chosen, {}};
}

std::vector<std::string> options_of(const std::string& verb) {
  const std::unique_ptr<parser> made = make_parser();
  return options_of(*made->root.get_subcommand(verb));
}

}  // namespace steelyard::cli

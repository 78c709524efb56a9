// SPDX-License-Identifier: Apache-2.0
#include "built/version.hpp"

#include "cli/subjects.hpp"
#include "cli/verb.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace steelyard::cli {

void declare_version(CLI::App& root, action& chosen) {
  const auto as_json = std::make_shared<bool>(false);
  CLI::App* verb = root.add_subcommand("version");
  verb->set_help_flag();
  verb->add_flag("--json", *as_json);
  verb->callback([as_json, &chosen] {
    chosen = [as_json](const program&) {
      if (!*as_json) {
        fmt::print("steelyard {} ({})\n",
                   built::version,
                   built::commit.empty() ? "no checkout" : built::commit);
        return exit_code::done;
      }
      nlohmann::ordered_json answer{{"version", built::version},
                                    {"commit", built::commit},
                                    {"compiler", built::compiler},
                                    {"flags", built::flags},
                                    {"protocol", 1},
                                    {"subjects_file", subjects_file().string()}};
      fmt::print("{}\n", answer.dump(2));
      return exit_code::done;
    };
  });
}

}  // namespace steelyard::cli

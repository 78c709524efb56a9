// SPDX-License-Identifier: Apache-2.0
// Prints a derived file of a synthetic run, for tests with readers that are not ours.
#include "analysis/summary.hpp"
#include "analysis/synthetic_run.hpp"
#include "report/markdown.hpp"
#include "report/results_csv.hpp"
#include "report/results_json.hpp"

#include <cstdio>
#include <string>
#include <string_view>

namespace {

steelyard::record::run run_named(std::string_view name) {
  using namespace steelyard::testing;
  if (name == "baseline") {
    return baseline_run();
  }
  if (name == "stress") {
    return stress_run();
  }
  return name == "hostile" ? hostile_run() : quick_run();
}

std::string file_of(std::string_view form, const steelyard::record::run& run) {
  using namespace steelyard;
  const analysis::run_summary summary = analysis::summarize(run);
  if (form == "json") {
    return report::results_json(summary);
  }
  if (form == "csv") {
    return report::results_csv(summary);
  }
  return form == "samples" ? report::samples_csv(run) : report::markdown(summary, {});
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    return 2;
  }
  const std::string text = file_of(argv[1], run_named(argv[2]));
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
#include "study/conformance.hpp"

#include "measure/environment.hpp"
#include "measure/supervisor.hpp"
#include "protocol/line.hpp"
#include "protocol/messages.hpp"
#include "protocol/request_json.hpp"
#include "study/conformance_findings.hpp"
#include "study/conformance_inputs.hpp"
#include "study/examination.hpp"
#include "study/examined_process.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace steelyard::study {
namespace {

std::optional<std::string> fault_of(const protocol::implementation& one) {
  const auto is_unknown = [](const std::string& kind) { return kind != "dense" && kind != "csr"; };
  if (one.kinds.empty() || std::ranges::any_of(one.kinds, is_unknown)) {
    return fmt::format("'{}' has kinds [{}]", one.id, fmt::join(one.kinds, ", "));
  }
  if (!one.available && (one.reason.empty() || one.install.empty())) {
    return fmt::format("'{}' is not available and does not say why and what installs it", one.id);
  }
  return std::nullopt;
}

/// What the parser cannot see.
std::optional<std::string> fault_of(const protocol::describe_answer& answer) {
  if (answer.implementations.empty()) {
    return "it has no implementation";
  }
  std::set<std::string> ids;
  for (const protocol::implementation& one : answer.implementations) {
    if (one.id.empty() || !ids.insert(one.id).second) {
      return fmt::format("the id '{}' is empty or not unique", one.id);
    }
    if (std::optional<std::string> fault = fault_of(one)) {
      return fault;
    }
  }
  return std::nullopt;
}

/// What must be refused is refused, also when the engine asks nonetheless.
conformance_result examine_unavailable(const conformance_plan& plan,
                                       const protocol::implementation& implementation,
                                       const conformance_inputs& inputs,
                                       const conformance_pulse& pulse) {
  conformance_result result{implementation.id, "unavailable", false, {}};
  const auto fits = [&](const conformance_input& input) {
    return input.kind() == implementation.kinds.front();
  };
  const conformance_input& input = *std::ranges::find_if(inputs.all(), fits);
  try {
    examined_process process{plan, 1, pulse, implementation.id};
    const auto open = input.open(implementation, 1, plan.cpus);
    const std::optional<std::string> code = process.refusal_of(protocol::to_json(open).dump());
    result.passed = code == "unavailable";
    if (result.passed) {
      result.detail =
          fmt::format("{} (install: {})", implementation.reason, implementation.install);
    } else {
      result.detail = code ? "open was refused as " + *code : process.why();
    }
    process.give_up();
  } catch (const measure::subject_error& error) {
    result.detail = error.what();
  }
  return result;
}

/// Empty when the pulse ended it.
std::vector<conformance_result> examine(const conformance_plan& plan,
                                        const protocol::implementation& implementation,
                                        const conformance_inputs& inputs,
                                        const conformance_pulse& pulse) {
  if (!implementation.available) {
    return {examine_unavailable(plan, implementation, inputs, pulse)};
  }
  conformance_findings findings;
  for (const std::uint32_t workers : plan.workers) {
    examination process{plan, implementation, workers, findings};
    if (!process.run(inputs, pulse)) {
      return {};
    }
  }
  return findings.results(implementation.id);
}

}  // namespace

std::vector<conformance_result> check_conformance(const conformance_plan& plan,
                                                  const conformance_pulse& pulse) {
  std::vector<conformance_result> results{{{}, "describe", false, {}}};
  protocol::describe_answer answer;
  try {
    answer = measure::describe(plan.subject,
                               measure::environment_for(1, plan.cpus, plan.keep_env, {}).variables);
  } catch (const measure::subject_error& error) {
    results.front().detail = error.what();
    return results;
  }
  if (std::optional<std::string> fault = fault_of(answer)) {
    results.front().detail = *std::move(fault);
    return results;
  }
  results.front().passed = true;
  results.front().detail = fmt::format("subject '{}' {}, {}, {} implementations",
                                       answer.subject,
                                       answer.version,
                                       answer.language,
                                       answer.implementations.size());
  const conformance_inputs inputs{plan};
  for (const protocol::implementation& implementation : answer.implementations) {
    std::vector<conformance_result> more = examine(plan, implementation, inputs, pulse);
    if (more.empty()) {
      break;
    }
    results.insert(results.end(), more.begin(), more.end());
  }
  return results;
}

}  // namespace steelyard::study

// SPDX-License-Identifier: Apache-2.0
#include "study/examination.hpp"

#include "measure/supervisor.hpp"
#include "protocol/answer_json.hpp"
#include "protocol/message_error.hpp"
#include "workload/accept.hpp"
#include "workload/digest.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace steelyard::study {
namespace {

using point = conformance_point;

/// Of one CPU for each worker. An idle tree wakes for timers at most; a runtime may spin for some
/// milliseconds after a call before it sleeps.
constexpr double idle_share = 0.05;
/// A loaded machine may give a spinning thread so little that one silence shows nothing.
constexpr int most_silences = 100;

/// The parser has checked the form of the hash.
workload::digest value_of(const protocol::digest& told) {
  return {told.sum, std::stoull(told.hash, nullptr, 16)};
}

/// The answer, when it says as much as was asked for.
template <class Answer, class Request>
std::optional<Answer> ask_complete(examined_process& process, const Request& request) {
  std::optional<Answer> answer = process.ask<Answer>(request);
  try {
    if (answer) {
      protocol::require_complete(request, *answer);
    }
    return answer;
  } catch (const protocol::message_error& error) {
    process.reject(error.what());
    return std::nullopt;
  }
}

}  // namespace

examination::examination(const conformance_plan& plan,
                         const protocol::implementation& implementation,
                         std::uint32_t workers,
                         conformance_findings& findings)
    : plan_(plan),
      implementation_(implementation),
      workers_(workers),
      findings_(findings),
      where_(fmt::format("{} {}", workers, workers == 1 ? "worker" : "workers")) {}

bool examination::run(const conformance_inputs& inputs, const conformance_pulse& pulse) {
  const std::string doing = fmt::format("{}, {}", implementation_.id, where_);
  if (pulse && !pulse(doing)) {
    return false;
  }
  try {
    examined_process process{plan_, workers_, pulse, doing};
    converse(process, inputs);
    return process.state() != talk_state::stopped;
  } catch (const measure::subject_error& error) {
    findings_.refute(point::results, where_, error.what());
    return true;
  }
}

void examination::converse(examined_process& process, const conformance_inputs& inputs) {
  for (const conformance_input& input : inputs.all()) {
    if (std::ranges::count(implementation_.kinds, input.kind()) > 0) {
      examine_input(process, input);
    }
  }
  if (open_ != nullptr) {
    examine_errors(process);
    examine_idle(process);
  }
  examine_close(process);
  if (process.state() == talk_state::usable) {
    findings_.confirm(point::answers);
  } else if (process.state() == talk_state::unruly) {
    findings_.refute(point::answers, where_, process.why());
  }
}

void examination::examine_input(examined_process& process, const conformance_input& input) {
  if (process.state() != talk_state::usable) {
    return;
  }
  open_ = nullptr;
  const std::string here = fmt::format("{}, {}", input.name(), where_);
  const auto opened =
      process.ask<protocol::open_answer>(input.open(implementation_, workers_, plan_.cpus));
  if (!opened) {
    return blame(point::results, here, process);
  }
  open_ = &input;
  started_ = opened->workers_started;
  if (started_ > (implementation_.parallel ? workers_ : 1U)) {
    findings_.refute(point::workers, here, fmt::format("{} workers were started", started_));
  }
  examine_calls(process, input, here);
  examine_loop(process, input, here);
  examine_output(process, input, here);
}

void examination::examine_calls(examined_process& process,
                                const conformance_input& input,
                                const std::string& here) {
  // The second call shows what works once only.
  const protocol::call_request request{.count = 2, .validate = protocol::validation::each};
  const auto answer = ask_complete<protocol::call_answer>(process, request);
  if (!answer) {
    return blame(point::results, here, process);
  }
  for (const protocol::digest& found : answer->digests) {
    judge(input, found, fmt::format("{}, call {}", here, found.call.value_or(0) + 1));
  }
}

void examination::examine_loop(examined_process& process,
                               const conformance_input& input,
                               const std::string& here) {
  if (process.state() != talk_state::usable) {
    return;
  }
  const protocol::run_for_request request{.seconds = 0, .min_calls = 1, .max_calls = 2};
  const auto answer = ask_complete<protocol::run_for_answer>(process, request);
  if (!answer) {
    return blame(point::results, here, process);
  }
  judge(input, answer->first_digest, here + ", first of run_for");
  judge(input, answer->last_digest, here + ", last of run_for");
}

void examination::judge(const conformance_input& input,
                        const protocol::digest& found,
                        const std::string& here) {
  if (const auto why = workload::rejection_of(value_of(found), input.expected())) {
    findings_.refute(point::results, here, why->reason);
  } else {
    findings_.confirm(point::results);
  }
}

void examination::examine_output(examined_process& process,
                                 const conformance_input& input,
                                 const std::string& here) {
  if (process.state() != talk_state::usable) {
    return;
  }
  const output_file file{plan_.scratch};
  const auto told =
      process.ask<protocol::output_answer>(protocol::output_request{.path = file.path().string()});
  if (!told) {
    return blame(point::output, here, process);
  }
  const std::vector<double> y = file.content(input.rows() + 1);
  if (told->bytes != 8 * input.rows() || y.size() != input.rows()) {
    findings_.refute(point::output,
                     here,
                     fmt::format("{} bytes told and {} numbers written for {} rows",
                                 told->bytes,
                                 y.size(),
                                 input.rows()));
  } else if (const auto why = workload::rejection_of(workload::digest_of(y), input.expected())) {
    findings_.refute(point::output, here, why->reason);
  } else {
    findings_.confirm(point::output);
  }
}

void examination::examine_errors(examined_process& process) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> refused{{
      {R"({"op":"no-such-op"})", "unknown_op"},
      {R"({"op":)", "bad_request"},
      {"[]", "bad_request"},
      {R"({"op":"call","count":0})", "bad_request"},
      {R"({"op":"open"})", "bad_request"},
  }};
  for (const auto& [line, code] : refused) {
    if (process.state() != talk_state::usable) {
      return;
    }
    const std::optional<std::string> found = process.refusal_of(line);
    if (!found) {
      blame(point::errors, where_, process);
    } else if (*found != code) {
      findings_.refute(point::errors,
                       where_,
                       fmt::format("'{}' was refused as {} and not as {}", line, *found, code));
    } else if (const auto answer = ask_complete<protocol::call_answer>(
                   process, protocol::call_request{.count = 1})) {
      judge(*open_, answer->digests.front(), fmt::format("{}, after '{}'", where_, line));
      findings_.confirm(point::errors);
    } else {
      blame(point::errors, fmt::format("{}, after '{}'", where_, line), process);
    }
  }
}

void examination::examine_idle(examined_process& process) {
  const double allowed_ns =
      idle_share * static_cast<double>(plan_.silence_ns) * std::max(started_, 1U);
  std::int64_t used_ns = 0;
  for (int silence = 0; silence < most_silences; ++silence) {
    if (process.state() != talk_state::usable) {
      return;
    }
    const auto activity = process.activity_in_silence();
    if (!activity) {
      return blame(point::idle, where_, process);
    }
    used_ns += activity->used_ns;
    if (static_cast<double>(used_ns) >= allowed_ns) {
      break;
    }
    if (activity->busy_threads < idle_share) {
      return findings_.confirm(point::idle);
    }
  }
  findings_.refute(point::idle,
                   where_,
                   fmt::format("used {:.0f} ms of CPU while nothing was asked",
                               static_cast<double>(used_ns) / 1e6));
}

void examination::examine_close(examined_process& process) {
  if (process.state() != talk_state::usable) {
    return process.give_up();
  }
  const auto closed = process.ask<protocol::close_answer>(protocol::close_request{});
  if (!closed) {
    blame(point::close, where_, process);
    return process.give_up();
  }
  if (open_ != nullptr) {
    examine_workers(*closed);
  }
  if (const auto fault = process.fault_of_end()) {
    findings_.refute(point::close, where_, *fault);
  } else {
    findings_.confirm(point::close);
  }
}

void examination::examine_workers(const protocol::close_answer& closed) {
  const auto refute = [this](const std::string& what) {
    findings_.refute(point::workers, where_, what);
  };
  if (closed.workers.size() != started_) {
    return refute(
        fmt::format("open told of {} workers and close of {}", started_, closed.workers.size()));
  }
  std::set<std::int64_t> threads;
  std::uint64_t entries = 0;
  bool all_counted = true;
  for (const protocol::worker& worker : closed.workers) {
    threads.insert(worker.tid);
    all_counted = all_counted && worker.entries.has_value();
    entries += worker.entries.value_or(0);
    const auto outside = [this](std::uint32_t cpu) {
      return std::ranges::count(plan_.cpus, cpu) == 0;
    };
    if (worker.cpus.empty() || std::ranges::any_of(worker.cpus, outside)) {
      return refute(fmt::format("the mask of worker {} is not within the CPU set", worker.tid));
    }
  }
  if (threads.size() != closed.workers.size()) {
    return refute("close tells one thread twice");
  }
  if (all_counted && entries != open_->stored_entries()) {
    return refute(fmt::format(
        "the entries of the workers add up to {} of {}", entries, open_->stored_entries()));
  }
  findings_.confirm(point::workers);
}

void examination::blame(point point, const std::string& here, const examined_process& process) {
  // What is no answer is a fault of `answers`, and an interruption is none.
  if (process.state() == talk_state::usable || process.state() == talk_state::silent) {
    findings_.refute(point, here, process.why());
  }
}

}  // namespace steelyard::study

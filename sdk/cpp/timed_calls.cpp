// SPDX-License-Identifier: Apache-2.0
#include "timed_calls.hpp"

#include "digest.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace steelyard::sdk {
namespace {

void fill_with_nan(session& open) noexcept {
  std::ranges::fill(open.y(), std::numeric_limits<double>::quiet_NaN());
}

std::int64_t timed_call(session& open) {
  const std::int64_t start_ns = monotonic_ns();
  open.call();
  return monotonic_ns() - start_ns;
}

bool is_validated(std::uint64_t index, const protocol::call_request& request) {
  return request.validate == protocol::validation::each ||
         (request.validate == protocol::validation::last && index + 1 == request.count);
}

}  // namespace

protocol::call_answer timed_calls(session& open, const protocol::call_request& request) {
  protocol::call_answer answer;
  answer.ns.reserve(request.count);
  answer.cpu_ns.reserve(request.count);
  for (std::uint64_t index = 0; index < request.count; ++index) {
    const bool validated = is_validated(index, request);
    if (validated) {
      fill_with_nan(open);
    }
    const std::int64_t cpu_start_ns = process_cpu_ns();
    answer.ns.push_back(timed_call(open));
    answer.cpu_ns.push_back(process_cpu_ns() - cpu_start_ns);
    if (validated) {
      answer.digests.push_back(digest_of(open.y()));
      answer.digests.back().call = index;
    }
  }
  return answer;
}

protocol::run_for_answer timed_loop(session& open, const protocol::run_for_request& request) {
  const std::int64_t limit_ns = std::llround(request.seconds * 1e9);
  protocol::run_for_answer answer;
  answer.ns.reserve(request.max_calls);
  fill_with_nan(open);

  std::int64_t start_ns = monotonic_ns();
  answer.ns.push_back(timed_call(open));
  const std::int64_t digest_start_ns = monotonic_ns();
  answer.first_digest = digest_of(open.y());
  start_ns += monotonic_ns() - digest_start_ns;

  const auto is_done = [&] {
    const std::uint64_t calls = answer.ns.size();
    return calls >= request.max_calls ||
           (calls >= request.min_calls && monotonic_ns() - start_ns >= limit_ns);
  };
  while (!is_done()) {
    answer.ns.push_back(timed_call(open));
  }
  answer.wall_ns = monotonic_ns() - start_ns;

  fill_with_nan(open);
  open.call();
  answer.last_digest = digest_of(open.y());
  return answer;
}

}  // namespace steelyard::sdk

// SPDX-License-Identifier: Apache-2.0
#include "study/judge.hpp"

#include "record/atomic_file.hpp"
#include "workload/accept.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <stdexcept>
#include <vector>

namespace steelyard::study {
namespace {

std::optional<workload::digest> digest_from(const record::call_digest& value) {
  workload::digest result;
  result.sum = value.sum;
  constexpr std::size_t text_bytes = 18;
  const char* first = value.hash.data() + 2;
  const char* last = value.hash.data() + value.hash.size();
  if (value.hash.size() != text_bytes || !value.hash.starts_with("0x") ||
      std::from_chars(first, last, result.hash, 16).ptr != last) {
    return std::nullopt;
  }
  return result;
}

/// The calls that had to be validated, by their number; empty when none was asked.
std::optional<std::string> missing_validation(const record::process& value,
                                              const measure::call_plan& calls) {
  if (calls.validate == protocol::validation::none && !calls.loop_seconds) {
    return std::nullopt;
  }
  if (calls.loop_seconds) {
    // The first call of the process, the first of the loop, and one more after it, which has no
    // time.
    constexpr std::size_t expected_digests = 3;
    return value.digests.size() != expected_digests || value.digests[0].call != 0
               ? std::optional<std::string>("the first and the last call were not all validated")
               : std::nullopt;
  }
  const std::size_t made = 1 + value.warm_ns.size();
  if (value.warm_ns.size() != calls.warm_calls) {
    return fmt::format("{} of {} warm calls have a time", value.warm_ns.size(), calls.warm_calls);
  }
  if (calls.validate == protocol::validation::last) {
    return value.digests.empty() ? std::optional<std::string>("the last call was not validated")
                                 : std::nullopt;
  }
  for (std::size_t i = 0; i < made; ++i) {
    if (i >= value.digests.size() || value.digests[i].call != i) {
      return fmt::format("call {} was not validated", i);
    }
  }
  return std::nullopt;
}

std::optional<std::string> fault_of_digests(const record::process& value,
                                            const workload::digest& expected) {
  for (const record::call_digest& reported : value.digests) {
    const auto got = digest_from(reported);
    if (!got) {
      return fmt::format("call {}: \"{}\" is no hash", reported.call, reported.hash.substr(0, 40));
    }
    if (const auto rejected = workload::rejection_of(*got, expected)) {
      return fmt::format("call {}: {}", reported.call, rejected->reason);
    }
  }
  return std::nullopt;
}

/// One output file, checked: its digest when it is right, else what is wrong with it.
struct checked_output {
  workload::digest digest;
  std::optional<std::string> fault;
};

checked_output check_output(const std::filesystem::path& path, const acceptance& expected) {
  checked_output result;
  std::string bytes;
  try {
    bytes = record::read_bounded_file(path, expected.rows * sizeof(double));
  } catch (const std::runtime_error& error) {
    result.fault = error.what();
    return result;
  }
  if (bytes.size() != expected.rows * sizeof(double)) {
    result.fault = fmt::format(
        "the output has {} bytes instead of {}", bytes.size(), expected.rows * sizeof(double));
    return result;
  }
  std::vector<double> y(expected.rows);
  std::memcpy(y.data(), bytes.data(), bytes.size());
  result.fault = expected.fault_of(y);
  result.digest = workload::digest_of(y);
  return result;
}

/// The two outputs are compared row by row with the reference; the calls between them, whose y is
/// gone, are right when their digest is that of a right output.
std::optional<std::string> fault_of_outputs(const record::process& value,
                                            const acceptance& expected,
                                            const measure::call_plan& calls) {
  std::vector<workload::digest> right;
  for (const auto& [path, name] :
       {std::pair(calls.output_first, "first"), std::pair(calls.output_last, "last")}) {
    const checked_output output = check_output(path, expected);
    if (output.fault) {
      return fmt::format("y after the {} call: {}", name, *output.fault);
    }
    right.push_back(output.digest);
  }
  for (const record::call_digest& reported : value.digests) {
    const auto got = digest_from(reported);
    if (!got || std::ranges::find(right, *got) == right.end()) {
      return fmt::format("call {}: its digest {} is not that of an accepted output",
                         reported.call,
                         reported.hash.substr(0, 40));
    }
  }
  return std::nullopt;
}

void drop_times(record::process& value) {
  value.first_ns.reset();
  value.warm_ns.clear();
  value.cpu_ns.clear();
  value.loop_wall_ns.reset();
  value.setup_ns.reset();
  value.setup_inner_ns.reset();
  value.input_ns.reset();
  value.process_ns.reset();
}

}  // namespace

void judge(record::process& value, const acceptance& expected, const measure::call_plan& calls) {
  if (value.status == record::status::ok) {
    std::optional<std::string> fault = missing_validation(value, calls);
    if (!fault && expected.digest) {
      fault = fault_of_digests(value, *expected.digest);
    } else if (!fault && !calls.output_first.empty()) {
      fault = fault_of_outputs(value, expected, calls);
    }
    if (fault) {
      value.status = record::status::wrong_result;
      value.detail = *fault;
    }
  }
  if (value.status != record::status::ok) {
    drop_times(value);
  }
}

}  // namespace steelyard::study

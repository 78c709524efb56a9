// SPDX-License-Identifier: Apache-2.0
#include "protocol/request_json.hpp"

#include "protocol/message_error.hpp"
#include "protocol/object_reader.hpp"

#include <string>
#include <utility>

namespace steelyard::protocol {
namespace {

using json = nlohmann::ordered_json;

constexpr double seconds_limit = 86'400;

std::string text_of(validation validate) {
  switch (validate) {
    case validation::each:
      return "each";
    case validation::last:
      return "last";
    case validation::none:
      break;
  }
  return "none";
}

validation validation_of(const std::string& text) {
  if (text == "none") {
    return validation::none;
  }
  return text == "each" ? validation::each : validation::last;
}

workload parse_workload(const object_reader& fields) {
  // A workload whose sizes are outside this range is a mistake of the engine; whether a subject can
  // build one inside it is for the subject to say.
  constexpr whole_range sizes{1, std::uint64_t{1} << 48};
  workload parsed;
  parsed.kind = fields.text_of("kind", {"dense", "csr"});
  parsed.source = fields.text_of("source", {"formula", "prepared"});
  parsed.name = fields.text_or_empty("name");
  parsed.path = fields.text_or_empty("path");
  if (parsed.source == "formula") {
    if (parsed.name.empty()) {
      fields.fail("name", "the name of a formula");
    }
    parsed.rows = fields.whole("rows", sizes);
    parsed.cols = fields.whole("cols", sizes);
    return parsed;
  }
  if (parsed.path.empty()) {
    fields.fail("path", "the path of a prepared file");
  }
  // The file says its own shape; the fields may repeat it.
  parsed.rows = fields.whole_or("rows", 0);
  parsed.cols = fields.whole_or("cols", 0);
  return parsed;
}

open_request parse_open(const object_reader& fields) {
  open_request parsed;
  parsed.study = fields.text("study");
  parsed.implementation = fields.text("implementation");
  parsed.workload = parse_workload(fields.object("workload"));
  parsed.workers = static_cast<std::uint32_t>(fields.whole("workers", {1, workers_limit}));
  if (fields.find("cpus") != nullptr) {
    parsed.cpus = fields.cpus("cpus");
  }
  parsed.seed = fields.whole_or("seed", 0, {0, UINT64_MAX});
  return parsed;
}

call_request parse_call(const object_reader& fields) {
  call_request parsed;
  parsed.count = fields.whole("count", {1, calls_limit});
  if (fields.find("validate") != nullptr) {
    parsed.validate = validation_of(fields.text_of("validate", {"each", "last", "none"}));
  }
  return parsed;
}

run_for_request parse_run_for(const object_reader& fields) {
  run_for_request parsed;
  parsed.seconds = fields.number("seconds", 0, seconds_limit);
  parsed.min_calls = fields.whole_or("min_calls", parsed.min_calls, {1, calls_limit});
  parsed.max_calls = fields.whole_or("max_calls", calls_limit, {1, calls_limit});
  if (parsed.max_calls < parsed.min_calls) {
    fields.fail("max_calls", "min_calls (" + std::to_string(parsed.min_calls) + ") or more");
  }
  return parsed;
}

output_request parse_output(const object_reader& fields) {
  output_request parsed{fields.text("path")};
  if (parsed.path.empty()) {
    fields.fail("path", "a path");
  }
  return parsed;
}

json to_json(const workload& value) {
  json message{{"kind", value.kind}, {"source", value.source}};
  if (!value.name.empty()) {
    message["name"] = value.name;
  }
  if (!value.path.empty()) {
    message["path"] = value.path;
  }
  if (value.rows != 0) {
    message["rows"] = value.rows;
    message["cols"] = value.cols;
  }
  return message;
}

}  // namespace

any_request parse_request(const json& message) {
  const object_reader fields(message);
  const std::string op = fields.text("op");
  if (op == "describe") {
    return describe_request{};
  }
  if (op == "open") {
    return parse_open(fields);
  }
  if (op == "call") {
    return parse_call(fields);
  }
  if (op == "run_for") {
    return parse_run_for(fields);
  }
  if (op == "output") {
    return parse_output(fields);
  }
  if (op == "close") {
    return close_request{};
  }
  throw unknown_op_error(description_of(fields.at("op")));
}

json to_json(const describe_request& /*request*/) {
  return {{"op", "describe"}};
}

json to_json(const open_request& request) {
  return {{"op", "open"},
          {"study", request.study},
          {"implementation", request.implementation},
          {"workload", to_json(request.workload)},
          {"workers", request.workers},
          {"cpus", request.cpus},
          {"seed", request.seed}};
}

json to_json(const call_request& request) {
  return {{"op", "call"}, {"count", request.count}, {"validate", text_of(request.validate)}};
}

json to_json(const run_for_request& request) {
  return {{"op", "run_for"},
          {"seconds", request.seconds},
          {"min_calls", request.min_calls},
          {"max_calls", request.max_calls}};
}

json to_json(const output_request& request) {
  return {{"op", "output"}, {"path", request.path}};
}

json to_json(const close_request& /*request*/) {
  return {{"op", "close"}};
}

json to_json(const any_request& request) {
  return std::visit([](const auto& one) { return to_json(one); }, request);
}

}  // namespace steelyard::protocol

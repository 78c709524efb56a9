// SPDX-License-Identifier: Apache-2.0
#include "protocol/answer_json.hpp"

#include "protocol/message_error.hpp"
#include "protocol/object_reader.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace steelyard::protocol {
namespace {

using json = nlohmann::ordered_json;

/// Overloads by a tag of the answer's type: each names its `op` and reads its fields.
template <class Answer>
struct of {};

std::string_view op_of(of<describe_answer> /*tag*/) {
  return "describe";
}

/// Ids become names of rows, options and files: nothing in them needs quoting or escaping.
std::string parse_id(const object_reader& fields) {
  constexpr std::size_t longest = 64;
  std::string id = fields.text("id");
  if (id.empty() || id.size() > longest ||
      id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789._-") != std::string::npos) {
    fields.fail("id", "1 to 64 letters of a-z, 0-9, \".\", \"_\" and \"-\"");
  }
  return id;
}

implementation parse_implementation(const object_reader& fields) {
  implementation parsed;
  parsed.id = parse_id(fields);
  parsed.kinds = fields.texts("kinds");
  parsed.parallel = fields.boolean("parallel");
  parsed.cost = fields.text_of("cost", {"native", "interpreted", "jit"});
  parsed.lifecycle = fields.text("lifecycle");
  parsed.notes = fields.text_or_empty("notes");
  if (fields.find("requires") != nullptr) {
    parsed.requires_ = fields.texts("requires");
  }
  parsed.available = fields.boolean("available");
  parsed.reason = parsed.available ? fields.text_or_empty("reason") : fields.text("reason");
  parsed.install = fields.text_or_empty("install");
  return parsed;
}

describe_answer parse_fields(const object_reader& fields, of<describe_answer> /*tag*/) {
  describe_answer parsed;
  parsed.protocol = static_cast<int>(fields.whole("protocol", {1, 1'000'000}));
  if (parsed.protocol != version) {
    fields.fail("protocol", std::to_string(version));
  }
  parsed.subject = fields.text("subject");
  parsed.version = fields.text("version");
  parsed.language = fields.text("language");
  parsed.build = fields.object_or_empty("build");
  for (const object_reader& one : fields.objects("implementations")) {
    parsed.implementations.push_back(parse_implementation(one));
  }
  return parsed;
}

std::string_view op_of(of<open_answer> /*tag*/) {
  return "open";
}

open_answer parse_fields(const object_reader& fields, of<open_answer> /*tag*/) {
  open_answer parsed;
  parsed.setup_inner_ns = fields.nanoseconds("setup_inner_ns");
  parsed.input_ns = fields.nanoseconds("input_ns");
  for (const object_reader& one : fields.objects("arrays")) {
    parsed.arrays.push_back(
        {one.text("name"), one.text("type"), one.whole("count"), one.whole("bytes")});
  }
  parsed.payload_bytes = fields.whole("payload_bytes");
  parsed.versions = fields.object_or_empty("versions");
  parsed.workers_started =
      static_cast<std::uint32_t>(fields.whole("workers_started", {1, 1U << 20}));
  return parsed;
}

std::string_view op_of(of<call_answer> /*tag*/) {
  return "call";
}

std::string_view op_of(of<run_for_answer> /*tag*/) {
  return "run_for";
}

bool is_hash(std::string_view text) {
  return text.size() == 18 && text.starts_with("0x") &&
         text.find_first_not_of("0123456789abcdef", 2) == std::string_view::npos;
}

std::optional<std::int64_t> parse_sum(const object_reader& fields) {
  const json& value = fields.at("sum");
  if (value.is_null()) {
    return std::nullopt;
  }
  const bool fits = value.is_number_integer() &&
                    (!value.is_number_unsigned() || value.get<std::uint64_t>() <= INT64_MAX);
  if (!fits) {
    fields.fail("sum", "a signed 64-bit integer or null");
  }
  return value.get<std::int64_t>();
}

digest parse_digest(const object_reader& fields) {
  digest parsed;
  if (fields.find("call") != nullptr) {
    parsed.call = fields.whole("call");
  }
  parsed.sum = parse_sum(fields);
  parsed.hash = fields.text("hash");
  if (!is_hash(parsed.hash)) {
    fields.fail("hash", "\"0x\" and 16 lower-case hex digits");
  }
  return parsed;
}

call_answer parse_fields(const object_reader& fields, of<call_answer> /*tag*/) {
  call_answer parsed;
  parsed.ns = fields.nanosecond_list("ns");
  parsed.cpu_ns = fields.nanosecond_list("cpu_ns");
  for (const object_reader& one : fields.objects("digests")) {
    parsed.digests.push_back(parse_digest(one));
    if (!parsed.digests.back().call) {
      one.fail("call", "the index of the call");
    }
  }
  return parsed;
}

run_for_answer parse_fields(const object_reader& fields, of<run_for_answer> /*tag*/) {
  return {fields.nanosecond_list("ns"),
          fields.nanoseconds("wall_ns"),
          parse_digest(fields.object("first_digest")),
          parse_digest(fields.object("last_digest"))};
}

std::string_view op_of(of<output_answer> /*tag*/) {
  return "output";
}

std::string_view op_of(of<close_answer> /*tag*/) {
  return "close";
}

output_answer parse_fields(const object_reader& fields, of<output_answer> /*tag*/) {
  return {fields.whole("bytes")};
}

close_answer parse_fields(const object_reader& fields, of<close_answer> /*tag*/) {
  close_answer parsed;
  for (const object_reader& one : fields.objects("workers")) {
    worker found{static_cast<std::int64_t>(one.whole("pid")),
                 static_cast<std::int64_t>(one.whole("tid")),
                 one.cpus("cpus"),
                 std::nullopt};
    if (one.find("entries") != nullptr) {
      found.entries = one.whole("entries");
    }
    parsed.workers.push_back(std::move(found));
  }
  return parsed;
}

void require_count(const std::string& field, std::size_t found, const std::string& expected) {
  if (std::to_string(found) != expected) {
    throw message_error(field, std::to_string(found) + " elements", expected);
  }
}

json to_json(const digest& value) {
  json message = json::object();
  if (value.call) {
    message["call"] = *value.call;
  }
  message["sum"] = value.sum ? json(*value.sum) : json(nullptr);
  message["hash"] = value.hash;
  return message;
}

json to_json(const implementation& value) {
  json message{{"id", value.id},
               {"kinds", value.kinds},
               {"parallel", value.parallel},
               {"cost", value.cost},
               {"lifecycle", value.lifecycle},
               {"notes", value.notes},
               {"requires", value.requires_},
               {"available", value.available}};
  if (!value.available) {
    message["reason"] = value.reason;
    message["install"] = value.install;
  }
  return message;
}

json to_json(const worker& value) {
  json message{{"pid", value.pid}, {"tid", value.tid}, {"cpus", value.cpus}};
  if (value.entries) {
    message["entries"] = *value.entries;
  }
  return message;
}

template <class Value>
json array_of(const std::vector<Value>& values) {
  json array = json::array();
  for (const Value& value : values) {
    array.push_back(to_json(value));
  }
  return array;
}

}  // namespace

template <class Answer>
answer_or_error<Answer> parse_answer(const json& message) {
  const object_reader fields(message);
  if (fields.find("error") != nullptr) {
    const object_reader what = fields.object("error");
    return error{what.text("code"), what.text("message")};
  }
  (void)fields.text_of("op", {op_of(of<Answer>{})});
  return parse_fields(fields, of<Answer>{});
}

template answer_or_error<describe_answer> parse_answer(const json&);
template answer_or_error<open_answer> parse_answer(const json&);
template answer_or_error<call_answer> parse_answer(const json&);
template answer_or_error<run_for_answer> parse_answer(const json&);
template answer_or_error<output_answer> parse_answer(const json&);
template answer_or_error<close_answer> parse_answer(const json&);

void require_complete(const call_request& request, const call_answer& answer) {
  require_count("ns", answer.ns.size(), std::to_string(request.count));
  require_count("cpu_ns", answer.cpu_ns.size(), std::to_string(request.count));
  if (request.validate == validation::none) {
    require_count("digests", answer.digests.size(), "0");
    return;
  }
  const std::uint64_t first = request.validate == validation::each ? 0 : request.count - 1;
  require_count("digests", answer.digests.size(), std::to_string(request.count - first));
  for (std::uint64_t index = 0; index < answer.digests.size(); ++index) {
    if (answer.digests[index].call != first + index) {
      throw message_error("digests[" + std::to_string(index) + "].call",
                          std::to_string(answer.digests[index].call.value_or(0)),
                          std::to_string(first + index));
    }
  }
}

void require_complete(const run_for_request& request, const run_for_answer& answer) {
  const std::uint64_t calls = answer.ns.size();
  if (calls < request.min_calls || calls > request.max_calls) {
    throw message_error(
        "ns",
        std::to_string(calls) + " elements",
        std::to_string(request.min_calls) + " to " + std::to_string(request.max_calls));
  }
}

json to_json(const describe_answer& answer) {
  return {{"op", "describe"},
          {"protocol", answer.protocol},
          {"subject", answer.subject},
          {"version", answer.version},
          {"language", answer.language},
          {"build", answer.build},
          {"implementations", array_of(answer.implementations)}};
}

json to_json(const open_answer& answer) {
  json arrays = json::array();
  for (const array& one : answer.arrays) {
    arrays.push_back(
        {{"name", one.name}, {"type", one.type}, {"count", one.count}, {"bytes", one.bytes}});
  }
  return {{"op", "open"},
          {"setup_inner_ns", answer.setup_inner_ns},
          {"input_ns", answer.input_ns},
          {"arrays", std::move(arrays)},
          {"payload_bytes", answer.payload_bytes},
          {"versions", answer.versions},
          {"workers_started", answer.workers_started}};
}

json to_json(const call_answer& answer) {
  return {{"op", "call"},
          {"ns", answer.ns},
          {"cpu_ns", answer.cpu_ns},
          {"digests", array_of(answer.digests)}};
}

json to_json(const run_for_answer& answer) {
  return {{"op", "run_for"},
          {"ns", answer.ns},
          {"wall_ns", answer.wall_ns},
          {"first_digest", to_json(answer.first_digest)},
          {"last_digest", to_json(answer.last_digest)}};
}

json to_json(const output_answer& answer) {
  return {{"op", "output"}, {"bytes", answer.bytes}};
}

json to_json(const close_answer& answer) {
  return {{"op", "close"}, {"workers", array_of(answer.workers)}};
}

json to_json(const error& answer) {
  return {{"error", {{"code", answer.code}, {"message", answer.message}}}};
}

}  // namespace steelyard::protocol

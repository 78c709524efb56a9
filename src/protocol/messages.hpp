// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// The messages of docs/protocol.md as values. Field names are those of the wire.
namespace steelyard::protocol {

inline constexpr int version = 1;

enum class validation { each, last, none };

struct describe_request {};

struct implementation {
  std::string id;
  std::vector<std::string> kinds;
  bool parallel = false;
  std::string cost;
  std::string lifecycle;
  std::string notes;
  std::vector<std::string> requires_;
  bool available = true;
  std::string reason;
  std::string install;
};

struct describe_answer {
  int protocol = steelyard::protocol::version;
  std::string subject;
  std::string version;
  std::string language;
  nlohmann::ordered_json build = nlohmann::ordered_json::object();
  std::vector<implementation> implementations;
};

struct workload {
  std::string kind;    ///< "dense" or "csr"
  std::string source;  ///< "formula" or "prepared"
  std::string name;    ///< formula name; empty for prepared
  std::string path;    ///< prepared file; may be empty for formula
  std::uint64_t rows = 0;
  std::uint64_t cols = 0;
};

struct open_request {
  std::string study;
  std::string implementation;
  protocol::workload workload;
  std::uint32_t workers = 1;
  std::vector<std::uint32_t> cpus;
  std::uint64_t seed = 0;
};

struct array {
  std::string name;
  std::string type;
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
};

struct open_answer {
  std::int64_t setup_inner_ns = 0;
  std::int64_t input_ns = 0;
  std::vector<array> arrays;
  std::uint64_t payload_bytes = 0;
  nlohmann::ordered_json versions = nlohmann::ordered_json::object();
  std::uint32_t workers_started = 1;
};

struct call_request {
  std::uint64_t count = 1;
  validation validate = validation::each;
};

struct digest {
  std::optional<std::uint64_t> call;  ///< absent in run_for answers
  std::optional<std::int64_t> sum;
  std::string hash;
};

struct call_answer {
  std::vector<std::int64_t> ns;
  std::vector<std::int64_t> cpu_ns;
  std::vector<digest> digests;
};

struct run_for_request {
  double seconds = 10;
  std::uint64_t min_calls = 3;
  std::uint64_t max_calls = 1'000'000;
};

struct run_for_answer {
  std::vector<std::int64_t> ns;
  std::int64_t wall_ns = 0;
  digest first_digest;
  digest last_digest;
};

struct output_request {
  std::string path;
};

struct output_answer {
  std::uint64_t bytes = 0;
};

struct worker {
  std::int64_t pid = 0;
  std::int64_t tid = 0;
  std::vector<std::uint32_t> cpus;
  std::optional<std::uint64_t> entries;
};

struct close_request {};

struct close_answer {
  std::vector<worker> workers;
};

/// `code`: one of error_code.
struct error {
  std::string code;
  std::string message;
};

/// The codes of an error answer. Source: docs/protocol.md, "Rules".
namespace error_code {
inline constexpr const char* unknown_op = "unknown_op";    ///< no such request in this version
inline constexpr const char* bad_request = "bad_request";  ///< the line or a field of it is wrong
inline constexpr const char* bad_state = "bad_state";      ///< not now: nothing is open
inline constexpr const char* unsupported =
    "unsupported";  ///< implementation or workload not in this subject
inline constexpr const char* unavailable = "unavailable";  ///< the runtime it needs is missing
inline constexpr const char* failed = "failed";            ///< the work itself failed
}  // namespace error_code

using any_request = std::variant<describe_request,
                                 open_request,
                                 call_request,
                                 run_for_request,
                                 output_request,
                                 close_request>;

template <class Answer>
using answer_or_error = std::variant<Answer, error>;

}  // namespace steelyard::protocol

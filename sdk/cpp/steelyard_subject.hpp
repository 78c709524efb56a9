// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "protocol/messages.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

/// What makes a program a subject (docs/protocol.md): the program lists its implementations and
/// calls serve() from main; loop, checks, timing, validation and output are here. A whole subject:
/// tests/sdk/vector_subject.cpp.
namespace steelyard::sdk {

/// CLOCK_MONOTONIC.
[[nodiscard]] std::int64_t monotonic_ns() noexcept;
/// CPU time of all threads of this process.
[[nodiscard]] std::int64_t process_cpu_ns() noexcept;

/// What is open: an input, a runtime and the memory of y. Its constructor is the work of `open`.
class session {
 public:
  session() = default;
  session(const session&) = delete;
  session& operator=(const session&) = delete;
  virtual ~session() = default;

  /// One execution of the operation: the only thing that is timed. Allocates and prints nothing
  /// that the strategy under test does not need itself. The virtual call adds 2 to 5 ns. May throw:
  /// answered as `failed`.
  virtual void call() = 0;
  /// The result; the SDK writes NaN into it before a validated call and reads it after.
  [[nodiscard]] virtual std::span<double> y() noexcept = 0;
  /// What the session holds, for memory figures: matrix, x and y.
  [[nodiscard]] virtual std::vector<protocol::array> arrays() const = 0;
  /// The mask of each worker as it reads it itself, with the entries it handles in a call.
  [[nodiscard]] virtual std::vector<protocol::worker> workers() = 0;

  [[nodiscard]] virtual std::uint32_t workers_started() const { return 1; }

  /// Versions of the runtimes that are loaded, as an object of strings.
  [[nodiscard]] virtual nlohmann::ordered_json versions() const {
    return nlohmann::ordered_json::object();
  }
};

/// Times the building of the input, which is reported apart from the start of the runtime.
class input_clock {
 public:
  /// Runs `work` and adds its time. May be used more than once, not nested.
  template <class Work>
  void time(Work&& work) {
    const std::int64_t start_ns = monotonic_ns();
    work();
    total_ns_ += monotonic_ns() - start_ns;
  }

  [[nodiscard]] std::int64_t total_ns() const noexcept { return total_ns_; }

 private:
  std::int64_t total_ns_ = 0;
};

/// Thrown while opening: answered with `code`, one of protocol::error_code.
class refused : public std::runtime_error {
 public:
  refused(std::string code, const std::string& message);

  [[nodiscard]] const std::string& code() const noexcept { return code_; }

 private:
  std::string code_;
};

struct implementation {
  std::string study;
  protocol::implementation about;
  /// `workers` is 1 already where the implementation is not parallel; study, implementation, kind
  /// and availability are checked. Errors: `refused`; whatever else it throws is answered as
  /// `failed`.
  std::function<std::unique_ptr<session>(const protocol::open_request& request, input_clock& input)>
      open;
};

struct subject {
  std::string name;
  std::string version;
  std::string language;
  /// `compiler`, `flags`, `source_hash`, `executable_hash`; called by describe alone.
  std::function<nlohmann::ordered_json()> build;
  std::vector<implementation> implementations;
};

/// "sha256:" and 64 hex digits over the running program's file.
/// Errors: `std::system_error` when /proc/self/exe cannot be read.
[[nodiscard]] std::string executable_hash();

/// The calling thread with the CPUs it may run on, as it reads them itself.
/// Errors: `std::system_error`.
[[nodiscard]] protocol::worker calling_worker();

/// Answers requests until `close` or the end of input; returns the exit status for main.
///
/// The last argument must be "--steelyard-subject"; otherwise says on standard error what this
/// program is and returns 2. While it serves, whatever the program itself prints to standard output
/// goes to standard error, so that it cannot break an answer.
[[nodiscard]] int serve(int argument_count, char** arguments, const subject& served);

}  // namespace steelyard::sdk

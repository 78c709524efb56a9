// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace steelyard::record {

/// One line of journal.jsonl: `{"type":…, …, "previous":"sha256:…","sha256":"sha256:…"}`.
/// Types: "session" (a start or a resume), "round" (order drawn, probes of the round), "process",
/// "event".
struct journal_entry {
  std::string type;
  nlohmann::ordered_json body;  ///< without type and hashes
};

/// Appends entries, each written whole and fsynced before `append` returns.
///
/// The hash of an entry is SHA-256 over its own line without the "sha256" member; "previous" is the
/// hash of the entry before ("sha256:" and 64 zeros for the first). Errors: `std::system_error`
/// with the path (a full disk too); what was there stays valid.
class journal_writer {
 public:
  /// Opens for appending. A torn last line, as `read_journal` found it, is cut off first.
  explicit journal_writer(const std::filesystem::path& path);
  ~journal_writer();
  journal_writer(journal_writer&&) noexcept;
  journal_writer& operator=(journal_writer&&) noexcept;
  void append(const journal_entry& entry);
  /// What opening cut off, in the words of `journal::notices`; read again it is not there any more.
  [[nodiscard]] const std::vector<std::string>& notices() const noexcept;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

struct journal {
  std::vector<journal_entry> entries;
  std::vector<std::string> notices;  ///< e.g. "last line torn (87 bytes dropped)"
};

/// Reads and verifies a journal in bounded memory per line.
/// Errors: `std::runtime_error` naming file and line for a damaged entry that is not a torn last
/// line.
[[nodiscard]] journal read_journal(const std::filesystem::path& path);

/// "sha256:" and 64 hex digits.
[[nodiscard]] std::string sha256_of(std::string_view bytes);
/// The same over a file's bytes. Errors: `std::system_error` with the path.
[[nodiscard]] std::string sha256_of_file(const std::filesystem::path& path);

}  // namespace steelyard::record

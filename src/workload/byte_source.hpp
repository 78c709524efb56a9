// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace steelyard::workload {

/// Compressed data that is truncated or damaged; what() says which, without the file.
class gzip_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The bytes of a file in order; a gzip file (told by its first bytes, not by its name) is
/// decompressed on the way, all its members. Holds a quarter of a MiB whatever the file.
class byte_source {
 public:
  /// Errors: std::system_error with the path.
  explicit byte_source(std::filesystem::path path);
  ~byte_source();
  byte_source(const byte_source&) = delete;
  byte_source& operator=(const byte_source&) = delete;

  /// Fills a part of `out`, at least one byte; 0 only at the end.
  /// Errors: std::system_error with the path, gzip_error.
  [[nodiscard]] std::size_t read(std::span<char> out);

  [[nodiscard]] bool is_compressed() const noexcept { return inflater_ != nullptr; }

 private:
  class inflater;

  [[nodiscard]] std::size_t read_file(std::span<char> out) const;
  [[nodiscard]] std::size_t read_compressed(std::span<char> out);

  std::filesystem::path path_;
  int descriptor_;
  std::vector<char> block_;        ///< what was read from the file itself
  std::span<const char> pending_;  ///< the part of it that is still to be used
  std::unique_ptr<inflater> inflater_;
};

}  // namespace steelyard::workload

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workload/arrays.hpp"
#include "workload/formula.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace steelyard::workload {

// Prepared files: inputs as arrays, to be mapped. Source: docs/prepared-file.md.
//
// The writers put a file of another name beside `path` and rename it when it is whole, so that
// `path` is never seen half written. Errors: std::system_error with the path (disk full included);
// the unfinished file is removed.

void write_prepared(const std::filesystem::path& path, const formula_workload& workload);
/// \param x  `matrix.cols` elements.
void write_prepared(const std::filesystem::path& path,
                    const dense_view& matrix,
                    std::span<const double> x);
void write_prepared(const std::filesystem::path& path,
                    const csr_view& matrix,
                    std::span<const double> x);

/// A prepared file that is not what docs/prepared-file.md says; what() names the file and the
/// fault.
class prepared_file_error : public std::runtime_error {
 public:
  prepared_file_error(const std::filesystem::path& path, const std::string& fault);
};

enum class prepared_check {
  layout,    ///< the header, and that every array has its type and length and lies inside the file
  contents,  ///< also the checksum, and that row offsets and columns are those of a csr matrix
};

/// A prepared file, mapped read-only. Views and spans live as long as this object. Whoever shortens
/// the file while it is mapped makes later reads fault; the writers above never do.
class prepared_file {
 public:
  /// Errors: std::system_error when the file cannot be opened or mapped, prepared_file_error.
  prepared_file(const std::filesystem::path& path, prepared_check check);
  ~prepared_file();
  prepared_file(prepared_file&& other) noexcept;
  prepared_file& operator=(prepared_file&& other) noexcept;
  prepared_file(const prepared_file&) = delete;
  prepared_file& operator=(const prepared_file&) = delete;

  /// Every product and sum is exact in float64: the result can be compared by digest.
  [[nodiscard]] bool is_exact() const noexcept { return exact_; }

  [[nodiscard]] std::size_t rows() const noexcept { return rows_; }

  [[nodiscard]] std::size_t cols() const noexcept { return cols_; }

  [[nodiscard]] std::size_t stored_entries() const noexcept { return stored_entries_; }

  /// Exactly one of the two is present.
  [[nodiscard]] const std::optional<dense_view>& dense() const noexcept { return dense_; }

  [[nodiscard]] const std::optional<csr_view>& csr() const noexcept { return csr_; }

  [[nodiscard]] std::span<const double> x() const noexcept { return x_; }

 private:
  void check_layout(const std::filesystem::path& path);
  void check_contents(const std::filesystem::path& path) const;

  std::span<const std::byte> bytes_;
  bool exact_ = false;
  std::size_t rows_ = 0;
  std::size_t cols_ = 0;
  std::size_t stored_entries_ = 0;
  std::optional<dense_view> dense_;
  std::optional<csr_view> csr_;
  std::span<const double> x_;
};

}  // namespace steelyard::workload

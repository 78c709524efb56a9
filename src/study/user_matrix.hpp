// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/run.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace steelyard::study {

/// A matrix of the user's, read and described. The arrays are shared by the functions below, which
/// are all that is done with them.
struct user_matrix {
  record::workload workload;  ///< id "matrix-NAME", source "prepared"; facts hold file, hash, x
  /// Predicted share of the stored entries of the fullest of `workers` equal row slabs.
  std::function<double(std::uint32_t workers)> fullest_share;
  /// Writes the prepared file. Errors: `std::system_error`.
  std::function<void(const std::filesystem::path&)> write;
  /// What is wrong with a result, or nothing: |y - ref| within the bound of each row.
  std::function<std::optional<std::string>(std::span<const double> y)> fault_of;
};

/// "matrix-" and the file's name without its extensions; anything but letters, digits, '.', '_' and
/// '-' becomes '_', and the name is cut at 60 characters.
[[nodiscard]] std::string matrix_id(const std::filesystem::path& file);

/// Reads a Matrix Market file and, if there is one, the vector it is multiplied with.
/// Errors: those of the reader: `std::runtime_error` with file and line, `std::system_error`; and
/// `std::runtime_error` with the file when memory runs out.
[[nodiscard]] user_matrix load_matrix(const std::filesystem::path& file,
                                      const std::filesystem::path& x_file);

}  // namespace steelyard::study

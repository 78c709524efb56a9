// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "protocol/messages.hpp"
#include "study/conformance.hpp"
#include "workload/digest.hpp"
#include "workload/formula.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace steelyard::study {

/// A generated input with its right answer.
class conformance_input {
 public:
  conformance_input(const workload::formula_workload& formula, std::filesystem::path prepared);

  /// "dense" or "csr".
  [[nodiscard]] std::string kind() const;
  /// "csr-skewed 4096".
  [[nodiscard]] std::string name() const;

  [[nodiscard]] std::uint64_t rows() const noexcept { return formula_.rows; }

  [[nodiscard]] std::uint64_t stored_entries() const noexcept;

  [[nodiscard]] const workload::digest& expected() const noexcept { return expected_; }

  /// Implementations that are not native are told the prepared file where there is one: for them
  /// computing a large input takes seconds.
  [[nodiscard]] protocol::open_request open(const protocol::implementation& implementation,
                                            std::uint32_t workers,
                                            const std::vector<std::uint32_t>& cpus) const;

 private:
  workload::formula_workload formula_;
  workload::digest expected_;
  std::filesystem::path prepared_;  ///< empty: none
};

/// The inputs of an examination, kinds and sizes mixed so that what a smaller input finds left of a
/// larger one shows. Prepared files lie in the scratch folder and are removed with this object.
class conformance_inputs {
 public:
  /// Errors: `std::system_error` when a prepared file cannot be written.
  explicit conformance_inputs(const conformance_plan& plan);
  ~conformance_inputs();
  conformance_inputs(const conformance_inputs&) = delete;
  conformance_inputs& operator=(const conformance_inputs&) = delete;

  [[nodiscard]] const std::vector<conformance_input>& all() const noexcept { return inputs_; }

 private:
  std::vector<conformance_input> inputs_;
  std::vector<std::filesystem::path> files_;
};

/// A file that a subject writes its y to; removed with this object.
class output_file {
 public:
  explicit output_file(const std::filesystem::path& folder) : path_(folder / "y.f64") {}

  ~output_file();
  output_file(const output_file&) = delete;
  output_file& operator=(const output_file&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

  /// The first `most` numbers in it; none when there is no such file.
  [[nodiscard]] std::vector<double> content(std::size_t most) const;

 private:
  std::filesystem::path path_;
};

}  // namespace steelyard::study

// SPDX-License-Identifier: Apache-2.0
#include "study/conformance_inputs.hpp"

#include "workload/expected_digest.hpp"
#include "workload/prepared.hpp"

#include <fmt/core.h>

#include <fstream>
#include <ios>
#include <span>
#include <system_error>
#include <utility>

namespace steelyard::study {
namespace {

using enum workload::formula_kind;

/// Smaller inputs are computed by every implementation itself, larger ones may be copied.
constexpr std::size_t least_prepared_rows = 1024;

std::vector<workload::formula_workload> formulas(conformance_sizes sizes) {
  std::vector<workload::formula_workload> all{{dense, 64, 64},
                                              {csr_uniform, 4096, 4096},
                                              {dense, 1, 1},
                                              {csr_skewed, 16, 16},
                                              {dense, 7, 7},
                                              {csr_uniform, 16, 16},
                                              {csr_skewed, 4096, 4096}};
  if (sizes == conformance_sizes::full) {
    all.insert(all.end(),
               {{csr_skewed, 32768, 32768}, {dense, 2048, 2048}, {csr_uniform, 32768, 32768}});
  }
  return all;
}

}  // namespace

conformance_input::conformance_input(const workload::formula_workload& formula,
                                     std::filesystem::path prepared)
    : formula_(formula),
      expected_(workload::expected_digest(formula)),
      prepared_(std::move(prepared)) {}

std::string conformance_input::kind() const {
  return formula_.kind == dense ? "dense" : "csr";
}

std::string conformance_input::name() const {
  return fmt::format("{} {}", workload::name_of(formula_.kind), formula_.rows);
}

std::uint64_t conformance_input::stored_entries() const noexcept {
  return workload::stored_entries(formula_);
}

protocol::open_request conformance_input::open(const protocol::implementation& implementation,
                                               std::uint32_t workers,
                                               const std::vector<std::uint32_t>& cpus) const {
  protocol::open_request request;
  request.study = "matvec";
  request.implementation = implementation.id;
  request.workload = {.kind = kind(),
                      .source = "formula",
                      .name = std::string{workload::name_of(formula_.kind)},
                      .path = implementation.cost == "native" ? "" : prepared_.string(),
                      .rows = formula_.rows,
                      .cols = formula_.cols};
  request.workers = workers;
  request.cpus = cpus;
  request.seed = 1;
  return request;
}

conformance_inputs::conformance_inputs(const conformance_plan& plan) {
  for (const workload::formula_workload& formula : formulas(plan.sizes)) {
    std::filesystem::path prepared;
    if (formula.rows >= least_prepared_rows) {
      prepared = plan.scratch /
                 fmt::format("{}-{}.prepared", workload::name_of(formula.kind), formula.rows);
      files_.push_back(prepared);
      workload::write_prepared(prepared, formula);
    }
    inputs_.emplace_back(formula, std::move(prepared));
  }
}

conformance_inputs::~conformance_inputs() {
  std::error_code ignored;
  for (const std::filesystem::path& file : files_) {
    std::filesystem::remove(file, ignored);
  }
}

output_file::~output_file() {
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

std::vector<double> output_file::content(std::size_t most) const {
  std::ifstream file{path_, std::ios::binary};
  std::vector<double> numbers(most);
  const auto target = std::as_writable_bytes(std::span{numbers});
  // The stream interface knows char alone.
  file.read(reinterpret_cast<char*>(target.data()), static_cast<std::streamsize>(target.size()));
  numbers.resize(static_cast<std::size_t>(file.gcount()) / sizeof(double));
  return numbers;
}

}  // namespace steelyard::study

// SPDX-License-Identifier: Apache-2.0
#include "study/workload_set.hpp"

#include "study/names.hpp"
#include "workload/balance.hpp"

#include <algorithm>
#include <stdexcept>

namespace steelyard::study {
namespace {

using workload::formula_kind;

record::workload described(formula_kind kind, std::uint64_t size) {
  const workload::formula_workload formula{kind, size, size};
  record::workload result;
  result.name = workload::name_of(kind);
  result.id = result.name + "-" + std::to_string(size);
  result.kind = kind == formula_kind::dense ? "dense" : "csr";
  result.source = "formula";
  result.rows = size;
  result.cols = size;
  result.nnz = workload::stored_entries(formula);
  result.exact = true;
  result.logical_bytes = workload::operation_of(formula).logical_bytes;
  return result;
}

bool is_asked(const record::workload& value, const std::vector<std::string>& globs) {
  return std::ranges::any_of(globs, [&](const std::string& glob) {
    return glob_matches(glob, value.id) || glob_matches(glob, value.name);
  });
}

void require_matches(const std::vector<record::workload>& known,
                     const sourced<std::vector<std::string>>& globs) {
  std::vector<std::string> names;
  for (const record::workload& value : known) {
    if (std::ranges::find(names, value.name) == names.end()) {
      names.push_back(value.name);
    }
  }
  for (const record::workload& value : known) {
    names.push_back(value.id);
  }
  for (const std::string& glob : globs.value) {
    if (std::ranges::none_of(names, [&](const auto& name) { return glob_matches(glob, name); })) {
      throw std::invalid_argument(globs.from + ": no workload matches \"" + glob + "\"" +
                                  suggestion(glob, names) + " (there are: " + listed(names) + ")");
    }
  }
}

}  // namespace

std::vector<record::workload> formula_workloads(const settings& value) {
  std::vector<record::workload> known;
  for (const formula_kind kind :
       {formula_kind::dense, formula_kind::csr_uniform, formula_kind::csr_skewed}) {
    const auto& sizes =
        kind == formula_kind::dense ? value.sizes.value.dense : value.sizes.value.csr;
    for (const std::uint64_t size : sizes) {
      known.push_back(described(kind, size));
    }
  }
  require_matches(known, value.workloads);
  std::vector<record::workload> result;
  for (record::workload& candidate : known) {
    if (is_asked(candidate, value.workloads.value)) {
      result.push_back(std::move(candidate));
    }
  }
  return result;
}

workload::formula_workload formula_of(const record::workload& value) {
  const auto kind = workload::formula_kind_named(value.name);
  if (value.source != "formula" || !kind) {
    throw std::invalid_argument("workload \"" + value.id + "\" is not made by a formula");
  }
  return {*kind, value.rows, value.cols};
}

void predict_balance(record::workload& value,
                     std::span<const std::uint32_t> worker_counts,
                     const user_matrix* matrix) {
  for (const std::uint32_t workers : worker_counts) {
    if (matrix != nullptr) {
      value.fullest_share.emplace_back(workers, matrix->fullest_share(workers));
    } else if (const auto share = workload::balance_of(formula_of(value), workers).fullest_share) {
      value.fullest_share.emplace_back(workers, *share);
    }
  }
}

}  // namespace steelyard::study

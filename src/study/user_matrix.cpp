// SPDX-License-Identifier: Apache-2.0
#include "study/user_matrix.hpp"

#include "measure/cgroup.hpp"
#include "record/journal.hpp"
#include "record/text.hpp"
#include "workload/accept.hpp"
#include "workload/balance.hpp"
#include "workload/matrix_market.hpp"
#include "workload/prepared.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <utility>
#include <variant>
#include <vector>

namespace steelyard::study {
namespace {

namespace fs = std::filesystem;

struct loaded {
  workload::matrix_market_matrix read;
  std::vector<double> x;
  workload::reference_rows reference;
};

std::size_t cols_of(const workload::matrix_market_matrix& read) {
  return std::visit([](const auto& matrix) { return matrix.cols; }, read.matrix);
}

std::vector<double> default_x(std::size_t cols) {
  std::vector<double> x(cols);
  workload::fill_x(0, x);
  return x;
}

void describe_shape(record::workload& result, const workload::matrix_market_matrix& read) {
  if (const auto* csr = std::get_if<workload::csr_matrix>(&read.matrix)) {
    result.kind = "csr";
    result.rows = csr->rows;
    result.cols = csr->cols;
    result.nnz = csr->values.size();
    result.logical_bytes =
        workload::csr_operation(csr->rows, csr->cols, csr->values.size()).logical_bytes;
    return;
  }
  const auto& dense = std::get<workload::dense_matrix>(read.matrix);
  result.kind = "dense";
  result.rows = dense.rows;
  result.cols = dense.cols;
  result.nnz = dense.values.size();
  result.logical_bytes = workload::dense_operation(dense.rows, dense.cols).logical_bytes;
}

nlohmann::ordered_json facts_of(const workload::matrix_market_facts& facts, const fs::path& file) {
  return {{"file", record::valid_utf8(fs::absolute(file).string())},
          {"sha256", record::sha256_of_file(file)},
          {"format", workload::name_of(facts.format)},
          {"field", workload::name_of(facts.field)},
          {"symmetry", workload::name_of(facts.symmetry)},
          {"compressed", facts.compressed},
          {"entries_in_file", facts.entries_in_file},
          {"duplicates_summed", facts.duplicates_summed},
          {"explicit_zeros", facts.explicit_zeros},
          {"comment_lines", facts.comment_lines},
          {"lines", facts.lines}};
}

double share_of(const workload::matrix_market_matrix& read, std::uint32_t workers) {
  workload::entry_balance balance;
  if (const auto* csr = std::get_if<workload::csr_matrix>(&read.matrix)) {
    balance = workload::balance_of(csr->row_begin, workers);
  } else {
    const auto& dense = std::get<workload::dense_matrix>(read.matrix);
    balance = workload::balance_of_dense(dense.rows, dense.cols, workers);
  }
  return balance.fullest_share.value_or(0);
}

/// Reads the matrix, makes or reads x, and computes the reference.
std::shared_ptr<const loaded> load(const fs::path& file, const fs::path& x_file) {
  const auto all = std::make_shared<loaded>();
  workload::matrix_market_limits limits;
  if (const std::optional<std::int64_t> available = measure::available_memory_bytes()) {
    limits.memory_bytes = static_cast<std::size_t>(*available / 2);  // under a cgroup's limit too
  }
  all->read = workload::read_matrix_market(file, limits);
  const std::size_t cols = cols_of(all->read);
  all->x = x_file.empty() ? default_x(cols) : workload::read_vector(x_file, cols);
  all->reference =
      std::visit([&](const auto& matrix) { return workload::reference_of(matrix.view(), all->x); },
                 all->read.matrix);
  return all;
}

/// The limit of the reader knows the machine and its control groups, not what else may keep memory
/// from this process.
std::shared_ptr<const loaded> load_or_say_why(const fs::path& file, const fs::path& x_file) {
  try {
    return load(file, x_file);
  } catch (const std::bad_alloc&) {
    throw std::runtime_error(file.string() + ": not enough memory for this matrix and its vectors");
  }
}

}  // namespace

std::string matrix_id(const fs::path& file) {
  std::string name = file.filename().string();
  for (const char* extension : {".gz", ".mtx"}) {
    if (name.ends_with(extension)) {
      name.resize(name.size() - std::string_view(extension).size());
    }
  }
  constexpr std::size_t longest = 60;
  name = name.substr(0, longest);
  constexpr std::string_view kept =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
  for (char& letter : name) {
    if (kept.find(letter) == std::string_view::npos) {
      letter = '_';
    }
  }
  return "matrix-" + (name.empty() ? "unnamed" : name);
}

user_matrix load_matrix(const fs::path& file, const fs::path& x_file) {
  const std::shared_ptr<const loaded> all = load_or_say_why(file, x_file);
  user_matrix result;
  result.workload.id = matrix_id(file);
  result.workload.source = "prepared";
  result.workload.name = file.filename().string();
  result.workload.exact = false;
  describe_shape(result.workload, all->read);
  result.workload.facts = facts_of(all->read.facts, file);
  if (!x_file.empty()) {
    result.workload.facts["x_file"] = record::valid_utf8(fs::absolute(x_file).string());
    result.workload.facts["x_sha256"] = record::sha256_of_file(x_file);
  }
  result.fullest_share = [all](std::uint32_t workers) { return share_of(all->read, workers); };
  result.write = [all](const fs::path& path) {
    std::visit([&](const auto& matrix) { workload::write_prepared(path, matrix.view(), all->x); },
               all->read.matrix);
  };
  result.fault_of = [all](std::span<const double> y) -> std::optional<std::string> {
    const auto rejected = workload::rejection_of(y, all->reference);
    return rejected ? std::optional(rejected->reason) : std::nullopt;
  };
  return result;
}

}  // namespace steelyard::study

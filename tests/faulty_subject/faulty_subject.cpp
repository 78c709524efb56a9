// SPDX-License-Identifier: Apache-2.0
#include "faulty_subject.hpp"

#include "workload/formula.hpp"

#include <chrono>
#include <thread>
#include <utility>

namespace steelyard::faulty {
namespace {

/// y = A x of a formula workload; dense matrices are held as sparse ones with every entry stored.
class formula_matrix {
 public:
  explicit formula_matrix(const workload::formula_workload& input)
      : row_begin_(input.rows + 1),
        columns_(workload::stored_entries(input)),
        values_(columns_.size()),
        x_(input.cols),
        y_(input.rows) {
    const workload::row_slab all{0, input.rows};
    workload::fill_row_begin(input, 0, row_begin_);
    workload::fill_x(0, x_);
    if (input.kind == workload::formula_kind::dense) {
      workload::fill_dense_values(input, all, values_);
      for (std::size_t entry = 0; entry < columns_.size(); ++entry) {
        columns_[entry] = static_cast<std::int32_t>(entry % input.cols);
      }
    } else {
      workload::fill_csr_entries(input, all, columns_, values_);
    }
  }

  void multiply() noexcept {
    for (std::size_t row = 0; row < y_.size(); ++row) {
      double sum = 0;
      for (auto entry = static_cast<std::size_t>(row_begin_[row]);
           entry < static_cast<std::size_t>(row_begin_[row + 1]);
           ++entry) {
        sum += values_[entry] * x_[static_cast<std::size_t>(columns_[entry])];
      }
      y_[row] = sum;
    }
  }

  [[nodiscard]] std::span<double> y() noexcept { return y_; }

  [[nodiscard]] std::size_t stored_entries() const noexcept { return values_.size(); }

  [[nodiscard]] std::vector<protocol::array> arrays() const {
    return {{"row_begin", "int64", row_begin_.size(), 8 * row_begin_.size()},
            {"columns", "int32", columns_.size(), 4 * columns_.size()},
            {"values", "float64", values_.size(), 8 * values_.size()},
            {"x", "float64", x_.size(), 8 * x_.size()},
            {"y", "float64", y_.size(), 8 * y_.size()}};
  }

 private:
  std::vector<std::int64_t> row_begin_;
  std::vector<std::int32_t> columns_;
  std::vector<double> values_;
  std::vector<double> x_;
  std::vector<double> y_;
};

class faulty_session : public sdk::session {
 public:
  faulty_session(const workload::formula_workload& input, mode fault)
      : matrix_(input), fault_(fault) {
    misbehave_in_open(fault);
  }

  void call() override {
    misbehave_in_call(fault_);
    const bool is_first = std::exchange(is_first_call_, false);
    if (fault_ == mode::do_nothing || (fault_ == mode::do_nothing_later && !is_first)) {
      return;
    }
    matrix_.multiply();
    if (fault_ == mode::wrong_row) {
      y().back() += 1.0 / 1024;
    }
    if (fault_ == mode::swapped_rows && y().size() > 1) {
      std::swap(y()[0], y()[1]);
    }
  }

  std::span<double> y() noexcept override { return matrix_.y(); }

  std::vector<protocol::array> arrays() const override { return matrix_.arrays(); }

  std::vector<protocol::worker> workers() override {
    protocol::worker only = sdk::calling_worker();
    only.entries = matrix_.stored_entries();
    return {only};
  }

 private:
  formula_matrix matrix_;
  mode fault_;
  bool is_first_call_ = true;
};

std::unique_ptr<sdk::session> open(const protocol::open_request& request, mode fault) {
  const auto kind = workload::formula_kind_named(request.workload.name);
  if (request.workload.source != "formula" || !kind) {
    throw sdk::refused(protocol::error_code::unsupported, "formula inputs only");
  }
  return std::make_unique<faulty_session>(
      workload::formula_workload{*kind, request.workload.rows, request.workload.cols}, fault);
}

nlohmann::ordered_json build(mode fault) {
  if (fault == mode::slow_describe) {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
  }
  return nlohmann::ordered_json::object();
}

}  // namespace

sdk::subject faulty_subject(mode fault) {
  protocol::implementation about;
  about.id = "faulty";
  about.kinds = {"dense", "csr"};
  about.cost = "native";
  about.lifecycle = "one plain loop";
  about.notes = "for tests";
  return {
      "faulty",
      "1",
      "C++20",
      [fault] { return build(fault); },
      {{"matvec", about, [fault](const auto& request, auto&) { return open(request, fault); }}}};
}

}  // namespace steelyard::faulty

// SPDX-License-Identifier: Apache-2.0
#include "vector_subject.hpp"

#include <stdexcept>

namespace steelyard::sdk {
namespace {

enum class behaviour { right, lazy, failing };

class vector_session : public session {
 public:
  vector_session(const protocol::open_request& request, behaviour how)
      : y_(request.workload.rows), cols_(request.workload.cols), how_(how) {}

  void call() override {
    if (how_ == behaviour::failing) {
      throw std::runtime_error("the vectors want this call to fail");
    }
    for (std::size_t row = 0; how_ == behaviour::right && row < y_.size(); ++row) {
      y_[row] = static_cast<double>(row) - 1.5;
    }
  }

  std::span<double> y() noexcept override { return y_; }

  std::vector<protocol::array> arrays() const override {
    return {{"y", "float64", y_.size(), y_.size() * sizeof(double)}};
  }

  std::vector<protocol::worker> workers() override {
    protocol::worker only = calling_worker();
    only.entries = y_.size() * cols_;
    return {only};
  }

 private:
  std::vector<double> y_;
  std::size_t cols_;
  behaviour how_;
};

std::unique_ptr<session> open(const protocol::open_request& request, behaviour how) {
  if (request.workload.source != "formula" || request.workload.name != "dense") {
    throw refused(protocol::error_code::unsupported, "only the formula dense");
  }
  return std::make_unique<vector_session>(request, how);
}

protocol::implementation about(const std::string& id) {
  protocol::implementation row;
  row.id = id;
  row.kinds = {"dense"};
  row.cost = "native";
  row.lifecycle = "nothing is reused";
  return row;
}

protocol::implementation missing() {
  protocol::implementation row = about("vector-missing");
  row.available = false;
  row.reason = "the vectors want it missing";
  row.install = "nothing installs it";
  return row;
}

}  // namespace

subject vector_subject() {
  const auto opens = [](behaviour how) {
    return
        [how](const protocol::open_request& request, input_clock&) { return open(request, how); };
  };
  return {"vector",
          "1",
          "C++20",
          [] { return nlohmann::ordered_json::object(); },
          {{"matvec", about("vector-fake"), opens(behaviour::right)},
           {"matvec", about("vector-lazy"), opens(behaviour::lazy)},
           {"matvec", about("vector-failing"), opens(behaviour::failing)},
           {"matvec", missing(), nullptr}}};
}

}  // namespace steelyard::sdk

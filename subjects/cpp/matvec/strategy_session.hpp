// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "input.hpp"
#include "matrices.hpp"

#include <steelyard_subject.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

/// What the implementations share: everything but the strategy.
///
/// A strategy is a type with
///   explicit Strategy(std::uint32_t workers);      starts its runtime
///   void rows(std::size_t count, const Body&);     calls body(first, last, worker) until all rows
///   of
///                                                  [0, count) are done once; worker() is the index
///                                                  of the worker that runs the body, and costs
///                                                  nothing where it is not called
///   void each_worker(const Body&);                 calls body(worker) once on each worker
///   std::uint32_t workers() const;                 workers asked for; every index is below
///   std::uint32_t started() const;                 workers that came
///   static nlohmann::ordered_json versions();      runtimes loaded
/// The matrix is filled through the same rows() that computes, so the same cut touches first.
namespace steelyard::matvec {

/// What one worker did in a counted call. On cache lines of their own: workers count at the same
/// time.
struct alignas(64) worker_share {
  std::uint64_t entries = 0;
  std::optional<protocol::worker> who;
};

template <class Strategy, class Matrix>
class strategy_session final : public sdk::session {
 public:
  strategy_session(const input& source, std::unique_ptr<Strategy> strategy)
      : matrix_(source), strategy_(std::move(strategy)) {
    source.fill_x(matrix_.x().all());
    strategy_->rows(matrix_.rows(), [this, &source](std::size_t first, std::size_t last, auto) {
      matrix_.fill_rows(source, first, last);
    });
  }

  void call() override {
    strategy_->rows(matrix_.rows(), [this](std::size_t first, std::size_t last, auto) noexcept {
      matrix_.multiply_rows(first, last);
    });
  }

  std::span<double> y() noexcept override { return matrix_.y().all(); }

  std::vector<protocol::array> arrays() const override { return matrix_.arrays(); }

  std::uint32_t workers_started() const override { return strategy_->started(); }

  nlohmann::ordered_json versions() const override { return Strategy::versions(); }

  /// Entries are counted in one more call, because a dynamic cut is known in no other way.
  std::vector<protocol::worker> workers() override {
    std::vector<worker_share> shares(strategy_->workers());
    strategy_->each_worker(
        [&shares](std::size_t worker) { shares[worker].who = sdk::calling_worker(); });
    strategy_->rows(matrix_.rows(), [&](std::size_t first, std::size_t last, auto worker) {
      matrix_.multiply_rows(first, last);
      worker_share& share = shares[worker()];
      share.entries += matrix_.entries(first, last);
      if (!share.who) {
        share.who = sdk::calling_worker();
      }
    });
    return workers_of(shares);
  }

 private:
  static std::vector<protocol::worker> workers_of(const std::vector<worker_share>& shares) {
    std::vector<protocol::worker> found;
    for (const worker_share& share : shares) {
      if (share.who) {
        found.push_back(*share.who);
        found.back().entries = share.entries;
      }
    }
    return found;
  }

  Matrix matrix_;
  std::unique_ptr<Strategy> strategy_;
};

/// Starts the strategy's runtime, then builds the input by it.
template <class Strategy>
std::unique_ptr<sdk::session> open_with(const protocol::open_request& request,
                                        sdk::input_clock& clock) {
  auto strategy = std::make_unique<Strategy>(request.workers);
  std::unique_ptr<sdk::session> opened;
  clock.time([&] {
    const input source(request.workload);
    if (source.kind() == matrix_kind::dense) {
      opened =
          std::make_unique<strategy_session<Strategy, dense_matrix>>(source, std::move(strategy));
    } else {
      opened =
          std::make_unique<strategy_session<Strategy, csr_matrix>>(source, std::move(strategy));
    }
  });
  return opened;
}

}  // namespace steelyard::matvec

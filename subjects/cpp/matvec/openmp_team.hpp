// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "openings.hpp"

#include <nlohmann/json.hpp>
#include <omp.h>

#include <cstddef>
#include <cstdint>

namespace steelyard::matvec {

/// What both OpenMP strategies share: the runtime's team of threads, started once and reused.
class openmp_team {
 public:
  explicit openmp_team(std::uint32_t workers) : threads_(static_cast<int>(workers)) {
    omp_set_dynamic(0);
    omp_set_num_threads(threads_);
#pragma omp parallel num_threads(threads_)
    {
#pragma omp single
      started_ = static_cast<std::uint32_t>(omp_get_num_threads());
    }
  }

  [[nodiscard]] int threads() const noexcept {
    return threads_;
  }

  [[nodiscard]] std::uint32_t workers() const noexcept {
    return static_cast<std::uint32_t>(threads_);
  }

  [[nodiscard]] std::uint32_t started() const noexcept {
    return started_;
  }

  [[nodiscard]] static std::size_t calling_worker() noexcept {
    return static_cast<std::size_t>(omp_get_thread_num());
  }

  template <class Body>
  void each_worker(const Body& body) {
#pragma omp parallel num_threads(threads_)
    body(calling_worker());
  }

  /// `_OPENMP` is the month of the specification that the compiler implements.
  static nlohmann::ordered_json versions() {
    return {{"c++ library", library_version()}, {"openmp", std::to_string(_OPENMP)}};
  }

 private:
  int threads_;
  std::uint32_t started_ = 0;
};

}  // namespace steelyard::matvec

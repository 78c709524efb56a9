// SPDX-License-Identifier: Apache-2.0
#include "openmp_team.hpp"
#include "strategy_session.hpp"

namespace steelyard::matvec {
namespace {

/// One contiguous block of rows a thread, the same in every call: schedule(static).
class openmp_static_rows : public openmp_team {
 public:
  using openmp_team::openmp_team;

  template <class Body>
  void rows(std::size_t count, const Body& body) {
    const int team = threads();
#pragma omp parallel for schedule(static) num_threads(team)
    for (std::size_t row = 0; row < count; ++row) {
      body(row, row + 1, [] { return calling_worker(); });
    }
  }
};

}  // namespace

opened_session open_openmp_static(const protocol::open_request& request, sdk::input_clock& clock) {
  return open_with<openmp_static_rows>(request, clock);
}

}  // namespace steelyard::matvec

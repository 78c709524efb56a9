// SPDX-License-Identifier: Apache-2.0
#include "openmp_team.hpp"
#include "strategy_session.hpp"

namespace steelyard::matvec {
namespace {

/// 32 rows at a time to whichever thread is free: schedule(dynamic, 32).
class openmp_dynamic_rows : public openmp_team {
 public:
  using openmp_team::openmp_team;

  template <class Body>
  void rows(std::size_t count, const Body& body) {
    const int team = threads();
#pragma omp parallel for schedule(dynamic, 32) num_threads(team)
    for (std::size_t row = 0; row < count; ++row) {
      body(row, row + 1, [] { return calling_worker(); });
    }
  }
};

}  // namespace

opened_session open_openmp_dynamic(const protocol::open_request& request, sdk::input_clock& clock) {
  return open_with<openmp_dynamic_rows>(request, clock);
}

}  // namespace steelyard::matvec

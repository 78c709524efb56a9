// SPDX-License-Identifier: Apache-2.0
#include "openings.hpp"
#include "strategy_session.hpp"

namespace steelyard::matvec {
namespace {

/// All rows in the calling thread.
class serial_rows {
 public:
  explicit serial_rows(std::uint32_t /*workers*/) {}

  template <class Body>
  void rows(std::size_t count, const Body& body) {
    body(std::size_t{0}, count, [] { return std::size_t{0}; });
  }

  template <class Body>
  void each_worker(const Body& body) {
    body(std::size_t{0});
  }

  [[nodiscard]] std::uint32_t workers() const noexcept { return 1; }

  [[nodiscard]] std::uint32_t started() const noexcept { return 1; }

  static nlohmann::ordered_json versions() { return {{"c++ library", library_version()}}; }
};

}  // namespace

opened_session open_serial(const protocol::open_request& request, sdk::input_clock& clock) {
  return open_with<serial_rows>(request, clock);
}

}  // namespace steelyard::matvec

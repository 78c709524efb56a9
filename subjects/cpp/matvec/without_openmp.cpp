// SPDX-License-Identifier: Apache-2.0
#include "openings.hpp"

namespace steelyard::matvec {
namespace {

[[noreturn]] void refuse() {
  throw sdk::refused(protocol::error_code::unavailable, openmp_state().reason);
}

}  // namespace

runtime_state openmp_state() {
  return {false,
          "the C++ compiler of this build has no OpenMP",
          "apt-get install g++ (or libomp-dev for clang), then build again"};
}

opened_session open_openmp_static(const protocol::open_request& /*request*/,
                                  sdk::input_clock& /*clock*/) {
  refuse();
}

opened_session open_openmp_dynamic(const protocol::open_request& /*request*/,
                                   sdk::input_clock& /*clock*/) {
  refuse();
}

}  // namespace steelyard::matvec

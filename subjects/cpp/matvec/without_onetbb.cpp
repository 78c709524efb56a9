// SPDX-License-Identifier: Apache-2.0
#include "openings.hpp"

namespace steelyard::matvec {

runtime_state onetbb_state() {
  return {false,
          "oneTBB was not found when this program was built",
          "apt-get install libtbb-dev, then build again"};
}

opened_session open_onetbb(const protocol::open_request& /*request*/, sdk::input_clock& /*clock*/) {
  throw sdk::refused(protocol::error_code::unavailable, onetbb_state().reason);
}

}  // namespace steelyard::matvec

// SPDX-License-Identifier: Apache-2.0
#include "openings.hpp"

namespace steelyard::matvec {

runtime_state openmp_state() {
  return {};
}

}  // namespace steelyard::matvec

// SPDX-License-Identifier: Apache-2.0
#include "openings.hpp"

#include <version>

namespace steelyard::matvec {

std::string library_version() {
  return "libstdc++ " + std::to_string(_GLIBCXX_RELEASE) + " (" + std::to_string(__GLIBCXX__) + ")";
}

}  // namespace steelyard::matvec

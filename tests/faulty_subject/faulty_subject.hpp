// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "faulty_mode.hpp"

#include <steelyard_subject.hpp>

namespace steelyard::faulty {

/// The subject of `fault`, which is right in everything that the mode does not name.
[[nodiscard]] sdk::subject faulty_subject(mode fault);

}  // namespace steelyard::faulty

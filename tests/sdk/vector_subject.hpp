// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <steelyard_subject.hpp>

namespace steelyard::sdk {

/// The subject that the shared vectors talk to. Source: protocol/README.md.
[[nodiscard]] subject vector_subject();

}  // namespace steelyard::sdk

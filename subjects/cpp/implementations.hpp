// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <steelyard_subject.hpp>

namespace steelyard::subject_cpp {

/// This program as a subject: the table of its implementations. A new implementation is a file
/// under its study's folder, its opening declared there, and a row here.
[[nodiscard]] sdk::subject cpp_subject();

}  // namespace steelyard::subject_cpp

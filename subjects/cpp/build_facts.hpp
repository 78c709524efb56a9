// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

/// What describe says of the build. Defined in a source that write_build_facts.cmake makes in every
/// build.
namespace steelyard::build_facts {

extern const std::string_view version;
extern const std::string_view compiler;
/// Of the implementations' sources: build type, STEELYARD_KERNEL_FLAGS, OpenMP.
extern const std::string_view flags;
/// "sha256:" over the sources of the subject, its SDK and its inputs.
extern const std::string_view source_hash;

}  // namespace steelyard::build_facts

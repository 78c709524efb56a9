// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <steelyard_subject.hpp>

#include <memory>
#include <string>

/// One function for each implementation of the study, each in the file of its name. Where the build
/// found no OpenMP or no oneTBB, the without_*.cpp file stands in for those that need it.
namespace steelyard::matvec {

using opened_session = std::unique_ptr<sdk::session>;

[[nodiscard]] opened_session open_serial(const protocol::open_request& request,
                                         sdk::input_clock& clock);
[[nodiscard]] opened_session open_std_thread(const protocol::open_request& request,
                                             sdk::input_clock& clock);
[[nodiscard]] opened_session open_openmp_static(const protocol::open_request& request,
                                                sdk::input_clock& clock);
[[nodiscard]] opened_session open_openmp_dynamic(const protocol::open_request& request,
                                                 sdk::input_clock& clock);
[[nodiscard]] opened_session open_onetbb(const protocol::open_request& request,
                                         sdk::input_clock& clock);

/// Whether a runtime is in this build; why not, and the line that installs it.
struct runtime_state {
  bool available = true;
  std::string reason;
  std::string install;
};

[[nodiscard]] runtime_state openmp_state();
[[nodiscard]] runtime_state onetbb_state();

/// The C++ library that this program was compiled with, part of every implementation's versions.
[[nodiscard]] std::string library_version();

}  // namespace steelyard::matvec

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/cpu_list.hpp"
#include "record/run.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace steelyard::measure {

/// The environment a subject is started with.
struct subject_environment {
  std::vector<std::string> variables;  ///< complete "NAME=value" list, by name
  std::vector<std::string>
      removed;  ///< the user's variables left out that could have steered a runtime, by name
};

/// The "NAME=value" list of this process.
[[nodiscard]] std::vector<std::string> own_environment();

/// A clean environment for a subject of `workers` workers on `cpus`.
///
/// Kept of `users`: PATH, HOME, USER, LOGNAME, SHELL, TMPDIR, TZ, LANG, LC_*, VIRTUAL_ENV, and
/// LD_LIBRARY_PATH, without which a runtime that is installed outside the system's folders is not
/// found. Everything else is left out; what steers a runtime, the loader or the allocator (OMP_*,
/// GOMP_*, KMP_*, MKL_*, OPENBLAS_*, BLIS_*, NUMBA_*, NUMEXPR_*, TBB_*, RAYON_*, RUST_*, PYTHON*,
/// MALLOC_*, GLIBC_TUNABLES, LD_*, STEELYARD_*) is listed in `removed`. Set: one BLAS thread,
/// `workers` for OpenMP, Numba and Rayon, Numba on OpenMP, OMP_DYNAMIC=false, and STEELYARD_CPUS,
/// which tells `cpus` and steers nothing. \param keep   names of the user's variables to keep; they
/// go before what is set here. \param extra  "NAME=value" entries that go before everything.
/// Errors: `std::invalid_argument` for an entry of `extra` that is not "NAME=value".
[[nodiscard]] subject_environment environment_for(
    std::uint32_t workers,
    const cpu_list& cpus,
    const std::vector<std::string>& keep,
    const std::vector<std::string>& extra,
    const std::vector<std::string>& users = own_environment());

/// The fact "environment.removed": the names that `environment_for` lists in `removed`, as an
/// array. Names alone: a value may be a secret.
[[nodiscard]] record::fact removed_variables_fact(
    const std::vector<std::string>& keep,
    const std::vector<std::string>& users = own_environment());

/// What `environment_for` sets of itself, as the fact "environment.set" of the manifest: an object
/// of values by name. Thread counts that follow the workers of a process are "as many as workers".
/// What the user keeps is not ours and left out, so are the bytes that pad the block.
[[nodiscard]] record::fact set_variables_fact(
    const cpu_list& cpus,
    const std::vector<std::string>& keep,
    const std::vector<std::string>& users = own_environment());

}  // namespace steelyard::measure

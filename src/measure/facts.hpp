// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/cpu_list.hpp"
#include "record/run.hpp"

#include <filesystem>
#include <vector>

namespace steelyard::measure {

/// The facts of the machine that a result depends on, each with its source, or with the reason why
/// it is not readable here. Names are stable: "cpu.model", "cpu.governor", "kernel.release",
/// "perf.migrations", …
///
/// \param cpus  the CPU set of the run; facts of single CPUs are of these.
/// \param root  where /proc, /sys and /etc are; "/" but for tests.
/// Errors: none; garbage in a file is a reason too.
[[nodiscard]] std::vector<record::fact> read_environment(const cpu_list& cpus,
                                                         const std::filesystem::path& root = "/");

/// The fact of that name; nullptr when there is none.
[[nodiscard]] const record::fact* find_fact(const std::vector<record::fact>& facts,
                                            std::string_view name) noexcept;

}  // namespace steelyard::measure

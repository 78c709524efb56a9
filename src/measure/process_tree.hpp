// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace steelyard::measure {

/// The descendants of `ancestor` (itself not among them) as the kernel lists them now. A process
/// that starts or ends meanwhile may be missing or gone.
[[nodiscard]] std::vector<pid_t> descendants_of(pid_t ancestor);

/// Summed resident memory of the descendants; pages that two of them share count twice.
[[nodiscard]] std::int64_t tree_rss_bytes(pid_t ancestor);

/// Where a PSS figure comes from, best first.
enum class pss_source { smaps_rollup, smaps, rss };

struct tree_pss {
  std::int64_t bytes = 0;
  pss_source source = pss_source::smaps_rollup;  ///< the worst that was needed
};

/// Of one process, whose folder under /proc is given; 0 when it has ended.
[[nodiscard]] tree_pss process_pss_bytes(const std::filesystem::path& folder);

/// Summed proportional memory of the descendants: a page shared by n processes counts 1/n in each.
[[nodiscard]] tree_pss tree_pss_bytes(pid_t ancestor);

}  // namespace steelyard::measure

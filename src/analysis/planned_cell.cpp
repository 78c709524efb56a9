// SPDX-License-Identifier: Apache-2.0
#include "analysis/planned_cell.hpp"

#include <cstdint>

namespace steelyard::analysis {

std::vector<planned_cell> planned_cells(const record::manifest& manifest) {
  const nlohmann::ordered_json::json_pointer list("/execution/cells");
  std::vector<planned_cell> result;
  if (!manifest.plan.is_object() || !manifest.plan.contains(list)) {
    return result;
  }
  for (const auto& cell : manifest.plan.at(list)) {
    result.push_back({{cell.at("workload").get<std::string>(),
                       cell.at("implementation").get<std::string>(),
                       cell.at("workers").get<std::uint32_t>()},
                      cell.value("skipped", std::string())});
  }
  return result;
}

}  // namespace steelyard::analysis

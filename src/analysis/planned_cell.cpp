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
    planned_cell& planned = result.emplace_back();
    planned.cell = {cell.at("workload").get<std::string>(),
                    cell.at("implementation").get<std::string>(),
                    cell.at("workers").get<std::uint32_t>()};
    planned.skipped = cell.value("skipped", std::string());
    if (cell.contains("loop_s") && cell.at("loop_s").is_number()) {
      planned.loop_s = cell.at("loop_s").get<double>();
    }
  }
  return result;
}

}  // namespace steelyard::analysis

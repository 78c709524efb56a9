// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/remark.hpp"
#include "report/published.hpp"

#include <optional>

namespace steelyard::report {

[[nodiscard]] inline analysis::remark published_intro(const published_table& table) {
  return {
      "published.intro",
      {analysis::text_argument("file", table.file), analysis::text_argument("note", table.note)},
      {}};
}

/// A number in the unit of the published quantity, as every renderer shows it.
[[nodiscard]] inline analysis::quantity amount_of(double value, published_quantity quantity) {
  switch (quantity) {
    case published_quantity::warm_ms:
      return {value * 1e6, analysis::unit::nanoseconds};
    case published_quantity::calls_per_s:
      return {value, analysis::unit::per_second};
    case published_quantity::peak_pss_mib:
      break;
  }
  return {value * 1048576, analysis::unit::bytes};
}

[[nodiscard]] inline analysis::quantity published_amount(const comparison& row) {
  return amount_of(row.published.value, row.published.quantity);
}

[[nodiscard]] inline std::optional<analysis::quantity> here_amount(const comparison& row) {
  return row.here ? std::optional(amount_of(*row.here, row.published.quantity)) : std::nullopt;
}

}  // namespace steelyard::report

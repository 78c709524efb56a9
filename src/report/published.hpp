// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/summary.hpp"
#include "report/terminal.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace steelyard::report {

enum class published_quantity { warm_ms, calls_per_s, peak_pss_mib };

/// One published figure of one implementation.
struct published_figure {
  std::string workload;  ///< formula name: "dense", "csr-uniform", "csr-skewed"
  std::string implementation;
  published_quantity quantity = published_quantity::warm_ms;
  double value = 0;
};

/// Figures of another machine, from one file of reference/.
struct published_table {
  std::string file;
  std::string note;  ///< the file's comment lines: machine, sizes, what is given
  std::uint64_t dense_rows = 0;
  std::uint64_t csr_rows = 0;
  std::uint32_t workers = 0;  ///< of the parallel implementations; the serial ones have 1
  std::vector<published_figure> figures;
};

/// Reads the CSV form of reference/matvec-*.csv: comment lines, a header, numbers; an empty field
/// was not published. Sizes and workers stand in the comments for readers only and stay 0. Errors:
/// `std::invalid_argument` naming file, line and column.
[[nodiscard]] published_table parse_published(std::string_view file, std::string_view text);

/// The table that belongs to a profile, from the copy in the program.
[[nodiscard]] published_table published_for(std::string_view profile);

/// One figure here beside the published one.
struct comparison {
  published_figure published;
  std::uint32_t published_workers = 0;
  double published_ratio = 1;  ///< over the smallest published time of the workload; rates inverted
  record::cell cell;           ///< here
  std::optional<double> here;  ///< in the published unit
  std::optional<double> here_ratio;
};

/// Of the workloads, by form and rows, and implementations that the run and the table have in
/// common, in the order of the run's workloads and of the table. Of several worker counts here the
/// published one is taken, where it was not measured the fastest.
[[nodiscard]] std::vector<comparison> compare_with(const analysis::run_summary& summary,
                                                   const published_table& table);

/// The comparison for a terminal, marked as another machine.
[[nodiscard]] std::string terminal_against(const analysis::run_summary& summary,
                                           const published_table& table,
                                           const terminal_options& options);

}  // namespace steelyard::report

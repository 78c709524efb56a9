// SPDX-License-Identifier: Apache-2.0
#include "report/published.hpp"

#include "embedded/reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>
#include <utility>

namespace steelyard::report {
namespace {

using analysis::cell_summary;

struct column {
  std::string workload;
  published_quantity quantity = published_quantity::warm_ms;
};

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) {
      return parts;
    }
    text.remove_prefix(at + 1);
  }
}

column column_of(std::string_view name, std::string_view where) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> workloads = {
      {{"dense_", "dense"}, {"csr_uniform_", "csr-uniform"}, {"csr_skewed_", "csr-skewed"}}};
  constexpr std::array<std::pair<std::string_view, published_quantity>, 4> quantities = {
      {{"ms", published_quantity::warm_ms},
       {"median_ms", published_quantity::warm_ms},
       {"calls_per_s", published_quantity::calls_per_s},
       {"peak_pss_mib", published_quantity::peak_pss_mib}}};
  for (const auto& [prefix, workload] : workloads) {
    if (!name.starts_with(prefix)) {
      continue;
    }
    for (const auto& [suffix, quantity] : quantities) {
      if (name.substr(prefix.size()) == suffix) {
        return {std::string(workload), quantity};
      }
    }
  }
  throw std::invalid_argument(fmt::format("{}: unknown column '{}'", where, name));
}

double number_of(std::string_view field, std::string_view where) {
  double value = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (error != std::errc() || end != field.data() + field.size() || !(value > 0)) {
    throw std::invalid_argument(fmt::format("{}: '{}' is no number over 0", where, field));
  }
  return value;
}

void add_row(published_table& table,
             const std::vector<column>& columns,
             std::string_view line,
             std::string_view where) {
  const std::vector<std::string_view> fields = split(line, ',');
  if (fields.size() != columns.size() + 1) {
    throw std::invalid_argument(
        fmt::format("{}: {} fields, the header has {}", where, fields.size(), columns.size() + 1));
  }
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!fields[i + 1].empty()) {
      table.figures.push_back({columns[i].workload,
                               std::string(fields[0]),
                               columns[i].quantity,
                               number_of(fields[i + 1], where)});
    }
  }
}

std::optional<double> here_of(const cell_summary& cell, published_quantity quantity) {
  switch (quantity) {
    case published_quantity::warm_ms:
      return cell.warm_ns.value ? std::optional(cell.warm_ns.value->median / 1e6) : std::nullopt;
    case published_quantity::calls_per_s:
      return cell.calls_per_s.value;
    case published_quantity::peak_pss_mib:
      return cell.peak_pss_bytes.value ? std::optional(*cell.peak_pss_bytes.value / 1048576)
                                       : std::nullopt;
  }
  return std::nullopt;
}

/// Over 1 means worse than the best: for a rate the best is the largest.
double ratio_to_best(double value, double best, published_quantity quantity) {
  return quantity == published_quantity::calls_per_s ? best / value : value / best;
}

double better(double a, double b, published_quantity quantity) {
  return quantity == published_quantity::calls_per_s ? std::max(a, b) : std::min(a, b);
}

/// Within one workload.
void fill_ratios(std::vector<comparison>& rows) {
  for (comparison& row : rows) {
    double published_best = row.published.value;
    std::optional<double> here_best;
    for (const comparison& other : rows) {
      if (row.published.quantity == other.published.quantity) {
        published_best = better(published_best, other.published.value, row.published.quantity);
        if (other.here) {
          here_best = better(here_best.value_or(*other.here), *other.here, row.published.quantity);
        }
      }
    }
    row.published_ratio =
        ratio_to_best(row.published.value, published_best, row.published.quantity);
    if (row.here) {
      row.here_ratio = ratio_to_best(*row.here, *here_best, row.published.quantity);
    }
  }
}

bool is_same_input(const record::workload& here,
                   const published_figure& figure,
                   const published_table& table) {
  const std::uint64_t rows = figure.workload == "dense" ? table.dense_rows : table.csr_rows;
  return here.source == "formula" && here.name == figure.workload && here.rows == rows;
}

/// Cells stand fastest first, those without figures last.
const cell_summary* counterpart_of(const std::string& implementation,
                                   std::uint32_t workers,
                                   const analysis::workload_summary& workload) {
  const cell_summary* fastest = nullptr;
  for (const cell_summary& cell : workload.cells) {
    if (cell.cell.implementation != implementation) {
      continue;
    }
    if (cell.cell.workers == workers && cell.warm_ns.value) {
      return &cell;
    }
    fastest = fastest == nullptr ? &cell : fastest;
  }
  return fastest;
}

std::vector<comparison> compared(const analysis::workload_summary& workload,
                                 const published_table& table) {
  std::vector<comparison> rows;
  for (const published_figure& figure : table.figures) {
    if (!is_same_input(workload.workload, figure, table)) {
      continue;
    }
    const std::uint32_t workers = figure.implementation.ends_with("-serial") ? 1 : table.workers;
    const cell_summary* cell = counterpart_of(figure.implementation, workers, workload);
    if (cell != nullptr) {
      comparison row;
      row.published = figure;
      row.published_workers = workers;
      row.cell = cell->cell;
      row.here = here_of(*cell, figure.quantity);
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

}  // namespace

published_table parse_published(std::string_view file, std::string_view text) {
  published_table table;
  table.file = file;
  std::optional<std::vector<column>> columns;
  std::size_t line_number = 0;
  for (std::string_view line : split(text, '\n')) {
    const std::string where = fmt::format("{}:{}", file, ++line_number);
    if (line.ends_with('\r')) {
      line.remove_suffix(1);
    }
    if (line.empty()) {
      continue;
    }
    if (line.starts_with('#')) {
      line.remove_prefix(line.find_first_not_of("# ") == std::string_view::npos
                             ? line.size()
                             : line.find_first_not_of("# "));
      table.note += (table.note.empty() ? "" : "; ") + std::string(line);
    } else if (!columns) {
      columns.emplace();
      std::vector<std::string_view> names = split(line, ',');
      for (std::size_t i = 1; i < names.size(); ++i) {
        columns->push_back(column_of(names[i], where));
      }
    } else {
      add_row(table, *columns, line, where);
    }
  }
  return table;
}

published_table published_for(std::string_view profile) {
  const bool is_stress = profile == "stress";
  const std::string_view wanted = is_stress ? "matvec-stress" : "matvec-baseline";
  const auto files = embedded::reference();
  const auto found = std::ranges::find_if(
      files, [&](const embedded::file& file) { return file.name.starts_with(wanted); });
  if (found == files.end()) {
    throw std::logic_error("the program carries no reference figures");
  }
  published_table table = parse_published(found->name, found->text);
  // As the comments of the two files say.
  table.dense_rows = is_stress ? 4096 : 2048;
  table.csr_rows = is_stress ? 131072 : 32768;
  table.workers = is_stress ? 16 : 4;
  return table;
}

std::vector<comparison> compare_with(const analysis::run_summary& summary,
                                     const published_table& table) {
  std::vector<comparison> rows;
  for (const analysis::workload_summary& workload : summary.workloads) {
    std::vector<comparison> part = compared(workload, table);
    std::ranges::stable_sort(
        part, {}, [](const comparison& row) { return row.published.quantity; });
    fill_ratios(part);
    rows.insert(rows.end(), part.begin(), part.end());
  }
  return rows;
}

}  // namespace steelyard::report

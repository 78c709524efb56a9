// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "advice/catalogue.hpp"
#include "analysis/figure.hpp"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace steelyard::report {

/// A table whose withheld figures name their reasons below it.
class markdown_table {
 public:
  using row = std::vector<std::string>;

  explicit markdown_table(row titles) : titles_(std::move(titles)) {}

  void add(row cells) { rows_.push_back(std::move(cells)); }

  [[nodiscard]] bool is_empty() const { return rows_.empty(); }

  /// A dash with the number of the reason, the same number for the same words.
  [[nodiscard]] std::string withheld(const std::string& reason);

 private:
  friend class markdown_page;
  row titles_;
  std::vector<row> rows_;
  std::vector<std::string> reasons_;
};

/// Collects report.md. What goes in through `say`, `foreign` and numbers is safe; `words` are ours.
class markdown_page {
 public:
  explicit markdown_page(advice::language language);

  [[nodiscard]] std::string words(std::string_view key) const;
  [[nodiscard]] std::string say(const analysis::remark& what) const;
  /// The sentence and the cells it was read from.
  [[nodiscard]] std::string say_with_cells(const analysis::remark& what) const;
  [[nodiscard]] std::string foreign(std::string_view text) const;
  [[nodiscard]] std::string number(double value, analysis::unit of) const;
  [[nodiscard]] std::string range(const analysis::interval& value, analysis::unit of) const;
  [[nodiscard]] std::string value_or_reason(markdown_table& table,
                                            const analysis::figure<double>& value,
                                            analysis::unit of) const;
  [[nodiscard]] std::string median_or_reason(markdown_table& table,
                                             const analysis::figure<analysis::estimate>& value,
                                             analysis::unit of) const;
  [[nodiscard]] std::string ends_or_reason(markdown_table& table,
                                           const analysis::figure<analysis::estimate>& value,
                                           analysis::unit of) const;
  [[nodiscard]] markdown_table table(std::initializer_list<std::string_view> title_keys) const;

  void heading(int level, std::string_view text);
  void paragraph(std::string_view text);
  void bullet(std::string_view text);
  void finish_list();
  void put(const markdown_table& table);
  [[nodiscard]] std::string finished() &&;

 private:
  advice::manner how_;
  std::string text_;
};

}  // namespace steelyard::report

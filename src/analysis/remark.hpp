// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace steelyard::analysis {

/// What a number counts; the words and digits for it are chosen where it is shown.
enum class unit { count, nanoseconds, bytes, ratio, share, per_second, bytes_per_second };

struct quantity {
  double value = 0;
  analysis::unit unit = unit::count;
};

/// Two ends of one interval, and the value it belongs to where that is shown with it.
struct quantity_range {
  double low = 0;
  double high = 0;
  analysis::unit unit = unit::ratio;
  std::optional<double> value = std::nullopt;
};

struct remark;

/// Text of a value is foreign: it is escaped wherever it is shown. A nested remark is translated.
struct argument {
  std::string name;
  std::variant<std::string, quantity, quantity_range, std::vector<remark>> value;
};

/// Something to be said, without its words: a key of the catalogues (src/advice), what fills its
/// placeholders, and the cells it was read from.
struct remark {
  std::string key;  ///< empty: nothing to say
  std::vector<argument> arguments;
  std::vector<std::string> cells;
};

[[nodiscard]] inline argument text_argument(std::string name, std::string value) {
  return {std::move(name), std::move(value)};
}

[[nodiscard]] inline argument number_argument(std::string name,
                                              double value,
                                              unit of = unit::count) {
  return {std::move(name), quantity{value, of}};
}

[[nodiscard]] inline argument range_argument(std::string name,
                                             double low,
                                             double high,
                                             unit of = unit::ratio) {
  return {std::move(name), quantity_range{low, high, of}};
}

[[nodiscard]] inline argument remark_argument(std::string name, remark value) {
  std::vector<remark> nested;
  nested.push_back(std::move(value));
  return {std::move(name), std::move(nested)};
}

}  // namespace steelyard::analysis

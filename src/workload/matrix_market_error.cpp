// SPDX-License-Identifier: Apache-2.0
#include "workload/matrix_market_error.hpp"

#include <fmt/core.h>

#include <utility>

namespace steelyard::workload {

matrix_market_error::matrix_market_error(const std::filesystem::path& file,
                                         std::size_t line,
                                         std::string found,
                                         std::string expected)
    : std::runtime_error{fmt::format(
          "{}:{}: found {}, expected {}", file.string(), line, found, expected)},
      file_{file},
      line_{line},
      found_{std::move(found)},
      expected_{std::move(expected)} {}

std::string quoted(std::string_view text) {
  constexpr std::size_t most_bytes = 40;
  std::string result = "\"";
  for (const char symbol : text.substr(0, most_bytes)) {
    const auto byte = static_cast<unsigned char>(symbol);
    if (byte < 0x20 || byte > 0x7e) {
      result += fmt::format("\\x{:02x}", byte);
    } else {
      if (symbol == '"' || symbol == '\\') {
        result += '\\';
      }
      result += symbol;
    }
  }
  result += text.size() > most_bytes ? "...\"" : "\"";
  return result;
}

}  // namespace steelyard::workload

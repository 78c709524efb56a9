// SPDX-License-Identifier: Apache-2.0
#include "measure/line_reader.hpp"

#include <algorithm>

namespace steelyard::measure {
namespace {

constexpr std::size_t tail_bytes = 64UL << 10;
constexpr std::size_t tail_line_bytes = 500;

/// UTF-8 and tabs stay; other control characters could move a terminal's cursor.
std::string printable(std::string_view line) {
  std::string clean{line.substr(0, tail_line_bytes)};
  std::ranges::replace_if(
      clean,
      [](char letter) {
        const auto byte = static_cast<unsigned char>(letter);
        return (byte < 0x20 && letter != '\t') || byte == 0x7f;
      },
      '?');
  if (line.size() > tail_line_bytes) {
    clean += "...";
  }
  return clean;
}

}  // namespace

void line_reader::append(std::string_view piece) {
  if (!oversize_) {
    held_.append(piece);
  }
}

std::optional<std::string> line_reader::take_line() {
  const std::size_t end = held_.find('\n', searched_);
  searched_ = std::min(end, held_.size());
  if (searched_ > longest_) {
    oversize_ = true;
    held_.clear();
    held_.shrink_to_fit();
    searched_ = 0;
    return std::nullopt;
  }
  if (end == std::string::npos) {
    return std::nullopt;
  }
  std::string line = held_.substr(0, end);
  held_.erase(0, end + 1);
  searched_ = 0;
  return line;
}

void log_tail::append(std::string_view piece) {
  held_.append(piece);
  if (held_.size() > 2 * tail_bytes) {
    held_.erase(0, held_.size() - tail_bytes);
  }
}

std::vector<std::string> log_tail::last_lines(std::size_t count) const {
  std::vector<std::string> lines;
  std::string_view rest = held_;
  while (lines.size() < count && !rest.empty()) {
    if (rest.ends_with('\n')) {
      rest.remove_suffix(1);
    }
    const std::size_t before = rest.rfind('\n');
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    lines.push_back(printable(rest.substr(begin)));
    rest = rest.substr(0, begin);
  }
  std::ranges::reverse(lines);
  return lines;
}

}  // namespace steelyard::measure

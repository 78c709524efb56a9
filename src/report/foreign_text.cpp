// SPDX-License-Identifier: Apache-2.0
#include "report/foreign_text.hpp"

#include "report/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace steelyard::report {
namespace {

struct range {
  char32_t first;
  char32_t last;
};

// Controls, soft hyphen, Arabic letter mark, zero-width and bidirectional marks, line and paragraph
// separators, byte order mark, tags.
constexpr std::array<range, 10> invisible = {{{0x00, 0x1f},
                                              {0x7f, 0x9f},
                                              {0xad, 0xad},
                                              {0x61c, 0x61c},
                                              {0x180e, 0x180e},
                                              {0x200b, 0x200f},
                                              {0x2028, 0x202e},
                                              {0x2060, 0x206f},
                                              {0xfeff, 0xfeff},
                                              {0xe0000, 0xe007f}}};

bool is_invisible(char32_t value) {
  return std::ranges::any_of(invisible,
                             [&](const range& r) { return value >= r.first && value <= r.last; });
}

std::string escape_of(const code_point& point) {
  return point.value < 0x80 || !point.is_valid
             ? fmt::format("\\x{:02x}", static_cast<unsigned>(point.value))
             : fmt::format("\\u{{{:x}}}", static_cast<unsigned>(point.value));
}

/// Visible escapes for what must not reach the medium, `harmless` for the rest.
template <typename Harmless>
std::string made_visible(std::string_view foreign, bool ascii_only, Harmless harmless) {
  std::string result;
  while (!foreign.empty()) {
    const code_point point = first_code_point(foreign);
    const bool is_hidden =
        !point.is_valid || is_invisible(point.value) || (ascii_only && point.value > 0x7e);
    if (is_hidden) {
      for (const char letter : escape_of(point)) {
        result += harmless(std::string_view(&letter, 1));
      }
    } else {
      result += harmless(foreign.substr(0, point.bytes));
    }
    foreign.remove_prefix(point.bytes);
  }
  return result;
}

std::string as_it_is(std::string_view letter) {
  return std::string(letter);
}

std::string harmless_in_markdown(std::string_view letter) {
  if (letter == "&") {
    return "&amp;";
  }
  if (letter == "<") {
    return "&lt;";
  }
  if (letter == ">") {
    return "&gt;";
  }
  constexpr std::string_view active = "\\`*_[]#|~$!";
  const bool is_active = letter.size() == 1 && active.find(letter) != std::string_view::npos;
  return (is_active ? "\\" : "") + std::string(letter);
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

}  // namespace

std::string terminal_text(std::string_view foreign) {
  return made_visible(foreign, false, as_it_is);
}

std::string terminal_lines(std::string_view foreign) {
  std::string result;
  for (std::size_t end = foreign.find('\n'); end != std::string_view::npos;
       end = foreign.find('\n')) {
    result += terminal_text(foreign.substr(0, end)) + '\n';
    foreign.remove_prefix(end + 1);
  }
  return result + terminal_text(foreign);
}

std::string ascii_terminal_text(std::string_view foreign) {
  return made_visible(foreign, true, as_it_is);
}

std::string markdown_text(std::string_view foreign) {
  std::string result = made_visible(foreign, false, harmless_in_markdown);
  // Renderers make links of bare addresses.
  replace_all(result, "://", "&#58;//");
  replace_all(result, "www.", "www&#46;");
  // At the start of a line these would begin a list.
  const std::size_t digits = std::min(result.find_first_not_of("0123456789"), result.size());
  const std::string_view rest = std::string_view(result).substr(digits);
  if ((digits == 0 && (rest.starts_with('-') || rest.starts_with('+'))) ||
      (digits > 0 && (rest.starts_with(". ") || rest.starts_with(") ")))) {
    result.insert(digits, "\\");
  }
  return result;
}

std::string valid_utf8(std::string_view foreign) {
  std::string result;
  while (!foreign.empty()) {
    const code_point point = first_code_point(foreign);
    result += point.is_valid ? foreign.substr(0, point.bytes) : std::string_view("\xef\xbf\xbd");
    foreign.remove_prefix(point.bytes);
  }
  return result;
}

std::string csv_text(std::string_view foreign) {
  std::string text = valid_utf8(foreign);
  std::erase(text, '\0');
  constexpr std::string_view formula_starts = "=+-@\t\r";
  if (!text.empty() && formula_starts.find(text.front()) != std::string_view::npos) {
    text.insert(text.begin(), '\'');
  }
  if (text.find_first_of(",\"\r\n") == std::string::npos) {
    return text;
  }
  replace_all(text, "\"", "\"\"");
  return '"' + text + '"';
}

}  // namespace steelyard::report

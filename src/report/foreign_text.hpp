// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

/// Text that came from outside (file names, logs of subjects, names of CPUs) may hold anything.
/// Each medium has one function that makes it harmless, and everything foreign goes through it.
namespace steelyard::report {

/// One line for a terminal: controls, line ends, bidirectional and invisible marks and bytes that
/// are no UTF-8 become visible escapes (`\x1b`, `\u{202e}`).
[[nodiscard]] std::string terminal_text(std::string_view foreign);

/// The same with line ends kept: for text of several lines, such as a message with a log under it.
[[nodiscard]] std::string terminal_lines(std::string_view foreign);

/// As `terminal_text`, and everything beyond ASCII too.
[[nodiscard]] std::string ascii_terminal_text(std::string_view foreign);

/// One line for Markdown and the HTML made from it: as above, and no character keeps a meaning
/// there.
[[nodiscard]] std::string markdown_text(std::string_view foreign);

/// A field of RFC 4180, quoted where needed. Text that a spreadsheet would run as a formula gets a
/// leading apostrophe; bytes that are no UTF-8 become U+FFFD.
[[nodiscard]] std::string csv_text(std::string_view foreign);

/// Valid UTF-8: bytes that are none become U+FFFD.
[[nodiscard]] std::string valid_utf8(std::string_view foreign);

}  // namespace steelyard::report

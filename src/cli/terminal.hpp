// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace steelyard::cli {

/// What may be drawn on a stream.
struct terminal {
  bool interactive = false;  ///< a terminal that can redraw a line
  bool colour = false;       ///< interactive, NO_COLOR unset, TERM not "dumb"
  bool utf8 = false;         ///< the locale's character set
  std::size_t columns = 80;
};

/// Looks at the descriptor (1 stdout, 2 stderr) and the environment; nothing is cached, a window
/// may be resized.
[[nodiscard]] terminal terminal_of(int descriptor);

}  // namespace steelyard::cli

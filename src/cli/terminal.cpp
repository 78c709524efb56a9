// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace steelyard::cli {
namespace {

std::string_view variable(const char* name) {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): the environment is not changed after start.
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view{} : value;
}

bool locale_is_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string_view value = variable(name);
    if (!value.empty()) {
      return value.find("UTF-8") != std::string_view::npos ||
             value.find("utf8") != std::string_view::npos;
    }
  }
  return false;
}

}  // namespace

terminal terminal_of(int descriptor) {
  terminal found;
  const std::string_view kind = variable("TERM");
  found.interactive = isatty(descriptor) == 1 && !kind.empty() && kind != "dumb";
  found.colour = found.interactive && variable("NO_COLOR").empty();
  found.utf8 = locale_is_utf8();
  winsize size{};
  if (found.interactive && ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    found.columns = std::clamp<std::size_t>(size.ws_col, 40, 200);
  } else {
    found.columns = 100;
  }
  return found;
}

}  // namespace steelyard::cli

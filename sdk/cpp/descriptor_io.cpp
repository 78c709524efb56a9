// SPDX-License-Identifier: Apache-2.0
#include "descriptor_io.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <system_error>

namespace steelyard::sdk {

int write_all(int descriptor, std::span<const std::byte> bytes) noexcept {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) {
      return errno;
    }
    bytes = bytes.subspan(written < 0 ? 0 : static_cast<std::size_t>(written));
  }
  return 0;
}

bool line_source::refill() {
  ssize_t got = 0;
  do {
    got = ::read(descriptor_, chunk_.data(), chunk_.size());
  } while (got < 0 && errno == EINTR);
  if (got < 0) {
    throw std::system_error(errno, std::generic_category(), "reading requests");
  }
  begin_ = 0;
  end_ = static_cast<std::size_t>(got);
  return got > 0;
}

line_source::result line_source::next(std::string& line) {
  line.clear();
  bool is_too_long = false;
  bool has_bytes = false;
  while (begin_ < end_ || refill()) {
    const std::string_view rest(chunk_.data() + begin_, end_ - begin_);
    const std::size_t newline = rest.find('\n');
    const std::string_view part = rest.substr(0, newline);
    has_bytes = true;
    is_too_long = is_too_long || line.size() + part.size() > byte_limit_;
    if (!is_too_long) {
      line += part;
    }
    begin_ += std::min(part.size() + 1, rest.size());
    if (newline != std::string_view::npos) {
      return is_too_long ? result::too_long : result::line;
    }
  }
  if (!has_bytes) {
    return result::end;
  }
  return is_too_long ? result::too_long : result::line;
}

}  // namespace steelyard::sdk

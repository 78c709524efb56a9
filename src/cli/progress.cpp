// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace steelyard::cli {
namespace {

std::string minutes(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::llround(std::max(0.0, seconds)));
  return whole < 3600 ? fmt::format("{}:{:02}", whole / 60, whole % 60)
                      : fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

double done_share(const progress& now) {
  if (now.left_s && now.elapsed_s + *now.left_s > 0) {
    return std::clamp(now.elapsed_s / (now.elapsed_s + *now.left_s), 0.0, 1.0);
  }
  return now.total == 0
             ? 0.0
             : std::clamp(static_cast<double>(now.done) / static_cast<double>(now.total), 0.0, 1.0);
}

std::string bar(double share, bool utf8) {
  constexpr int cells = 12;
  const int full = static_cast<int>(share * cells);
  std::string text;
  for (int i = 0; i < cells; ++i) {
    if (utf8) {
      text += i < full ? "\xE2\x96\x88" : "\xE2\x96\x91";
    } else {
      text += i < full ? '#' : '.';
    }
  }
  return text;
}

// Columns of a line made of ASCII and of the one-column characters used here.
std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }));
}

}  // namespace

std::string progress_line(const progress& now, std::size_t width, bool utf8) {
  std::string line = now.study;
  if (now.round > 0) {
    line += now.rounds ? fmt::format("  round {}/{}", now.round, *now.rounds)
                       : fmt::format("  round {}", now.round);
  }
  line +=
      now.total > 0 ? fmt::format("  {}/{}", now.done, now.total) : fmt::format("  {}", now.done);
  line += fmt::format("  {} {:3.0f}%  {}",
                      bar(done_share(now), utf8),
                      100 * done_share(now),
                      minutes(now.elapsed_s));
  if (now.left_s) {
    line += fmt::format(" + {}{} left", now.estimate_is_rough ? "~" : "", minutes(*now.left_s));
  }
  if (!now.cell.empty()) {
    const std::string cell =
        fmt::format("  {}  {:.1f}s/{:.0f}s", now.cell, now.cell_elapsed_s, now.cell_limit_s);
    if (columns_of(line) + cell.size() <= width) {
      line += cell;
    }
  }
  if (columns_of(line) > width) {
    line = fmt::format("{} {:.0f}% {}", now.study, 100 * done_share(now), minutes(now.elapsed_s));
  }
  return line;
}

progress_display::progress_display(terminal where, bool quiet) : where_(where), quiet_(quiet) {}

progress_display::~progress_display() {
  clear();
}

void progress_display::show(const progress& now, std::int64_t now_ns) {
  constexpr std::int64_t redraw_ns = 200'000'000;
  constexpr std::int64_t plain_ns = 15'000'000'000;
  const std::int64_t pause = where_.interactive ? redraw_ns : plain_ns;
  if (quiet_ || (last_ns_ != 0 && now_ns - last_ns_ < pause)) {
    return;
  }
  last_ns_ = now_ns;
  if (where_.interactive) {
    fmt::print(stderr, "\r\x1b[K{}", progress_line(now, where_.columns - 1, where_.utf8));
    drawn_ = true;
  } else {
    fmt::print(stderr, "{}\n", progress_line(now, where_.columns, false));
  }
  std::fflush(stderr);
}

void progress_display::clear() {
  if (drawn_) {
    fmt::print(stderr, "\r\x1b[K");
    std::fflush(stderr);
    drawn_ = false;
  }
}

}  // namespace steelyard::cli

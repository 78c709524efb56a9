// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace steelyard::faulty {

/// What is wrong with the subject. Source: README.md, in the same order.
enum class mode {
  none,
  wrong_row,
  swapped_rows,
  do_nothing,
  do_nothing_later,
  hang_open,
  hang_call,
  spin_call,
  crash_call,
  exit_call,
  garbage,
  endless,
  allocate,
  ignore_close,
  leave_children,
  exit_nonzero,
  slow_describe,
  missing_digest,
  stray_print,
  flood_stderr,
};

[[nodiscard]] std::optional<mode> mode_named(std::string_view name);

/// Where answers went before the SDK took standard output away: main copies it here, so that a
/// fault can write in the place of an answer.
inline constexpr int raw_answers = 100;

/// The faults that happen while opening or calling; they do nothing in every other mode.
void misbehave_in_open(mode fault);
void misbehave_in_call(mode fault);

}  // namespace steelyard::faulty

// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace steelyard::measure {

/// Sends SIGKILL to every direct child of this single-threaded process and to the group of each.
///
/// Signalling a group is atomic against fork: a member that is forking is killed or its child is
/// too. A child that is not yet reaped keeps its pid and its group's, so no stranger can be hit.
/// Async-signal-safe.
void kill_all_children() noexcept;

}  // namespace steelyard::measure

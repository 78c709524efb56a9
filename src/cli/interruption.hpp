// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace steelyard::cli {

/// From here on SIGINT, SIGTERM and SIGHUP ask the run to stop; the second one ends the program at
/// once (the journal is whole at every moment, and the supervisors end the subjects).
void catch_interruptions();

/// The signal that asked to stop, 0 when none did.
[[nodiscard]] int interruption() noexcept;

}  // namespace steelyard::cli

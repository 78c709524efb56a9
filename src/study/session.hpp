// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/cell_process.hpp"
#include "measure/core_probe.hpp"
#include "record/run.hpp"
#include "study/plan.hpp"
#include "study/user_matrix.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace steelyard::study {

/// What a session works with: the measuring room, or a test's own.
struct instruments {
  std::function<record::process(const measure::cell_launch&, const measure::pulse&)> measure_cell;
  /// The complete environment of a subject process.
  std::function<std::vector<std::string>(const protocol::open_request&,
                                         const std::vector<std::string>& keep_env)>
      environment;
  /// What passing a cache line between the CPUs of the run costs now; asked once a round.
  std::function<std::vector<measure::handover>(const measure::cpu_list&)> probe_handovers;
  std::function<std::int64_t()> monotonic_ns;
  std::function<std::string()> utc_now;  ///< ISO 8601
};

enum class progress_kind {
  started,  ///< `message`: a notice of the plan, or empty
  round_started,
  process_started,
  process_running,  ///< again and again while it runs
  process_ended,    ///< `process` is set
  memory_started,
  warning,  ///< `message`
  ended     ///< `message`: how
};

/// Where a session stands.
struct progress {
  progress_kind kind = progress_kind::started;
  std::uint32_t round = 0;
  std::optional<std::uint32_t> rounds = {};  ///< where their number is fixed
  std::uint64_t done = 0;                    ///< processes of this round or pass
  std::uint64_t due = 0;
  const record::cell* cell = nullptr;
  const record::process* process = nullptr;
  bool may_draw = true;  ///< false inside a timed window: only look at a flag then
  double cell_elapsed_s = 0;
  double cell_limit_s = 0;
  double used_s = 0;  ///< of the run, former sessions included
  std::optional<double> budget_s = {};
  std::optional<double> left_s = {};  ///< ETA; an upper bound where verdicts may settle earlier
  std::string message = {};
};

/// Returning false asks the session to stop: the process that runs is ended and not counted.
using observer = std::function<bool(const progress&)>;

enum class ending {
  completed,  ///< all planned rounds
  settled,    ///< every asked verdict
  budget_used,
  interrupted
};

/// "completed", "settled", "budget_used", "interrupted".
[[nodiscard]] std::string_view to_string(ending value) noexcept;

struct outcome {
  ending how = ending::completed;
  std::uint64_t processes = 0;  ///< of the whole run
  double used_s = 0;
};

/// Measures a plan in a run directory that holds its manifest, beginning or going on after the last
/// entry of its journal. Each process is in the journal before the next one starts.
///
/// \param matrix  the user's, when the plan has one
/// Errors: `std::system_error` with the path (full disk), `std::runtime_error` for a damaged
/// journal.
[[nodiscard]] outcome run_session(const plan& value,
                                  const std::filesystem::path& run_directory,
                                  const user_matrix* matrix,
                                  const instruments& with,
                                  const observer& watch);

}  // namespace steelyard::study

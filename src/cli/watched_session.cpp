// SPDX-License-Identifier: Apache-2.0
#include "cli/watched_session.hpp"

#include "cli/answer.hpp"
#include "cli/interruption.hpp"
#include "cli/machine.hpp"
#include "cli/progress.hpp"
#include "cli/terminal.hpp"
#include "measure/clock.hpp"
#include "report/foreign_text.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace steelyard::cli {
namespace {

progress shown(const std::string& study, const study::progress& now) {
  progress line;
  line.study = report::terminal_text(study);
  line.round = now.round;
  line.rounds = now.rounds;
  line.done = now.done;
  line.total = now.due;
  line.elapsed_s = now.used_s;
  line.left_s = now.left_s;
  line.estimate_is_rough = now.round <= 1;
  if (now.cell != nullptr) {
    line.cell = report::terminal_text(record::to_string(*now.cell));
  }
  line.cell_elapsed_s = now.cell_elapsed_s;
  line.cell_limit_s = now.cell_limit_s;
  return line;
}

void tell(const study::progress& now, progress_display& display, bool quiet) {
  if (now.kind == study::progress_kind::started && !now.message.empty() && !quiet) {
    display.clear();
    print_notices({now.message});
  }
  if (now.kind == study::progress_kind::warning) {
    display.clear();
    fmt::print(stderr, "warning: {}\n", report::terminal_text(now.message));
  }
  if (now.kind == study::progress_kind::process_ended && now.process != nullptr &&
      now.process->status != record::status::ok &&
      now.process->status != record::status::interrupted) {
    display.clear();
    fmt::print(stderr,
               "{}: {}: {}\n",
               report::terminal_text(record::to_string(now.process->cell)),
               record::to_string(now.process->status),
               report::terminal_text(now.process->detail));
  }
}

}  // namespace

study::outcome watch_session(const study::plan& planned,
                             const std::filesystem::path& run_directory,
                             const study::user_matrix* matrix,
                             bool quiet) {
  catch_interruptions();
  progress_display display(terminal_of(2), quiet);
  const std::string& study = planned.manifest.study;
  return study::run_session(planned,
                            run_directory,
                            matrix,
                            real_instruments(),
                            [&display, &study, quiet](const study::progress& now) {
                              if (now.may_draw) {
                                tell(now, display, quiet);
                                display.show(shown(study, now), measure::monotonic_ns());
                              }
                              return interruption() == 0;
                            });
}

}  // namespace steelyard::cli

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "protocol/messages.hpp"
#include "study/conformance.hpp"
#include "study/conformance_findings.hpp"
#include "study/conformance_inputs.hpp"
#include "study/examined_process.hpp"

#include <cstdint>
#include <string>

namespace steelyard::study {

/// The examination of one implementation with one number of workers, in one process.
class examination {
 public:
  examination(const conformance_plan& plan,
              const protocol::implementation& implementation,
              std::uint32_t workers,
              conformance_findings& findings);

  /// False when the pulse ended it.
  /// Errors: `std::system_error` when the engine itself cannot work.
  [[nodiscard]] bool run(const conformance_inputs& inputs, const conformance_pulse& pulse);

 private:
  void converse(examined_process& process, const conformance_inputs& inputs);
  void examine_input(examined_process& process, const conformance_input& input);
  void examine_calls(examined_process& process,
                     const conformance_input& input,
                     const std::string& here);
  void examine_loop(examined_process& process,
                    const conformance_input& input,
                    const std::string& here);
  void examine_output(examined_process& process,
                      const conformance_input& input,
                      const std::string& here);
  void examine_errors(examined_process& process);
  void examine_idle(examined_process& process);
  void examine_close(examined_process& process);
  void examine_workers(const protocol::close_answer& closed);
  void judge(const conformance_input& input,
             const protocol::digest& found,
             const std::string& here);
  /// Puts the reason of a missing answer where it belongs.
  void blame(conformance_point point, const std::string& here, const examined_process& process);

  const conformance_plan& plan_;
  const protocol::implementation& implementation_;
  std::uint32_t workers_;
  conformance_findings& findings_;
  std::string where_;
  const conformance_input* open_ = nullptr;  ///< what the process holds now
  std::uint32_t started_ = 0;
};

}  // namespace steelyard::study

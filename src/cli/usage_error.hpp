// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace steelyard::cli {

/// The user's command line cannot be served: what is wrong, with which value, and the way out, in
/// one line. `main` prints it and exits with `exit_code::usage`.
class usage_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace steelyard::cli

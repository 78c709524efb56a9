// SPDX-License-Identifier: Apache-2.0
#include "cli/subjects.hpp"

#include <cstdlib>

namespace steelyard::cli {

std::filesystem::path subjects_file() {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): the environment is not changed after start.
  if (const char* asked = std::getenv("STEELYARD_SUBJECTS"); asked != nullptr && *asked != '\0') {
    return asked;
  }
  // build/release/src/cli/steelyard -> build/subjects.json
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe");
  return program.parent_path().parent_path().parent_path().parent_path() / "subjects.json";
}

}  // namespace steelyard::cli

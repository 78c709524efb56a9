// SPDX-License-Identifier: Apache-2.0
// An implementation of the C++ subject in a bare loop: no pipe, no request, no validation. Prints
// the wall time of each call in nanoseconds, the first call first.
#include "implementations.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace sdk = steelyard::sdk;

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fputs("bench-bare-loop IMPLEMENTATION ROWS WORKERS CALLS\n", stderr);
    return 2;
  }
  steelyard::protocol::open_request request;
  request.study = "matvec";
  request.implementation = argv[1];
  request.workload = {"dense", "formula", "dense", "", std::stoull(argv[2]), std::stoull(argv[2])};
  request.workers = static_cast<std::uint32_t>(std::stoul(argv[3]));
  for (const sdk::implementation& known : steelyard::subject_cpp::cpp_subject().implementations) {
    if (known.about.id != request.implementation) {
      continue;
    }
    sdk::input_clock input;
    const auto session = known.open(request, input);
    std::vector<std::int64_t> ns(std::stoul(argv[4]));
    for (std::int64_t& call : ns) {
      const std::int64_t start_ns = sdk::monotonic_ns();
      session->call();
      call = sdk::monotonic_ns() - start_ns;
    }
    for (const std::int64_t call : ns) {
      std::printf("%lld\n", static_cast<long long>(call));
    }
    return 0;
  }
  std::fprintf(stderr, "no implementation '%s'\n", argv[1]);
  return 2;
}

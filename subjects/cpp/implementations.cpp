// SPDX-License-Identifier: Apache-2.0
#include "implementations.hpp"

#include "build_facts.hpp"
#include "matvec/openings.hpp"

#include <string>
#include <utility>
#include <vector>

namespace steelyard::subject_cpp {
namespace {

constexpr const char* loop_notes =
    "Explicit row loop, no BLAS, no intrinsics; one running sum a row in the order of its "
    "entries. ";

protocol::implementation row(const std::string& id,
                             const std::string& lifecycle,
                             const std::string& notes) {
  protocol::implementation about;
  about.id = id;
  about.kinds = {"dense", "csr"};
  about.parallel = true;
  about.cost = "native";
  about.lifecycle = lifecycle;
  about.notes = loop_notes + notes;
  return about;
}

protocol::implementation serial() {
  protocol::implementation about = row("cpp-serial", "nothing is started", "");
  about.parallel = false;
  return about;
}

protocol::implementation std_thread() {
  return row(
      "cpp-std-thread",
      "threads are created and joined in every call",
      "As many threads as workers; the calling thread waits. Memory is first touched by threads "
      "with the same slabs, which are other threads than those that compute.");
}

protocol::implementation needing(protocol::implementation about,
                                 const std::string& runtime,
                                 const matvec::runtime_state& state) {
  about.requires_ = {runtime};
  about.available = state.available;
  about.reason = state.reason;
  about.install = state.install;
  return about;
}

protocol::implementation openmp(const std::string& id, const std::string& notes) {
  return needing(
      row(id,
          "the runtime's threads are started once and reused",
          notes + " Waiting threads of libgomp spin for a bounded number of turns "
                  "(GOMP_SPINCOUNT: 300000, or 1000 with more threads than CPUs), then sleep."),
      "OpenMP",
      matvec::openmp_state());
}

protocol::implementation onetbb() {
  return needing(
      row("cpp-onetbb",
          "the scheduler's threads are started once and reused",
          "parallel_for, blocked_range with grain 32, auto_partitioner, in an arena of as many "
          "slots "
          "as workers. First touch by the same parallel_for is best effort: the scheduler may give "
          "rows to another thread in each call. Idle threads look for work a short while, then "
          "sleep."),
      "oneTBB",
      matvec::onetbb_state());
}

nlohmann::ordered_json build() {
  return {{"compiler", build_facts::compiler},
          {"flags", build_facts::flags},
          {"source_hash", build_facts::source_hash},
          {"executable_hash", sdk::executable_hash()}};
}

}  // namespace

sdk::subject cpp_subject() {
  return {"cpp",
          std::string(build_facts::version),
          "C++20",
          build,
          {{"matvec", serial(), matvec::open_serial},
           {"matvec", std_thread(), matvec::open_std_thread},
           {"matvec",
            openmp("cpp-openmp-static", "schedule(static), the same cut for first touch."),
            matvec::open_openmp_static},
           {"matvec",
            openmp("cpp-openmp-dynamic",
                   "schedule(dynamic, 32). First touch is by the same schedule, so best effort."),
            matvec::open_openmp_dynamic},
           {"matvec", onetbb(), matvec::open_onetbb}}};
}

}  // namespace steelyard::subject_cpp

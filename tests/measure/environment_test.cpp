// SPDX-License-Identifier: Apache-2.0
#include "measure/environment.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

namespace steelyard::measure {
namespace {

using texts = std::vector<std::string>;

bool has(const texts& entries, const std::string& entry) {
  return std::ranges::find(entries, entry) != entries.end();
}

TEST(environment_for, sets_every_runtime_and_keeps_what_programs_need) {
  const subject_environment made = environment_for(
      3, {0, 1, 5}, {}, {}, {"PATH=/bin", "HOME=/h", "LC_ALL=C", "LD_LIBRARY_PATH=/opt/lib"});
  EXPECT_EQ(made.variables,
            (texts{"BLIS_NUM_THREADS=1",
                   "HOME=/h",
                   "LC_ALL=C",
                   "LD_LIBRARY_PATH=/opt/lib",
                   "MKL_DYNAMIC=FALSE",
                   "MKL_NUM_THREADS=1",
                   "NUMBA_NUM_THREADS=3",
                   "NUMBA_THREADING_LAYER=omp",
                   "OMP_DYNAMIC=false",
                   "OMP_NUM_THREADS=3",
                   "OPENBLAS_NUM_THREADS=1",
                   "PATH=/bin",
                   "RAYON_NUM_THREADS=3",
                   "STEELYARD_CPUS=0-1,5"}));
  EXPECT_TRUE(made.removed.empty());
}

TEST(environment_for, removes_and_lists_what_steers) {
  const texts users{"OMP_PROC_BIND=true",
                    "PYTHONPATH=/x",
                    "LD_PRELOAD=/l.so",
                    "TERM=xterm",
                    "KMP_AFFINITY=",
                    "OMP_NUM_THREADS=64"};
  const subject_environment made = environment_for(1, {0}, {}, {}, users);
  EXPECT_EQ(
      made.removed,
      (texts{"KMP_AFFINITY", "LD_PRELOAD", "OMP_NUM_THREADS", "OMP_PROC_BIND", "PYTHONPATH"}));
  EXPECT_TRUE(has(made.variables, "OMP_NUM_THREADS=1"));
  EXPECT_FALSE(has(made.variables, "TERM=xterm"));
}

TEST(environment_for, lets_the_user_keep_and_extra_go_first) {
  const texts users{"OMP_NUM_THREADS=64", "OMP_PLACES=cores"};
  const subject_environment kept = environment_for(1, {0}, {"OMP_NUM_THREADS"}, {}, users);
  EXPECT_TRUE(has(kept.variables, "OMP_NUM_THREADS=64"));
  EXPECT_EQ(kept.removed, texts{"OMP_PLACES"});
  const subject_environment set =
      environment_for(1, {0}, {"OMP_NUM_THREADS"}, {"OMP_NUM_THREADS=5", "EMPTY="}, users);
  EXPECT_TRUE(has(set.variables, "OMP_NUM_THREADS=5"));
  EXPECT_TRUE(has(set.variables, "EMPTY="));
}

TEST(environment_for, refuses_what_is_no_variable) {
  EXPECT_THROW(static_cast<void>(environment_for(1, {0}, {}, {"NONAME"}, {})),
               std::invalid_argument);
  EXPECT_THROW(static_cast<void>(environment_for(1, {0}, {}, {"=x"}, {})), std::invalid_argument);
  EXPECT_FALSE(has(environment_for(1, {0}, {}, {}, {"broken", "=y"}).variables, "broken"));
}

TEST(set_variables_fact, names_what_the_engine_sets_with_its_value) {
  const record::fact fact = set_variables_fact({0, 1, 5}, {"MKL_DYNAMIC"}, {"OMP_PLACES=cores"});
  EXPECT_EQ(fact.name, "environment.set");
  EXPECT_EQ(fact.value.dump(),
            R"({"BLIS_NUM_THREADS":"1","MKL_DYNAMIC":"FALSE","MKL_NUM_THREADS":"1",)"
            R"("NUMBA_NUM_THREADS":"as many as workers","NUMBA_THREADING_LAYER":"omp",)"
            R"("OMP_DYNAMIC":"false","OMP_NUM_THREADS":"as many as workers",)"
            R"("OPENBLAS_NUM_THREADS":"1","RAYON_NUM_THREADS":"as many as workers",)"
            R"("STEELYARD_CPUS":"0-1,5"})");
}

TEST(set_variables_fact, leaves_out_what_the_user_keeps) {
  const record::fact fact = set_variables_fact({0}, {"OMP_DYNAMIC"}, {"OMP_DYNAMIC=true"});
  EXPECT_FALSE(fact.value.contains("OMP_DYNAMIC"));
  EXPECT_TRUE(fact.value.contains("OMP_NUM_THREADS"));
}

TEST(removed_variables_fact, names_what_was_removed_and_not_what_is_kept) {
  const record::fact fact = removed_variables_fact(
      {"OMP_PLACES"},
      {"OMP_PLACES=cores", "RUST_TOKEN=secret", "OMP_SCHEDULE=guided", "TERM=x", "OMP_\xff=1"});
  EXPECT_EQ(fact.name, "environment.removed");
  EXPECT_EQ(fact.value.dump(), "[\"OMP_SCHEDULE\",\"OMP_\xEF\xBF\xBD\",\"RUST_TOKEN\"]");
  EXPECT_EQ(fact.source, "environ");
  EXPECT_EQ(removed_variables_fact({}, {"PATH=/bin"}).value.dump(), "[]");
}

}  // namespace
}  // namespace steelyard::measure

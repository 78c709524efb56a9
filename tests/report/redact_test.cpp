// SPDX-License-Identifier: Apache-2.0
#include "report/redact.hpp"

#include "analysis/summary.hpp"
#include "analysis/synthetic_run.hpp"
#include "report/markdown.hpp"
#include "report/results_csv.hpp"
#include "report/results_json.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace steelyard::report {
namespace {

const std::vector<std::string> names{"lab-7.example", "lab-7", "alice"};

std::string plain(const std::string& text) {
  return redacted_text(text, names);
}

TEST(redacted_text, takes_out_paths) {
  EXPECT_EQ(plain("/data/alice/x"), "[path]");
  EXPECT_EQ(plain("cannot open /srv/a.mtx: no such file"), "cannot open [path]: no such file");
  EXPECT_EQ(plain("cannot start '/opt/my tools/x': none"), "cannot start '[path]': none");
  EXPECT_EQ(plain("-I/usr/x -DX=/y/z ~/a ../b ./c //share/d"),
            "-I[path] -DX=[path] [path] [path] [path] [path]");
  EXPECT_EQ(plain("PATH=/a/b:/c"), "PATH=[path]:[path]");
  EXPECT_EQ(plain("file:///data/alice"), "file:[path]");
}

TEST(redacted_text, leaves_what_is_no_path) {
  for (const std::string text : {"4 MiB/s",
                                 "csr-uniform/cpp-serial/w2",
                                 "https://rustup.rs/install",
                                 "a / b",
                                 "1/2",
                                 "/",
                                 ""}) {
    EXPECT_EQ(plain(text), text);
  }
}

TEST(redacted_text, takes_out_whole_names_alone) {
  EXPECT_EQ(plain("alice@lab-7.example, alice_2, malice (lab-7)"),
            "[name]@[name], alice_2, malice ([name])");
}

/// A run that tells in every free field whose it is.
record::run telling_run() {
  record::run run = testing::quick_run();
  const std::string tell = "alice on lab-7 in /data/alice/secret/project";
  run.manifest.command = {"/data/alice/steelyard", "run", "--matrix=secret/A.mtx", "secret/x.txt"};
  run.manifest.subjects = nlohmann::ordered_json::parse(R"([
    {"name": "own", "command": ["secret/subject", "--log=/data/alice/log"],
     "files": [{"path": "secret/subject", "sha256": "sha256:00"}],
     "describe": {"build": {"flags": "-I/data/alice/secret"}}}])");
  run.manifest.workloads[0].facts["file"] = tell;
  for (record::implementation& row : run.manifest.implementations) {
    row.lifecycle = row.notes = row.reason = row.install = tell;
  }
  run.manifest.environment = {{"environment.removed", {"LD_SECRET"}, "environ", ""},
                              {"kernel.command_line", "root=UUID=secret", "/proc/cmdline", ""},
                              {"os.name", tell, "/etc/os-release", ""},
                              {"cgroup.limit", nullptr, "/sys/fs/cgroup/secret/memory.max", tell},
                              {"memory.total_bytes", 64, "/proc/meminfo", ""}};
  run.processes.push_back(
      testing::failed_process({run.manifest.workloads[0].id, run.manifest.implementations[0].id, 2},
                              record::status::crashed,
                              tell));
  run.processes.back().stderr_tail = {"secret of alice"};
  for (record::process& process : run.processes) {
    process.versions["library"] = "/data/alice/secret/lib.so";
  }
  run.notices = {"/data/alice/secret/journal.jsonl: torn"};
  return run;
}

/// All that is written of a run.
std::string files_of(const record::run& run) {
  const analysis::run_summary summary = analysis::summarize(run);
  return results_json(summary) + markdown(summary, {}) + results_csv(summary) + samples_csv(run);
}

TEST(redacted, leaves_nothing_that_tells_whose_run_it_is) {
  const std::vector<std::string> telling{"alice", "lab-7", "secret", "LD_SECRET", "/data"};
  const std::string before = files_of(telling_run());
  const std::string after = files_of(redacted(telling_run(), names));
  for (const std::string& word : telling) {
    EXPECT_NE(before.find(word), std::string::npos) << word << " is in no file: a vain test";
    EXPECT_EQ(after.find(word), std::string::npos)
        << word << ": "
        << after.substr(std::max<std::size_t>(after.find(word), 60) - 60,
                        after.find(word) == std::string::npos ? 0 : 160);
  }
}

TEST(redacted, keeps_figures_ids_and_what_the_kernel_calls_its_files) {
  const record::run run = redacted(telling_run(), names);
  EXPECT_EQ(run.processes.front().warm_ns, testing::quick_run().processes.front().warm_ns);
  EXPECT_EQ(run.processes.front().cell, testing::quick_run().processes.front().cell);
  EXPECT_EQ(run.manifest.environment.back().source, "/proc/meminfo");
  EXPECT_EQ(run.manifest.environment.back().value, 64);
  EXPECT_EQ(run.manifest.command,
            (std::vector<std::string>{"[path]", "run", "--matrix=[path]", "[path]"}));
}

}  // namespace
}  // namespace steelyard::report

// SPDX-License-Identifier: Apache-2.0
#include "cli/help.hpp"

#include "cli/values.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace steelyard::cli {
namespace {

constexpr std::array<help_page, 10> pages{{
    {"", R"(steelyard weighs ways of running work in parallel, on this machine and on your data:
which runtime, which schedule, how many workers, and how sure is the answer?

Start with
  steelyard run                          sixteen implementations of y = A x, about two minutes
  steelyard run matvec --matrix A.mtx    the same on your own matrix
  steelyard doctor                       can this machine give a good answer now?

Verbs
  run            measure a study, print the answer, write the report
  resume         go on with an interrupted run
  report         write or print the report of a run again
  list           implementations, workloads, profiles, runs
  doctor         read and measure what disturbs verdicts here
  clean          list and remove old runs
  check-subject  test a program against the subject protocol
  version        versions; --json for machines
  help VERB      a page of help
)"},
    {"run", R"(steelyard run [STUDY|FILE.yaml] [options]     measure, answer, write the report

STUDY is matvec (the default). Results go to runs/<time>-<id>/, the last one to runs/latest.

What
  --matrix FILE      weigh on a Matrix Market file (.mtx, .mtx.gz) instead of the built-in workloads
  --x FILE           the vector for it (default: the study's formula)
  --workloads GLOBS  of the workloads of the profile, e.g. 'csr-*' (see: steelyard list workloads)
  --sizes N,N        rows of the built-in workloads
  --only GLOBS       of the implementations, e.g. 'cpp-*,numpy-serial' (see: steelyard list implementations)
  --skip GLOBS       leave these out
  --workers N,N      worker counts of parallel implementations
  --subject COMMAND  also weigh the implementations of this program (docs/protocol.md); repeatable
How long
  --profile NAME     quick (default), baseline, stress (see: steelyard list profiles)
  --budget TIME      stop starting work after this time: 90s, 2m (quick: 120s)
  --rounds N         exactly N rounds of every cell, whatever the verdicts
How
  --seed N           order of the rounds; the same seed gives the same order
  --cpus LIST        CPUs to use, e.g. 0-3,8 (default: all this process may use)
  --margin SHARE     differences under this are not worth acting on (2%)
  --reference ID     implementation the speed claims refer to
  --no-memory-pass   do not measure peak memory
  --help-limits      guards, environment and time limits of a process
Answer
  --out DIR          exactly this directory
  --format FORM      human (default) or json (results.json on stdout)
  --lang LANG        en, zh (default: from LANG)
  --against published   the published study's figures beside yours
  --dry-run          print the plan and its estimated time, measure nothing
  --print-config     print every value of the plan and where it came from
  --strict           exit 1 when the self-check warns
  --quiet, --no-color, --ascii
)"},
    {"run-limits", R"(steelyard run: guards, environment and limits of a subject's process

  --timeout TIME       longest life of one process (120s; shorter where its last duration was)
  --memory-guard SIZE  end a process whose tree holds more than this (4G)
  --min-free SIZE      end it when the system has less than this left (2G; cgroup limits count)
  --keep-env NAMES     keep these variables of yours, e.g. OMP_PLACES. All of OMP_*, MKL_*,
                       OPENBLAS_*, NUMBA_*, GOMP_*, KMP_* and PYTHON* are otherwise removed and
                       listed in the manifest (environment.removed); what the engine sets instead
                       is there too (environment.set).
)"},
    {"resume", R"(steelyard resume [RUN] [options]     go on with an interrupted run

RUN is a run directory (default: runs/latest). Plan, order and what is left of the budget are those of
the run. Refused when a program, the CPU set, the kernel or an input is another one than before.

  --budget TIME   this much time instead of what was left
  --format FORM   human (default) or json
  --lang LANG     en, zh
  --strict        exit 1 when the self-check warns
  --quiet, --no-color, --ascii
)"},
    {"report", R"(steelyard report [RUN] [options]     write or print the report of a run again

RUN is a run directory (default: runs/latest). Everything is derived from its journal; the files come
out the same to the byte.

  --against published   the published study's figures beside the run's, marked as another machine
  --format FORM         human: the answer (default); markdown, json, csv, samples: that file on stdout
  --lang LANG           en, zh
  --out DIR             write the files there instead of into the run
  --redact              leave out host and user names, paths, environment variables and logs of
                        subjects; writes files only with --out DIR, else prints alone
  --no-color, --ascii
)"},
    {"list", R"(steelyard list [WHAT]     what can be measured here

WHAT: implementations (default), workloads, profiles, runs

  --format FORM   human (default) or json
)"},
    {"doctor",
     R"(steelyard doctor [options]     read and measure what disturbs verdicts here (about 6 s)

Each line: the finding, what it costs the verdicts, and how to mend it. "Not readable here" is no
warning. Nothing is changed.

  --cpus LIST     the CPUs that a run would use
  --format FORM   human (default) or json
  --strict        exit 1 when something warns or fails
  --no-color, --ascii
)"},
    {"clean", R"(steelyard clean [options]     list and remove old runs

Without options it lists them with their size and removes nothing.

  --keep N    remove all but the N latest
  --all       remove all
  --runs DIR  the directory of the runs (default: runs)
)"},
    {"check-subject",
     R"(steelyard check-subject [options] COMMAND [ARG...]     test a program against docs/protocol.md

Protocol, exact results at several sizes and worker counts, validation, idle CPU, clean end. What fails
is named; exit 1 when something does.

  --full          also the large sizes (2048, 32768)
  --format FORM   human (default) or json
  --no-color, --ascii
)"},
    {"version", R"(steelyard version [--json]     version, build, and where the subjects are

  --json   for machines
)"},
}};

}  // namespace

std::span<const help_page> help_pages() {
  return pages;
}

std::string_view help_of(std::string_view verb) {
  const auto page = std::ranges::find(pages, verb, &help_page::verb);
  if (page != pages.end()) {
    return page->text;
  }
  std::vector<std::string> verbs;
  for (const help_page& known : pages) {
    if (!known.verb.empty()) {
      verbs.emplace_back(known.verb);
    }
  }
  return help_of(one_of("help", verb, verbs));
}

}  // namespace steelyard::cli

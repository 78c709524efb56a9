# SPDX-License-Identifier: Apache-2.0
"""The steelyard program as a user starts it: in an empty directory, with the test's own subjects.

Paths come from the environment where the build sets them (tests/cli/end_to_end.cmake), else from
the release tree.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tempfile
import time
import unittest
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RELEASE = ROOT / "build" / "release"
PATIENCE_SECONDS = 600  # a starved machine must not fail a test


def built(variable: str, place: str) -> Path:
    return Path(os.environ.get(variable) or RELEASE / place)


STEELYARD = built("STEELYARD_BINARY", "src/cli/steelyard")
CPP_SUBJECT = built("STEELYARD_CPP_SUBJECT", "subjects/cpp/steelyard-subject-cpp")
FAULTY_SUBJECT = built("STEELYARD_FAULTY_SUBJECT", "tests/faulty_subject/faulty-subject")

SMALL = ("--sizes", "64", "--no-memory-pass")


class Finished:
    """What one invocation left behind."""

    def __init__(self, status: int, out: str, log: str) -> None:
        self.status = status
        self.out = out
        self.log = log

    def __repr__(self) -> str:
        return f"status {self.status}\n--- stdout\n{self.out}\n--- stderr\n{self.log}"


class ProgramCase(unittest.TestCase):
    """Each test gets an empty directory, and a list of subjects with C++ alone in it."""

    def setUp(self) -> None:
        for file in (STEELYARD, CPP_SUBJECT):
            if not file.is_file():
                self.skipTest(f"{file} is not built")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.write_subjects(self.cpp_entry(), self.missing_entry())

    def cpp_entry(self) -> dict:
        descriptor = json.loads((ROOT / "subjects" / "cpp" / "subject.json").read_text())
        return {**descriptor, "command": [str(CPP_SUBJECT)]}

    def missing_entry(self) -> dict:
        descriptor = json.loads((ROOT / "subjects" / "rust" / "subject.json").read_text())
        return {**descriptor, "unavailable": "no toolchain in this test", "install": "get one"}

    def write_subjects(self, *entries: dict) -> None:
        self.subjects = self.folder / "subjects.json"
        listed = {"schema": "steelyard.subjects/1", "subjects": list(entries)}
        self.subjects.write_text(json.dumps(listed))

    def start(self, *arguments: str, **more: object) -> subprocess.Popen:
        environment = {**os.environ, "STEELYARD_SUBJECTS": str(self.subjects), "LANG": "C.UTF-8"}
        running = subprocess.Popen(
            [str(STEELYARD), *map(str, arguments)],
            cwd=self.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            **more,
        )
        self.addCleanup(end, running)
        return running

    def steelyard(self, *arguments: str, **more: object) -> Finished:
        running = self.start(*arguments, **more)
        out, log = running.communicate(timeout=PATIENCE_SECONDS)
        return Finished(running.returncode, out, log)

    def run_small(self, *arguments: str, rounds: int = 1, out: str = "out") -> Finished:
        """Exactly `rounds` rounds of a small study."""
        return self.steelyard("run", *SMALL, "--rounds", str(rounds), "--out", out, *arguments)

    def journal(self, run: str = "out") -> list[dict]:
        """The entries of a run, a torn last line left out."""
        text = (self.folder / run / "journal.jsonl").read_text()
        return [json.loads(line) for line in text.split("\n")[:-1]]

    def processes(self, run: str = "out") -> list[dict]:
        return [entry for entry in self.journal(run) if entry["type"] == "process"]

    def cells(self, run: str = "out") -> list[tuple]:
        """Round, workload, implementation, workers of each timing process that counts, sorted."""
        return sorted(
            (entry["round"], *cell_of(entry))
            for entry in self.processes(run)
            if entry["purpose"] != "memory" and entry["status"] != "interrupted"
        )

    def one_line(self, log: str) -> str:
        """The message of a refusal, which is one line for a person."""
        lines = log.strip().splitlines()
        self.assertEqual(len(lines), 1, log)
        self.assertTrue(lines[0].startswith("steelyard: "), log)
        return lines[0]


def cell_of(entry: dict) -> tuple[str, str, int]:
    cell = entry["cell"]
    return cell["workload"], cell["implementation"], cell["workers"]


def end(running: subprocess.Popen) -> None:
    if running.poll() is None:
        running.kill()
    running.communicate()


def wait_until(condition: Callable[[], object], seconds: float = PATIENCE_SECONDS) -> bool:
    """Polls until the condition holds; False when it does not within the time."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.005)
    return True


def parents() -> dict[int, tuple[int, str]]:
    """Parent and state of every process."""
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                state, parent, *_ = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            found[int(entry.name)] = (int(parent), state)
    return found


def descendants(pid: int) -> set[int]:
    """All processes below this one."""
    table = parents()
    found: set[int] = set()
    grown = {pid}
    while grown:
        found |= grown
        grown = {child for child, (parent, _) in table.items() if parent in found} - found
    return found - {pid}


def running_of(pids: set[int]) -> set[int]:
    """Those that still run; a zombie does not."""
    table = parents()
    return {pid for pid in pids if pid in table and table[pid][1] not in "ZX"}


def kill_hard(running: subprocess.Popen) -> None:
    running.send_signal(signal.SIGKILL)
    running.wait()

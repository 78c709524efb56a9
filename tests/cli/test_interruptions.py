# SPDX-License-Identifier: Apache-2.0
"""Kill, Ctrl-C and resume."""

from __future__ import annotations

import json
import os
import shlex
import signal
import unittest

from program import (
    CPP_SUBJECT,
    FAULTY_SUBJECT,
    PATIENCE_SECONDS,
    ProgramCase,
    descendants,
    kill_hard,
    running_of,
    wait_until,
)

CELLS = ("--only", "cpp-serial,cpp-std-thread", "--workers", "2")
ROUNDS = 6


class Killed(ProgramCase):
    def begin(self, *more: str, out: str = "out") -> object:
        return self.start(
            "run", *CELLS, "--sizes", "256", "--no-memory-pass", "--rounds", str(ROUNDS),
            "--seed", "11", "--out", out, *more,
        )  # fmt: skip

    def has_processes(self, count: int, out: str = "out") -> bool:
        journal = self.folder / out / "journal.jsonl"
        return journal.exists() and journal.read_bytes().count(b'"type":"process"') >= count

    def undisturbed(self) -> list[tuple]:
        running = self.begin(out="whole")
        _, log = running.communicate()
        self.assertEqual(running.returncode, 0, log)
        return self.cells("whole")

    def test_no_process_is_left_when_the_program_is_killed(self) -> None:
        for processes in (1, 3):
            with self.subTest(processes):
                running = self.begin(out=f"killed-{processes}")
                self.assertTrue(
                    wait_until(lambda: self.has_processes(processes, f"killed-{processes}"))
                )
                self.assertTrue(wait_until(lambda: descendants(running.pid)))
                below = descendants(running.pid)
                kill_hard(running)
                self.assertTrue(
                    wait_until(lambda: not running_of(below), 2), "still there after 2 s"
                )

    def test_no_process_is_left_that_hid_in_a_session_of_its_own(self) -> None:
        if not FAULTY_SUBJECT.is_file():
            self.skipTest(f"{FAULTY_SUBJECT} is not built")
        command = f"{shlex.quote(str(FAULTY_SUBJECT))} leave-children"
        running = self.start(
            "run", "--subject", command, "--only", "faulty", "--sizes", "2048",
            "--workloads", "dense*", "--no-memory-pass", "--rounds", "200", "--out", "out",
        )  # fmt: skip
        self.assertTrue(wait_until(lambda: len(descendants(running.pid)) >= 3))
        below = descendants(running.pid)
        kill_hard(running)
        self.assertTrue(wait_until(lambda: not running_of(below), 2), "still there after 2 s")

    def test_a_resumed_run_has_the_cells_of_an_undisturbed_one(self) -> None:
        whole = self.undisturbed()
        self.assertEqual(len(whole), len(set(whole)))
        self.assertEqual(len(whole), ROUNDS * 3 * 2)
        for processes in (1, 5, 17):
            with self.subTest(processes):
                out = f"cut-{processes}"
                running = self.begin(out=out)
                self.assertTrue(wait_until(lambda: self.has_processes(processes, out)))  # noqa: B023
                kill_hard(running)
                resumed = self.steelyard("resume", out)
                self.assertEqual(resumed.status, 0, resumed)
                self.assertEqual(self.cells(out), whole)
                self.assertEqual(self.orders(out), self.orders("whole"))

    def orders(self, run: str) -> list:
        """The drawn order of each round; the same seed draws the same."""
        bodies = [entry for entry in self.journal(run) if entry["type"] == "round"]
        return [(body.get("round"), body.get("blocks") or body.get("order")) for body in bodies]

    def test_a_torn_last_line_is_dropped_with_a_notice(self) -> None:
        whole = self.undisturbed()
        running = self.begin()
        self.assertTrue(wait_until(lambda: self.has_processes(4)))
        kill_hard(running)
        with (self.folder / "out" / "journal.jsonl").open("ab") as journal:
            journal.write(b'{"type":"process","round":1,"posi')
        notice = r"\Anotice: journal.jsonl: last line torn \(\d+ bytes dropped\)\n\Z"
        reported = self.steelyard("report", "out")
        self.assertEqual(reported.status, 0, reported)
        self.assertRegex(reported.log, notice)
        self.assertIn("last line torn", (self.folder / "out" / "report.md").read_text())
        resumed = self.steelyard("resume", "out", "--quiet")
        self.assertEqual(resumed.status, 0, resumed)
        self.assertRegex(resumed.log, notice)
        self.assertEqual(self.cells(), whole)

    def test_a_damaged_line_earlier_is_an_error_that_names_it(self) -> None:
        self.undisturbed()
        path = self.folder / "whole" / "journal.jsonl"
        lines = path.read_bytes().split(b"\n")
        lines[3] = lines[3].replace(b"ok", b"no", 1)
        path.write_bytes(b"\n".join(lines))
        for verb in ("report", "resume"):
            refused = self.steelyard(verb, "whole")
            self.assertIn(refused.status, (3, 5), refused)
            self.assertIn("journal.jsonl", refused.log)
            self.assertIn("4", refused.log)

    def test_a_finished_run_resumed_is_the_same_run(self) -> None:
        whole = self.undisturbed()
        resumed = self.steelyard("resume", "whole")
        self.assertEqual(resumed.status, 0, resumed)
        self.assertEqual(self.cells("whole"), whole)

    def test_a_run_goes_on_from_another_directory(self) -> None:
        (self.folder / "m.mtx").write_text(
            "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n2 2 3\n"
        )
        (self.folder / "x.txt").write_text("1\n2\n")
        (self.folder / "mine").symlink_to(CPP_SUBJECT)
        self.write_subjects(self.missing_entry())
        done = self.steelyard(
            "run", "--matrix", "m.mtx", "--x", "x.txt", "--subject", "./mine",
            "--only", "cpp-serial", "--no-memory-pass", "--rounds", "1", "--out", "out",
        )  # fmt: skip
        self.assertEqual(done.status, 0, done)
        resumed = self.steelyard("resume", self.folder / "out", preexec_fn=lambda: os.chdir("/"))
        self.assertEqual(resumed.status, 0, resumed)

    def test_a_changed_program_is_refused(self) -> None:
        wrapper = self.folder / "subject.sh"
        entry = self.cpp_entry()
        wrapper.write_text(f'#!/bin/sh\nexec {shlex.quote(entry["command"][0])} "$@"\n')
        wrapper.chmod(0o755)
        self.write_subjects({**entry, "command": [str(wrapper)]})
        running = self.begin()
        self.assertTrue(wait_until(lambda: self.has_processes(2)))
        kill_hard(running)
        with wrapper.open("a") as file:
            file.write("# another program now\n")
        refused = self.steelyard("resume", "out")
        self.assertEqual(refused.status, 2, refused)
        self.assertIn("subject.sh", self.one_line(refused.log))


class Interrupted(ProgramCase):
    def begin_long(self, *more: str) -> object:
        extent = ("--sizes", "256", "--no-memory-pass", "--rounds", "200")
        running = self.start("run", *CELLS, *extent, "--out", "out", *more)
        journal = self.folder / "out" / "journal.jsonl"
        ready = wait_until(lambda: journal.exists() and b'"type":"process"' in journal.read_bytes())
        self.assertTrue(ready)
        return running

    def test_the_first_ctrl_c_writes_what_there_is_and_says_how_to_go_on(self) -> None:
        for number, status in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            with self.subTest(number):
                if (self.folder / "out").exists():
                    (self.folder / "out").rename(self.folder / "before")
                running = self.begin_long()
                running.send_signal(number)
                out, log = running.communicate(timeout=60)
                self.assertEqual(running.returncode, status, log)
                self.assertIn("steelyard resume", out + log)
                self.assertTrue((self.folder / "out" / "results.json").is_file())
                json.loads((self.folder / "out" / "results.json").read_text())

    def test_how_to_go_on_stands_on_stderr_in_every_format(self) -> None:
        for form in ("human", "json"):
            with self.subTest(form):
                if (self.folder / "out").exists():
                    (self.folder / "out").rename(self.folder / "before")
                running = self.begin_long("--format", form)
                running.send_signal(signal.SIGINT)
                out, log = running.communicate(timeout=60)
                self.assertIn("steelyard resume out\n", log)
                self.assertNotIn("steelyard resume", out)
                if form == "json":
                    json.loads(out)

    def test_the_second_ctrl_c_leaves_at_once_and_leaves_nothing_behind(self) -> None:
        if not FAULTY_SUBJECT.is_file():
            self.skipTest(f"{FAULTY_SUBJECT} is not built")
        command = f"{shlex.quote(str(FAULTY_SUBJECT))} spin-call"
        running = self.start(
            "run", "--subject", command, "--only", "faulty", "--sizes", "64",
            "--workloads", "dense*", "--no-memory-pass", "--rounds", "5", "--out", "out",
        )  # fmt: skip
        journal = self.folder / "out" / "journal.jsonl"
        self.assertTrue(wait_until(lambda: journal.exists() and b'"round"' in journal.read_bytes()))
        self.assertTrue(wait_until(lambda: len(descendants(running.pid)) >= 2))
        below = descendants(running.pid)
        running.send_signal(signal.SIGINT)
        running.send_signal(signal.SIGINT)
        running.wait(60)
        self.assertEqual(running.returncode, 130)
        self.assertTrue(wait_until(lambda: not running_of(below), 2), "still there after 2 s")

    def test_a_check_of_a_subject_ends_with_the_status_of_its_signal(self) -> None:
        for number, status in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            with self.subTest(number):
                running = self.start("check-subject", CPP_SUBJECT)
                # A subject runs only after the signals are caught.
                self.assertTrue(wait_until(lambda pid=running.pid: descendants(pid)))
                running.send_signal(number)
                running.communicate(timeout=PATIENCE_SECONDS)
                self.assertEqual(running.returncode, status)

    def test_a_process_that_was_interrupted_is_made_again(self) -> None:
        running = self.begin_long()
        running.send_signal(signal.SIGINT)
        running.communicate(timeout=60)
        before = set(self.cells())
        resumed = self.start("resume", "out")
        self.assertTrue(wait_until(lambda: len(self.cells()) > len(before) + 3))
        resumed.send_signal(signal.SIGINT)
        resumed.communicate(timeout=60)
        cells = self.cells()
        self.assertEqual(len(cells), len(set(cells)))
        self.assertTrue(before <= set(cells))


if __name__ == "__main__":
    unittest.main()

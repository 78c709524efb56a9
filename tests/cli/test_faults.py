# SPDX-License-Identifier: Apache-2.0
"""Subjects that crash, hang, lie, flood and grow: failed cells with a reason beside good ones."""

from __future__ import annotations

import json
import shlex
import sys
import unittest

from program import FAULTY_SUBJECT, ProgramCase

GOOD = "cpp-serial"


class Faults(ProgramCase):
    def setUp(self) -> None:
        super().setUp()
        if not FAULTY_SUBJECT.is_file():
            self.skipTest(f"{FAULTY_SUBJECT} is not built")

    def measure(self, mode: str, *more: str, timeout: str = "3s") -> dict[str, list[dict]]:
        """One round of a good implementation and the faulty one; their processes by name."""
        command = f"{shlex.quote(str(FAULTY_SUBJECT))} {mode}"
        only = ("--only", f"{GOOD},faulty", "--workloads", "dense*", "--subject", command)
        self.finished = self.run_small(*only, "--timeout", timeout, *more)
        found: dict[str, list[dict]] = {GOOD: [], "faulty": []}
        for entry in self.processes():
            found[entry["cell"]["implementation"]].append(entry)
        return found

    def assert_failed(
        self, mode: str, status: str, *more: str, saying: str = "", timeout: str = "3s"
    ) -> dict:
        found = self.measure(mode, *more, timeout=timeout)
        expected = 3 if status == "wrong_result" else 0
        self.assertEqual(self.finished.status, expected, self.finished)
        self.assertEqual([entry["status"] for entry in found[GOOD]], ["ok"])
        (fault,) = found["faulty"]
        self.assertEqual(fault["status"], status, fault)
        self.assertTrue(fault["detail"])
        self.assertIn(saying, fault["detail"])
        self.assertFalse(fault.get("first_ns") or fault.get("warm_ns"), "a failed cell has no time")
        self.assertIn("faulty", self.finished.out)
        return fault

    def test_nothing_wrong_is_measured(self) -> None:
        found = self.measure("none")
        self.assertEqual([entry["status"] for entry in found["faulty"]], ["ok"], self.finished)

    def test_wrong_results(self) -> None:
        for mode in ("wrong-row", "swapped-rows", "do-nothing", "do-nothing-later"):
            with self.subTest(mode):
                self.tearDown_run()
                self.assert_failed(mode, "wrong_result")

    def test_ends(self) -> None:
        self.assert_failed("crash-call", "crashed", saying="SIGSEGV")
        self.tearDown_run()
        self.assert_failed("exit-call", "crashed", saying="7")

    def test_silence(self) -> None:
        for mode in ("hang-open", "hang-call", "spin-call"):
            with self.subTest(mode):
                self.tearDown_run()
                self.assert_failed(mode, "timeout")

    def test_garbage_and_answers_that_lack_something(self) -> None:
        for mode in ("garbage", "missing-digest"):
            with self.subTest(mode):
                self.tearDown_run()
                self.assert_failed(mode, "protocol_fault")

    def test_an_answer_without_end_is_cut_off(self) -> None:
        self.assert_failed("endless", "protocol_fault", timeout="60s")

    def test_memory_past_the_guard(self) -> None:
        self.assert_failed("allocate", "guard_stop", "--memory-guard", "256M", timeout="60s")

    def test_a_flood_of_log_lines_is_stood(self) -> None:
        found = self.measure("flood-stderr")
        self.assertEqual([entry["status"] for entry in found["faulty"]], ["ok"], self.finished)

    def test_a_process_that_does_not_end_is_ended(self) -> None:
        found = self.measure("ignore-close")
        self.assertEqual([entry["status"] for entry in found[GOOD]], ["ok"], self.finished)
        (fault,) = found["faulty"]
        self.assertIn(fault["status"], ("timeout", "protocol_fault"), fault)

    def test_nothing_but_a_fault_is_nothing_measured(self) -> None:
        command = f"{shlex.quote(str(FAULTY_SUBJECT))} crash-call"
        done = self.run_small("--only", "faulty", "--workloads", "dense*", "--subject", command)
        self.assertEqual(done.status, 4, done)

    def test_failed_cells_are_rows_of_the_results(self) -> None:
        self.assert_failed("crash-call", "crashed")
        results = json.loads((self.folder / "out" / "results.json").read_text())
        self.assertIn("SIGSEGV", json.dumps(results))
        self.assertIn("faulty", (self.folder / "out" / "results.csv").read_text())
        self.assertIn("faulty", (self.folder / "out" / "report.md").read_text())

    def test_a_killed_subject_is_a_crash_that_names_the_signal(self) -> None:
        program = self.folder / "suicide.py"
        program.write_text(SUICIDE)
        command = f"{shlex.quote(sys.executable)} {shlex.quote(str(program))}"
        done = self.run_small(
            "--only", f"{GOOD},suicide", "--workloads", "dense*", "--subject", command
        )
        self.assertEqual(done.status, 0, done)
        (fault,) = [e for e in self.processes() if e["cell"]["implementation"] == "suicide"]
        self.assertEqual(fault["status"], "crashed", fault)
        self.assertIn("SIGKILL", fault["detail"])
        self.assertIn("last words", "\n".join(fault["stderr_tail"]))

    def tearDown_run(self) -> None:
        """Makes room for the next run of the same test."""
        run = self.folder / "out"
        if run.exists():
            run.rename(self.folder / f"out-{len(list(self.folder.iterdir()))}")


SUICIDE = """
import json, os, signal, sys
for line in sys.stdin:
    op = json.loads(line)["op"]
    if op == "describe":
        row = {"id": "suicide", "kinds": ["dense"], "parallel": False, "cost": "native",
               "lifecycle": "none", "notes": "", "requires": [], "available": True}
        print(json.dumps({"op": op, "protocol": 1, "subject": "suicide", "version": "1",
                          "language": "Python", "build": {}, "implementations": [row]}), flush=True)
    else:
        print("last words", file=sys.stderr, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
"""


if __name__ == "__main__":
    unittest.main()

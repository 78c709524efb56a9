# SPDX-License-Identifier: Apache-2.0
"""Where the answer goes, what is written, and that it can be written again."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
import unittest
import unittest.mock

from program import ROOT, STEELYARD, ProgramCase

FILES = (
    "manifest.json",
    "journal.jsonl",
    "results.json",
    "results.csv",
    "samples.csv",
    "report.md",
)
CELLS = ("--only", "cpp-serial,cpp-std-thread", "--workers", "1,2")


class Answer(ProgramCase):
    def measured(self, *more: str, rounds: int = 3):
        done = self.run_small(*CELLS, *more, rounds=rounds)
        self.assertEqual(done.status, 0, done)
        return done

    def test_stdout_carries_the_answer_alone(self) -> None:
        done = self.measured()
        self.assertIn("cpp-serial", done.out)
        self.assertNotRegex(done.out, "\r|\x1b")
        self.assertNotIn("round 1", done.out.lower())

    def test_progress_is_plain_lines_where_there_is_no_terminal(self) -> None:
        done = self.measured()
        self.assertNotRegex(done.log, "\r|\x1b")
        self.assertTrue(done.log.strip())

    def test_quiet_says_nothing_beside_the_answer(self) -> None:
        self.assertEqual(self.measured("--quiet").log, "")

    def test_notices_of_the_plan_stand_on_stderr(self) -> None:
        cpu = min(os.sched_getaffinity(0))
        asked = ("--only", "cpp-std-thread", "--cpus", str(cpu), "--workers", "2")
        self.assertIn("notice: 2 workers on 1 CPUs: oversubscribed", self.run_small(*asked).log)
        self.assertEqual(self.run_small(*asked, "--quiet", out="quiet").log, "")

    def test_json_on_stdout_is_results_json(self) -> None:
        done = self.measured("--format", "json")
        written = (self.folder / "out" / "results.json").read_text()
        self.assertEqual(json.loads(done.out), json.loads(written))

    def test_all_files_are_there_and_hold_every_cell(self) -> None:
        self.measured()
        for name in FILES:
            self.assertTrue((self.folder / "out" / name).is_file(), name)
        rows = list(csv.DictReader(io.StringIO((self.folder / "out" / "results.csv").read_text())))
        text = (self.folder / "out" / "results.csv").read_text()
        # One worker for the serial row, one and two for the other, on three workloads.
        self.assertGreaterEqual(len(rows), (1 + 2) * 3)
        self.assertNotRegex(text.lower(), r"\b(nan|inf)\b")

    def test_results_fit_the_schema_that_ships(self) -> None:
        try:
            import jsonschema
        except ImportError:
            self.skipTest("python3-jsonschema is not installed")
        schemas = [p for p in ROOT.rglob("*results*.schema.json") if "build" not in p.parts]
        self.assertEqual(len(schemas), 1, schemas)
        self.measured()
        results = json.loads((self.folder / "out" / "results.json").read_text())
        jsonschema.validate(results, json.loads(schemas[0].read_text()))

    def test_report_writes_the_same_bytes_again(self) -> None:
        self.measured()
        derived = ("results.json", "results.csv", "samples.csv", "report.md")
        before = {name: (self.folder / "out" / name).read_bytes() for name in derived}
        for name in derived:
            (self.folder / "out" / name).unlink()
        self.assertEqual(self.steelyard("report", "out").status, 0)
        self.assertEqual(
            {name: (self.folder / "out" / name).read_bytes() for name in derived}, before
        )
        self.assertEqual(self.steelyard("report", "out", "--out", "elsewhere").status, 0)
        elsewhere = {name: (self.folder / "elsewhere" / name).read_bytes() for name in derived}
        self.assertEqual(elsewhere, before)

    def test_report_prints_each_form(self) -> None:
        self.measured()
        forms = {"json": "results.json", "csv": "results.csv", "samples": "samples.csv"}
        for form, name in {**forms, "markdown": "report.md"}.items():
            with self.subTest(form):
                shown = self.steelyard("report", "out", "--format", form)
                self.assertEqual((shown.status, shown.log), (0, ""), shown)
                self.assertEqual(shown.out, (self.folder / "out" / name).read_text())

    def test_published_figures_stand_beside_on_request(self) -> None:
        self.measured()
        plain = self.steelyard("report", "out").out
        beside = self.steelyard("report", "out", "--against", "published").out
        self.assertNotIn("i7-1270P", plain)
        self.assertIn("i7-1270P", beside)

    def test_a_run_without_out_is_the_latest(self) -> None:
        done = self.steelyard(
            "run", *CELLS, "--sizes", "64", "--no-memory-pass", "--rounds", "1", "--quiet"
        )
        self.assertEqual(done.status, 0, done)
        latest = self.folder / "runs" / "latest"
        self.assertTrue(latest.is_symlink())
        self.assertRegex(os.readlink(latest), r"^\d{8}T\d{6}Z-[0-9a-f]{4}$")
        self.assertEqual(self.steelyard("report").status, 0)
        self.assertIn(os.readlink(latest), self.steelyard("list", "runs").out)
        self.assertEqual(self.steelyard("clean", "--all").status, 0)
        self.assertEqual([p for p in (self.folder / "runs").iterdir()], [])

    def test_unavailable_rows_are_in_the_answer(self) -> None:
        done = self.run_small("--only", "cpp-serial,rust-rayon", "--workloads", "dense*")
        self.assertEqual(done.status, 0, done)
        self.assertIn("rust-rayon", done.out)
        self.assertIn("no toolchain in this test", done.out)

    def test_the_same_seed_draws_the_same_order(self) -> None:
        def order(out: str, seed: str) -> list:
            done = self.run_small(*CELLS, "--seed", seed, rounds=2, out=out)
            self.assertEqual(done.status, 0, done)
            return [entry["cell"] for entry in self.processes(out)]

        first = order("a", "5")
        self.assertEqual(order("b", "5"), first)
        self.assertNotEqual(order("c", "6"), first)

    def test_the_users_tuning_is_removed_and_listed(self) -> None:
        tuning = {"OMP_SCHEDULE": "guided", "OMP_PLACES": "cores"}
        with unittest.mock.patch.dict(os.environ, tuning):
            self.measured("--keep-env", "OMP_PLACES", rounds=1)
        for name in ("manifest.json", "results.json"):
            written = json.loads((self.folder / "out" / name).read_text())
            facts = {fact["name"]: fact["value"] for fact in written["environment"]}
            self.assertIn("OMP_SCHEDULE", facts["environment.removed"], name)
            self.assertNotIn("OMP_PLACES", facts["environment.removed"], name)
            self.assertEqual(facts["environment.set"]["OMP_DYNAMIC"], "false", name)
        self.assertRegex((self.folder / "out" / "report.md").read_text(), r"environment.*OMP")

    def test_a_terminal_gets_one_line_redrawn(self) -> None:
        shown = self.on_a_terminal("run", *CELLS, "--sizes", "64", "--rounds", "3", "--out", "out")
        self.assertIn("\r", shown)
        self.assertIn("cpp-serial", shown)

    def on_a_terminal(self, *arguments: str) -> str:
        """Everything that the program shows on a terminal of 100 columns."""
        command = [sys.executable, "-c", PTY, *self.start_command(*arguments)]
        run = subprocess.run(
            command,
            cwd=self.folder,
            env={**os.environ, "STEELYARD_SUBJECTS": str(self.subjects), "TERM": "xterm"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=120,
        )
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout.decode(errors="replace")

    def start_command(self, *arguments: str) -> list[str]:
        return [str(STEELYARD), *arguments, "--no-memory-pass"]


PTY = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))"


class Doctor(ProgramCase):
    def test_memory_is_for_people_as_text_and_in_bytes_as_json(self) -> None:
        shown = self.steelyard("doctor")
        self.assertEqual(shown.status, 0, shown)
        self.assertRegex(shown.out, r"available memory: \d+(\.\d)? [GM]iB\n")
        self.assertNotIn("No such file", shown.out)
        listed = json.loads(self.steelyard("doctor", "--format", "json").out)
        memory = next(found for found in listed if found["name"] == "available memory")
        self.assertRegex(memory["value"], r"^\d{7,}$")


class FullDisk(ProgramCase):
    def test_a_full_disk_is_status_5_with_the_path_and_leaves_a_valid_journal(self) -> None:
        place = self.folder / "small"
        place.mkdir()
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(place)], capture_output=True
        )
        if mounted.returncode != 0:
            self.skipTest("a small file system cannot be mounted here (not root)")
        self.addCleanup(subprocess.run, ["umount", "-l", str(place)], check=True)
        done = self.run_small(*CELLS, rounds=200, out="small/run")
        self.assertEqual(done.status, 5, done)
        self.assertIn("small/run", done.log)
        journal = place / "run" / "journal.jsonl"
        self.assertTrue(journal.is_file())
        entries = self.journal("small/run")
        self.assertTrue(entries)
        copied = self.folder / "copied"
        copied.mkdir()
        for path in (place / "run").iterdir():
            if path.is_file():
                (copied / path.name).write_bytes(path.read_bytes())
        self.assertEqual(self.steelyard("report", "copied").status, 0)


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: Apache-2.0
"""What may be typed, and what is said about what may not."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import unittest

from program import FAULTY_SUBJECT, PATIENCE_SECONDS, STEELYARD, ProgramCase


class Help(ProgramCase):
    def test_every_page_fits_a_screen_and_goes_to_stdout(self) -> None:
        verbs = self.verbs()
        self.assertIn("run", verbs)
        pages = [["--help"], ["help"], *(["help", verb] for verb in verbs)]
        pages += [[verb, "--help"] for verb in verbs]
        for page in pages:
            with self.subTest(page):
                shown = self.steelyard(*page)
                self.assertEqual((shown.status, shown.log), (0, ""))
                self.assertLessEqual(len(shown.out.splitlines()), 40)
                self.assertIn("steelyard", shown.out)

    def verbs(self) -> list[str]:
        """As the first page lists them."""
        _, _, listed = self.steelyard("help").out.partition("\nVerbs\n")
        words = [line.split()[0] for line in listed.splitlines() if line.startswith("  ")]
        return [word for word in words if word != "help"]

    def test_version_for_machines(self) -> None:
        shown = self.steelyard("version", "--json")
        self.assertEqual((shown.status, shown.log), (0, ""))
        self.assertEqual(json.loads(shown.out)["protocol"], 1)

    def test_what_nothing_installs_is_listed_without_an_empty_hint(self) -> None:
        self.write_subjects(self.cpp_entry(), {**self.missing_entry(), "install": ""})
        listed = self.steelyard("list", "implementations")
        self.assertEqual(listed.status, 0, listed)
        self.assertRegex(listed.out, r"(?m)rust-rayon .* no toolchain in this test$")
        self.assertNotIn("get it", listed.out)


class WrongUse(ProgramCase):
    """Exit 2 and one line, and nothing is made."""

    def assert_refused(self, *arguments: str, saying: tuple[str, ...] = ()) -> None:
        refused = self.steelyard(*arguments)
        self.assertEqual(refused.status, 2, refused)
        self.assertEqual(refused.out, "")
        line = self.one_line(refused.log)
        for words in saying:
            self.assertIn(words, line)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["subjects.json"])

    def test_a_misspelt_flag_is_named_with_the_nearest_one(self) -> None:
        self.assert_refused("run", "--budgte", "10s", saying=("--budgte", "--budget"))
        self.assert_refused("resume", "--strcit", saying=("--strcit", "--strict"))

    def test_a_misspelt_verb_is_named_with_the_nearest_one(self) -> None:
        self.assert_refused("rnu", saying=("rnu", "run"))

    def test_a_misspelt_word_is_named_with_the_nearest_one(self) -> None:
        self.assert_refused(
            "run", "--dry-run", "--profile", "bsaeline", saying=("bsaeline", "baseline")
        )
        self.assert_refused("list", "worklods", saying=("worklods", "workloads"))
        self.assert_refused("run", "--dry-run", "matvce", saying=("matvce", "matvec"))
        self.assert_refused("run", "--format", "jsno", saying=("jsno", "json"))
        self.assert_refused(
            "run", "--dry-run", "--only", "cpp-serail", saying=("cpp-serail", "cpp-serial")
        )

    def test_values_out_of_range_name_the_option(self) -> None:
        wrong = {
            "--budget": ("-5s", "soon", "1e99s"),
            "--rounds": ("0", "-1", "many", "1.5", "99999999999999999999"),
            "--workers": ("0", "1,,2", "two", "99999999"),
            "--sizes": ("0", "-64", "big"),
            "--seed": ("-1", "x", "18446744073709551616"),
            "--margin": ("-1", "150%", "wide"),
            "--cpus": ("0-", "5-3", "a", "99999"),
            "--timeout": ("never",),
            "--memory-guard": ("lots",),
        }
        for option, values in wrong.items():
            for value in values:
                with self.subTest(option, value=value):
                    self.assert_refused("run", "--dry-run", option, value, saying=(option,))

    def test_an_empty_value_names_the_option_and_the_way_out(self) -> None:
        for option in ("--budget", "--rounds", "--only", "--out", "--matrix", "--cpus"):
            for words in ((option, ""), (f"{option}=", "5")):
                with self.subTest(words):
                    self.assert_refused("run", "--dry-run", *words, saying=(option, "leave it out"))
        self.assert_refused("check-subject", "", saying=("check-subject COMMAND",))

    def test_a_list_where_one_value_belongs_names_the_option(self) -> None:
        wrong = {
            "--rounds": "1,2",
            "--budget": "10s,20s",
            "--seed": "1,2",
            "--margin": "2%,3%",
            "--timeout": "10s,20s",
            "--memory-guard": "1G,2G",
            "--min-free": "1G,2G",
            "--profile": "quick,stress",
            "--reference": "cpp-serial,cpp-onetbb",
        }
        for option, value in wrong.items():
            with self.subTest(option):
                self.assert_refused("run", "--dry-run", option, value, saying=(option,))
        self.assert_refused("clean", "--keep", "1,2", saying=("--keep",))

    def test_options_that_exclude_each_other_are_refused(self) -> None:
        matrix = self.folder / "subjects.json"
        self.assert_refused(
            "run", "--dry-run", "--matrix", str(matrix), "--sizes", "64", saying=("--matrix",)
        )
        self.assert_refused("run", "--dry-run", "--x", str(matrix), saying=("--x", "--matrix"))

    def test_nothing_left_to_measure_is_refused(self) -> None:
        self.assert_refused("run", "--dry-run", "--only", "cpp-serial", "--skip", "cpp-*")

    def test_a_run_that_is_not_there_is_named(self) -> None:
        self.assert_refused("report", "no-such-run", saying=("no-such-run",))
        self.assert_refused("resume", "no-such-run", saying=("no-such-run",))

    def test_a_directory_with_something_in_it_is_no_place_for_a_run(self) -> None:
        refused = self.run_small("--only", "cpp-serial", out=".")
        self.assertEqual(refused.status, 2, refused)
        self.one_line(refused.log)

    def test_a_subject_that_does_not_start_is_named(self) -> None:
        for command in ("/no/such/program", "true", "'open quote"):
            with self.subTest(command):
                self.assert_refused("run", "--dry-run", "--subject", command)

    def test_without_a_list_of_subjects_it_points_to_the_launcher(self) -> None:
        self.subjects.unlink()
        refused = self.steelyard("run", "--dry-run")
        self.assertEqual(refused.status, 2, refused)
        self.assertIn("./steelyard", self.one_line(refused.log))


class StudyFiles(ProgramCase):
    def refuse(self, text: str) -> str:
        (self.folder / "my.yaml").write_text(text)
        refused = self.steelyard("run", "my.yaml", "--print-config")
        self.assertEqual((refused.status, refused.out), (2, ""), refused)
        return self.one_line(refused.log)

    def test_an_unknown_key_is_named_with_file_line_and_nearest(self) -> None:
        said = self.refuse("version: 1\nstudy: matvec\nbugdet: 10s\n")
        for words in ("my.yaml", "3", "bugdet", "budget"):
            self.assertIn(words, said)

    def test_a_wrong_type_is_named_with_its_line(self) -> None:
        self.assertIn("3", self.refuse("version: 1\nstudy: matvec\nrounds: [1]\n"))

    def test_an_empty_set_is_refused(self) -> None:
        self.assertIn("3", self.refuse("version: 1\nstudy: matvec\nworkloads: []\n"))

    def test_what_is_no_yaml_is_named_with_its_line(self) -> None:
        self.assertIn("my.yaml", self.refuse("version: 1\n\t- [\n"))

    def test_a_file_that_is_too_large_is_refused(self) -> None:
        text = "version: 1\nstudy: matvec\n"
        self.assertIn("my.yaml", self.refuse(text + "#" * (1 << 20) + "\n"))

    def test_subjects_of_the_file_are_measured(self) -> None:
        if not FAULTY_SUBJECT.is_file():
            self.skipTest(f"{FAULTY_SUBJECT} is not built")
        command = f"{shlex.quote(str(FAULTY_SUBJECT))} none"
        study = f"version: 1\nstudy: matvec\nsubjects: [{json.dumps(command)}]\n"
        (self.folder / "my.yaml").write_text(study)
        asked = ("run", "my.yaml", "--dry-run", "--only", "faulty")
        shown = self.steelyard(*asked)
        self.assertEqual(shown.status, 0, shown)
        self.assertIn("dense-2048/faulty/", shown.out)
        over = self.steelyard(*asked, "--subject", "/no/such/program")
        self.assertEqual(over.status, 2, over)
        self.assertIn("/no/such/program", self.one_line(over.log))

    def test_a_file_and_flags_over_it(self) -> None:
        (self.folder / "my.yaml").write_text("version: 1\nstudy: matvec\nbudget: 33s\nseed: 5\n")
        shown = self.steelyard("run", "my.yaml", "--seed", "9", "--print-config")
        self.assertEqual(shown.status, 0, shown)
        lines = dict(line.split(": ", 1) for line in shown.out.splitlines())
        self.assertIn("33", lines["budget_s"])
        self.assertIn("my.yaml", lines["budget_s"])
        self.assertIn("9", lines["seed"])
        self.assertIn("--seed", lines["seed"])


class LookingOnly(ProgramCase):
    """Verbs and flags that measure nothing."""

    def test_dry_run_prints_the_plan_and_makes_nothing(self) -> None:
        shown = self.steelyard("run", "--dry-run", "--only", "cpp-*", "--budget", "60s")
        self.assertEqual((shown.status, shown.log), (0, ""), shown)
        for words in ("cpp-serial", "dense-2048", "csr-skewed-32768"):
            self.assertIn(words, shown.out)
        self.assertNotIn("python-serial", shown.out)
        self.assertFalse((self.folder / "runs").exists())

    def test_dry_run_names_what_is_not_available_and_why(self) -> None:
        shown = self.steelyard("run", "--dry-run")
        self.assertIn("no toolchain in this test", shown.out)

    def test_print_config_says_where_every_value_comes_from(self) -> None:
        shown = self.steelyard("run", "--print-config", "--budget", "77s")
        self.assertEqual((shown.status, shown.log), (0, ""), shown)
        for line in shown.out.splitlines():
            self.assertIn("  # ", line)
        self.assertIn("--budget", shown.out)
        self.assertFalse((self.folder / "runs").exists())

    def test_lists_in_both_forms(self) -> None:
        for what, word in (
            ("implementations", "cpp-onetbb"),
            ("workloads", "csr-uniform-32768"),
            ("profiles", "baseline"),
        ):
            with self.subTest(what):
                shown = self.steelyard("list", what)
                self.assertEqual((shown.status, shown.log), (0, ""), shown)
                self.assertIn(word, shown.out)
                listed = self.steelyard("list", what, "--format", "json")
                self.assertIn(word, json.dumps(json.loads(listed.out)))

    def test_an_unavailable_row_says_why_and_how_to_get_it(self) -> None:
        shown = self.steelyard("list", "implementations").out
        row = next(line for line in shown.splitlines() if "rust-rayon" in line)
        self.assertIn("no toolchain in this test", row)
        self.assertIn("get one", row)

    def test_descriptors_say_which_rows_are_serial(self) -> None:
        """The row of a subject that answers as that of one that is missing."""
        listed = json.loads(self.steelyard("list", "implementations", "--format", "json").out)
        workers = {row["implementation"]: row["workers"] for row in listed}
        for entry in (self.cpp_entry(), self.missing_entry()):
            for row in entry["implementations"]:
                with self.subTest(row["id"]):
                    serial = row["id"].endswith("-serial")
                    self.assertEqual(row["parallel"], not serial)
                    self.assertEqual(workers[row["id"]], "one" if serial else "parallel")

    def test_a_serial_row_of_a_missing_subject_stands_at_one_worker(self) -> None:
        asked = ("run", "--dry-run", "--workers", "2", "--only", "rust-*", "--workloads", "dense")
        shown = self.steelyard(*asked)
        self.assertEqual(shown.status, 0, shown)
        self.assertIn("dense-2048/rust-serial/w1 ", shown.out)
        self.assertIn("dense-2048/rust-rayon/w2 ", shown.out)
        self.assertNotIn("rust-serial/w2", shown.out)

    def test_no_runs_is_an_answer(self) -> None:
        for verb in (["list", "runs"], ["clean"]):
            shown = self.steelyard(*verb)
            self.assertEqual(shown.status, 0, shown)


class FullStdout(ProgramCase):
    def on_full_disk(self, *arguments: str) -> tuple[int, str]:
        with open("/dev/full", "w") as full:
            ended = subprocess.run(
                [str(STEELYARD), *arguments],
                cwd=self.folder,
                env={**os.environ, "STEELYARD_SUBJECTS": str(self.subjects)},
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                timeout=PATIENCE_SECONDS,
                check=False,
            )
        return ended.returncode, ended.stderr

    def test_an_answer_that_cannot_be_written_is_status_5(self) -> None:
        self.assertEqual(self.run_small("--only", "cpp-serial").status, 0)
        for arguments in (
            ("help", "run"),
            ("version",),
            ("version", "--json"),
            ("list", "implementations"),
            ("list", "runs"),
            ("clean",),
            ("doctor",),
            ("run", "--dry-run"),
            ("run", "--print-config"),
            ("report", "out"),
            ("report", "out", "--format", "json"),
            ("resume", "out"),
        ):
            with self.subTest(arguments):
                status, log = self.on_full_disk(*arguments)
                self.assertEqual(status, 5, log)
                self.assertIn("steelyard: ", log)
                self.assertIn("No space left on device", log)


if __name__ == "__main__":
    unittest.main()

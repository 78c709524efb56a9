# SPDX-License-Identifier: Apache-2.0
"""The launcher's set-up steps, each sourced with made-up tools on its PATH."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
STEPS = ("progress", "packages", "program", "python", "rust", "subjects")


class Setup(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="set up ")  # a space: every path is quoted
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)
        for name in ("build/setup", "bin", "home"):
            (self.root / name).mkdir(parents=True)
        for name in ("subjects", "tools", "CMakePresets.json"):
            (self.root / name).symlink_to(REPOSITORY / name)

    def tool(self, name, script):
        path = self.root / "bin" / name
        path.write_text(f"#!/bin/bash\n{script}\n")
        path.chmod(0o755)

    def run_steps(self, script):
        sources = "".join(f'. "$root/tools/setup/{step}.sh"\n' for step in STEPS)
        return subprocess.run(
            ["bash", "-c", 'set -uo pipefail\nstate=$root/build/setup\ncxx=g++\n' + sources + script],
            env={"root": str(self.root), "HOME": str(self.root / "home"),
                 "PATH": f"{self.root}/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8"},
            stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)

    def state(self, name, program, why="", install=""):
        (self.root / f"build/setup/{name}.state").write_text(f"{program}\n{why}\n{install}\n")

    def subjects(self):
        done = self.run_steps("write_subjects")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return json.loads((self.root / "build/subjects.json").read_text())

    # subjects.json

    def test_lists_every_subject_with_its_command_and_its_implementations(self):
        self.state("rust", "/a b/steelyard-subject-rust")
        self.state("python", "/venv/bin/python")
        written = self.subjects()
        self.assertEqual(written["schema"], "steelyard.subjects/1")
        self.assertEqual([s["name"] for s in written["subjects"]], ["cpp", "rust", "python"])
        self.assertEqual([s["language"] for s in written["subjects"]], ["C++", "Rust", "Python"])
        self.assertEqual([s["command"] for s in written["subjects"]], [
            [f"{self.root}/build/release/subjects/cpp/steelyard-subject-cpp"],
            ["/a b/steelyard-subject-rust"],
            ["/venv/bin/python", "-I", f"{self.root}/subjects/python/main.py"]])
        for subject in written["subjects"]:
            descriptor = json.loads((REPOSITORY / "subjects" / subject["name"] / "subject.json").read_text())
            self.assertEqual(subject["implementations"], descriptor["implementations"])
            self.assertNotIn("unavailable", subject)
            self.assertNotIn("missing", subject)
        self.assertEqual(sum(len(s["implementations"]) for s in written["subjects"]), 16)

    def test_says_why_a_subject_is_unavailable_and_how_to_get_it(self):
        self.state("rust", "", 'error: "C:\\x"\tbroken', "apt-get install cargo")
        self.state("python", "/usr/bin/python3", "no pip", "./steelyard setup")
        _, rust, python = self.subjects()["subjects"]
        self.assertEqual((rust["unavailable"], rust["install"]), ('error: "C:\\x" broken', "apt-get install cargo"))
        self.assertNotIn("command", rust)
        self.assertEqual(python["command"][0], "/usr/bin/python3")
        self.assertEqual((python["missing"], python["install"]), ("no pip", "./steelyard setup"))

    def test_writes_subjects_again_when_a_state_changes(self):
        self.state("rust", "")
        self.state("python", "/usr/bin/python3")
        self.assertNotIn("command", self.subjects()["subjects"][1])
        self.state("rust", "/rust")
        self.assertEqual(self.subjects()["subjects"][1]["command"], ["/rust"])

    # Python and Rust

    def test_passes_over_a_shim_whose_version_is_not_there(self):
        self.tool("python3.13", "echo 'pyenv: python3.13: command not found' >&2; exit 127")
        self.tool("python3.12", "exit 0")
        candidates = 'python_candidates() { printf "$root/bin/%s\\n" python3.13 python3.12; }\n'
        self.assertEqual(self.run_steps(candidates + "usable_python").stdout, f"{self.root}/bin/python3.12\n")

    def test_takes_the_newest_cargo_that_is_new_enough(self):
        self.tool("cargo", "echo cargo 1.970.1 '(abc 2023-01-01)'")
        newer = self.root / "home/.cargo/bin/cargo"
        newer.parent.mkdir(parents=True)
        newer.write_text("#!/bin/bash\necho 'cargo 1.1000.0 (abc 2026-01-01)'\n")
        newer.chmod(0o755)
        self.assertEqual(self.run_steps("usable_cargo").stdout, str(newer))
        newer.write_text("#!/bin/bash\necho 'cargo 1.62.9 (abc 2022-01-01)'\n")
        self.assertEqual(self.run_steps("usable_cargo").stdout, f"{self.root}/bin/cargo")

    def test_keeps_the_reason_of_a_failed_rust_build_and_does_not_try_again(self):
        self.tool("cargo", 'if [ "$1" = --version ]; then echo cargo 1.970.0; else '
                           f'echo x >>"{self.root}/tries"; echo "error: no such thing"; exit 101; fi')
        for _ in range(2):
            self.assertEqual(self.run_steps("set_up_rust").returncode, 0)
        state = (self.root / "build/setup/rust.state").read_text().splitlines()
        self.assertEqual(state[0], "")
        self.assertTrue(state[1].startswith("cargo build failed: error: no such thing"), state)
        self.assertEqual((self.root / "tries").read_text(), "x\n")

    def test_keeps_the_interpreter_when_the_packages_cannot_be_installed(self):
        self.tool("python3.13", f'''
case "$*" in
  *" -c "*) exit 0 ;;
  *"-m venv"*) mkdir -p "{self.root}/build/python/bin" && cp "$0" "{self.root}/build/python/bin/python" ;;
  *"pip install"*) echo x; echo "ERROR: no network"; echo "  more"; exit 1 ;;
esac''')
        done = self.run_steps("set_up_python")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((self.root / "build/setup/python.state").read_text().splitlines(), [
            f"{self.root}/build/python/bin/python",
            "pip could not install the locked packages: ERROR: no network", "./steelyard setup"])

    # Packages

    def test_names_the_packages_of_missing_headers(self):
        done = self.run_steps('missing_headers "vector no-such" "no/such/header.hpp libno-such-dev"')
        self.assertEqual(done.stdout, "libno-such-dev\n")

    def test_prints_one_line_and_exits_2_when_it_may_not_install(self):
        self.tool("id", "echo 1000")
        self.tool("sudo", f'touch "{self.root}/sudo-was-called"')
        self.tool("apt-get", f'touch "{self.root}/apt-was-called"')
        self.tool("apt-cache", """
[ "$1" = policy ] || { echo "N: it is a purely virtual package"; exit 0; }
[ "$2" = libsecond-dev ] && candidate="(none)"
echo "$2:"; echo "  Installed: (none)"; echo "  Candidate: ${candidate-1.0}"
""")
        done = self.run_steps(
            'needed_headers=("no/such.hpp libfirst-dev" "nor/this.hpp libsecond-dev|libthird-dev")\n'
            "set_up_packages run")
        self.assertEqual(done.returncode, 2)
        line = [text for text in done.stderr.splitlines() if text.startswith("sudo ")]
        self.assertEqual(len(line), 1, done.stderr)
        self.assertIn(" libfirst-dev libthird-dev", line[0])
        self.assertFalse((self.root / "apt-was-called").exists())
        self.assertFalse((self.root / "sudo-was-called").exists())

    def test_refuses_an_older_cmake_by_its_version(self):
        self.tool("cmake", "echo cmake version 3.22.1")
        done = self.run_steps("check_cmake_version")
        self.assertEqual(done.returncode, 2)
        self.assertIn("version 3.22.1; 3.25 or newer is needed", done.stderr)

    # Steps

    def test_shows_the_end_of_the_log_of_a_failed_build(self):
        self.tool("cmake", f'mkdir -p "{self.root}/build/release"; touch "{self.root}/build/release/build.ninja"')
        self.tool("ninja", "echo '[1/2] fine'; echo 'x.cpp:1: error: broken'; exit 1")
        done = self.run_steps("set_up_program")
        self.assertEqual(done.returncode, 5)
        self.assertIn("x.cpp:1: error: broken", done.stderr)

    def test_builds_anew_after_a_move_to_another_processor(self):
        left = self.root / "build/release/left-over"
        left.parent.mkdir()
        left.touch()
        script = "build_machine() { echo %s; }\nstart_over_on_another_machine"
        self.run_steps(script % "first")
        self.assertFalse(left.exists())
        left.parent.mkdir()
        left.touch()
        self.run_steps(script % "first")
        self.assertTrue(left.exists())
        self.run_steps(script % "second")
        self.assertFalse(left.exists())

    def test_keeps_the_caller_s_input_for_the_program(self):
        done = subprocess.run(
            ["bash", "-c", 'state=.; . "$1/tools/setup/progress.sh"; run_step x /dev/null cat; cat', "bash",
             str(REPOSITORY)], input="for the program", capture_output=True, text=True, check=False,
            env={**os.environ})
        self.assertEqual(done.stdout, "for the program")


if __name__ == "__main__":
    unittest.main()

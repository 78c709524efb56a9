# SPDX-License-Identifier: Apache-2.0
"""The line loop: private descriptors, faults of kernels, ends of every kind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from conversation import HERE, MAIN, Conversation, children_of, wait_until

FAULTY = """
import gc, os, subprocess, sys
from array import array
sys.path.insert(0, {sdk!r})
from steelyard_sdk import Implementation, Kernel, Subject, serve

class Ones(Kernel):
    def load(self, source):
        self.y = array("d", bytes(8 * source.rows))
    def call(self):
        for i in range(len(self.y)):
            self.y[i] = 1.0

class Noisy(Ones):
    def call(self):
        print("a stray print", flush=True)
        os.write(1, b"a stray write\\n")
        subprocess.run(["echo", "a stray child"], check=True)
        assert sys.stdin.read() == "" and os.read(0, 1) == b""
        super().call()

class Leaving(Ones):
    def call(self):
        sys.exit(3)

class Short(Ones):
    def load(self, source):
        self.y = array("d", [0.0])

class Garbage(Ones):
    def call(self):
        self.y[0] = 2.0 if gc.isenabled() else 1.0

class Unwritten(Ones):
    def load(self, source):
        self.y = bytes(8 * source.rows)

if __name__ == "__main__":
    kernels = (Noisy, Leaving, Short, Garbage, Unwritten)
    rows = [Implementation(one.__name__.lower(), one, kinds=("dense",)) for one in kernels]
    sys.exit(serve(Subject("faulty", "0", rows)))
"""


class Serving(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.program = Path(folder.name) / "faulty.py"
        sdk = HERE.parents[1] / "sdk" / "python"
        self.program.write_text(FAULTY.format(sdk=str(sdk)))

    def test_stray_output_goes_to_the_log_and_input_is_not_there(self) -> None:
        with Conversation(self.program) as subject:
            subject.open("noisy", "dense", 1)
            answer = subject.ask("call", count=2)
            self.assertEqual([one["sum"] for one in answer["digests"]], [1024, 1024])
            self.assertEqual(subject.ask("close")["op"], "close")
            status, log = subject.end()
        self.assertEqual(status, 0)
        for words in ("a stray print", "a stray write", "a stray child"):
            self.assertEqual(log.count(words), 2)

    def test_a_kernel_that_wants_to_exit_is_a_failure(self) -> None:
        with Conversation(self.program) as subject:
            subject.open("leaving", "dense", 1)
            self.assertEqual(subject.ask("call", count=1)["error"]["code"], "failed")
            self.assertEqual(subject.ask("describe")["op"], "describe")

    def test_an_output_of_another_size_or_kind_is_a_failure(self) -> None:
        with Conversation(self.program) as subject:
            for name in ("short", "unwritten"):
                error = subject.open(name, "dense", 2)["error"]
                self.assertEqual(error["code"], "failed")
                self.assertIn("expected 16 writable", error["message"])
                self.assertEqual(subject.ask("call", count=1)["error"]["code"], "bad_state")

    def test_the_collector_is_off_in_call_and_on_in_run_for(self) -> None:
        with Conversation(self.program) as subject:
            subject.open("garbage", "dense", 1)
            self.assertEqual(subject.ask("call", count=1)["digests"][0]["sum"], 1024)
            loop = subject.ask("run_for", seconds=0)
            self.assertEqual(loop["first_digest"]["sum"], 2048)
            self.assertEqual(loop["last_digest"]["sum"], 2048)

    def test_a_line_over_the_limit_is_refused_and_the_next_one_served(self) -> None:
        with Conversation(self.program) as subject:
            answer = subject.send(b" " * (64 << 20) + b'{"op":"describe"}')
            self.assertEqual(answer["error"]["code"], "bad_request")
            self.assertEqual(subject.ask("describe")["op"], "describe")

    def test_end_of_input_ends_it_like_close(self) -> None:
        with Conversation(self.program) as subject:
            subject.open("noisy", "dense", 1)
            self.assertEqual(subject.end()[0], 0)

    def test_an_engine_that_is_gone_ends_it_quietly(self) -> None:
        with Conversation(self.program) as subject:
            subject.ask("describe")
            subject.process.stdout.close()
            subject.process.stdin.write(b'{"op":"describe"}\n')
            subject.process.stdin.flush()
            self.assertEqual(subject.process.wait(60), 0)
            self.assertEqual(subject.process.stderr.read(), b"")

    def test_lines_after_close_are_not_read(self) -> None:
        with Conversation(self.program) as subject:
            subject.process.stdin.write(b'{"op":"close"}\n{"op":"describe"}\n')
            subject.process.stdin.flush()
            self.assertEqual(subject.read(), {"op": "close", "workers": []})
            self.assertEqual(subject.process.stdout.read(), b"")

    def test_without_the_flag_it_says_what_it_is(self) -> None:
        for arguments in ([], ["--help"]):
            run = subprocess.run(
                [sys.executable, "-I", str(MAIN), *arguments], capture_output=True, text=True
            )
            self.assertEqual((run.returncode, run.stdout), (2, ""))
            self.assertIn("a subject program of steelyard", run.stderr)
            self.assertIn("--steelyard-subject", run.stderr)

    def test_the_twenty_line_subject_is_right(self) -> None:
        with Conversation(HERE / "twenty_line_subject.py") as subject:
            subject.open("my-sum-of-products", "dense", 7)
            digest = subject.ask("call", count=1)["digests"][0]
            self.assertEqual((digest["sum"], digest["hash"]), (-1990, "0x521ae49f830bf832"))


class Pools(unittest.TestCase):
    """Worker processes at the end of their parent, and parents at the end of a worker."""

    names = ("python-process-copy", "python-process-shared")

    def test_a_dead_worker_is_a_failure_and_the_subject_goes_on(self) -> None:
        for name in self.names:
            for calls_before in (0, 1):
                with self.subTest(name, calls_before=calls_before), Conversation() as subject:
                    subject.open(name, "dense", 64, 2)
                    for _ in range(calls_before):
                        subject.ask("call", count=1)
                    os.kill(worker_processes(subject)[0], signal.SIGKILL)
                    error = subject.ask("call", count=1000)["error"]
                    self.assertEqual(error["code"], "failed")
                    self.assertIn("worker process died", error["message"])
                    self.assertEqual(subject.open(name, "dense", 7, 3)["workers_started"], 3)
                    self.assertEqual(subject.ask("call", count=1)["digests"][0]["sum"], -1990)
                    subject.ask("close")
                    self.assertEqual(subject.end()[0], 0)

    def test_a_worker_that_dies_under_a_large_argument_is_no_hang(self) -> None:
        with Conversation() as subject:
            subject.open("python-process-copy", "dense", 1024, 2)
            workers = worker_processes(subject)
            for worker in workers:
                os.kill(worker, signal.SIGSTOP)  # so that the argument fills its pipe
            subject.process.stdin.write(b'{"op":"call","count":1}\n')
            subject.process.stdin.flush()
            if not wait_until(lambda: has_blocked_writer(subject.process.pid), 20):
                self.skipTest("what threads wait for is not readable here (/proc/PID/task/*/wchan)")
            for worker in workers:
                os.kill(worker, signal.SIGKILL)
            self.assertEqual(subject.read()["error"]["code"], "failed")
            subject.ask("close")
            self.assertEqual(subject.end()[0], 0)

    def test_no_process_outlives_a_killed_parent(self) -> None:
        for name in self.names:
            with self.subTest(name), Conversation() as subject:
                subject.open(name, "dense", 7, 3)
                children = children_of(subject.process.pid)
                self.assertGreaterEqual(len(children), 3)
                subject.process.kill()
                self.assertTrue(wait_until(lambda: not any(map(is_running, children))))

    def test_shared_memory_has_no_name_once_it_is_attached(self) -> None:
        with Conversation() as subject:
            subject.open("python-process-shared", "csr-uniform", 16, 2)
            maps = Path(f"/proc/{subject.process.pid}/maps").read_text().splitlines()
            segments = [line for line in maps if "/dev/shm/psm_" in line]
            self.assertEqual(len(segments), 5)
            self.assertEqual([line for line in segments if not line.endswith("(deleted)")], [])


def worker_processes(subject: Conversation) -> list[int]:
    return [
        pid
        for pid in children_of(subject.process.pid)
        if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]


def has_blocked_writer(pid: int) -> bool:
    """Whether a thread waits to write to a pipe."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return any("pipe_write" in (task / "wchan").read_text() for task in tasks)


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


if __name__ == "__main__":
    unittest.main()

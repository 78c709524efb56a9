#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The C++ subject as a process: process_test.py SUBJECT."""
import hashlib
import json
import os
import subprocess
import sys
import unittest

SUBJECT = sys.argv[1]
IDS = ["cpp-serial", "cpp-std-thread", "cpp-openmp-static", "cpp-openmp-dynamic", "cpp-onetbb"]


class Running:
    """One process; answers are read as they are asked for."""

    def __init__(self, **options):
        self.process = subprocess.Popen([SUBJECT, "--steelyard-subject"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, **options)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()

    def ask(self, op, **fields):
        self.process.stdin.write(json.dumps({"op": op, **fields}).encode() + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def open(self, implementation, workers, size=512):
        workload = {"kind": "dense", "source": "formula", "name": "dense", "rows": size, "cols": size}
        return self.ask("open", study="matvec", implementation=implementation, workload=workload,
                        workers=workers, cpus=[0], seed=1)

    def ticks(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return int(fields[11]) + int(fields[12])


class Process(unittest.TestCase):
    def test_hashes_its_own_file(self):
        with Running() as subject, open(SUBJECT, "rb") as file:
            wanted = "sha256:" + hashlib.sha256(file.read()).hexdigest()
            self.assertEqual(subject.ask("describe")["build"]["executable_hash"], wanted)

    def test_ends_by_itself_with_status_0_after_close(self):
        for implementation in IDS:
            with Running() as subject:
                self.assertEqual(subject.open(implementation, 4)["op"], "open")
                subject.ask("call", count=2, validate="last")
                self.assertEqual(subject.ask("close")["op"], "close")
                self.assertEqual(subject.process.wait(timeout=30), 0)

    def test_workers_are_threads_of_the_process_with_its_mask(self):
        cpu = max(os.sched_getaffinity(0))
        for implementation in IDS:
            with Running(preexec_fn=lambda: os.sched_setaffinity(0, {cpu})) as subject:
                subject.open(implementation, 3)
                subject.ask("call", count=1)
                workers = subject.ask("close")["workers"]
                count = 1 if implementation == "cpp-serial" else 3
                self.assertEqual({worker["pid"] for worker in workers}, {subject.process.pid})
                self.assertEqual(len({worker["tid"] for worker in workers}), count)
                self.assertEqual([worker["cpus"] for worker in workers], [[cpu]] * count)

    def test_burns_no_cpu_while_idle(self):
        # Half a second of idling, after the runtime's spin time: a spinning worker would take 50 ticks.
        for implementation in IDS:
            with Running() as subject:
                subject.open(implementation, 2)
                subject.ask("call", count=3)
                subprocess.run(["sleep", "0.3"], check=True)
                before = subject.ticks()
                subprocess.run(["sleep", "0.5"], check=True)
                self.assertLessEqual(subject.ticks() - before, 5, implementation)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

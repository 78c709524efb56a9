# SPDX-License-Identifier: Apache-2.0
"""A subject program at the other end of two pipes."""

from __future__ import annotations

import json
import select
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
MAIN = ROOT / "subjects" / "python" / "main.py"
PATIENCE_SECONDS = 600  # a starved machine must not fail a test

# For the tests that look at modules of the SDK and the subject without a process between.
sys.path[:0] = [str(MAIN.parent), str(ROOT / "sdk" / "python")]


class Conversation:
    """Starts the program; `ask` sends one request and gives its one answer."""

    def __init__(self, program: Path = MAIN, python: str = sys.executable) -> None:
        self.last = b""
        self.process = subprocess.Popen(
            [python, "-I", str(program), "--steelyard-subject"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def __enter__(self) -> Conversation:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def ask(self, op: str, **fields: object) -> dict:
        return self.send(json.dumps({"op": op, **fields}).encode())

    def send(self, line: bytes) -> dict:
        self.last = line[:300]
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        return self.read()

    def read(self) -> dict:
        if not select.select([self.process.stdout], [], [], PATIENCE_SECONDS)[0]:
            self.process.kill()
            log = self.process.stderr.read().decode()[-2000:]
            raise AssertionError(f"no answer within {PATIENCE_SECONDS} s to {self.last!r}: {log}")
        line = self.process.stdout.readline()
        if not line:
            raise AssertionError("ended: " + self.process.stderr.read().decode()[-2000:])
        return json.loads(line)

    def open(
        self, implementation: str, name: str, size: int, workers: int = 1, **more: object
    ) -> dict:
        """Asks for a formula workload of `size` rows and columns."""
        kind = "dense" if name == "dense" else "csr"
        workload = {"kind": kind, "source": "formula", "name": name, "rows": size, "cols": size}
        return self.ask(
            "open",
            study="matvec",
            implementation=implementation,
            workload={**workload, **more},
            workers=workers,
        )

    def end(self) -> tuple[int, str]:
        """Closes the input and gives status and log."""
        _, log = self.process.communicate(timeout=PATIENCE_SECONDS)
        return self.process.returncode, log.decode()


def children_of(pid: int) -> list[int]:
    """Processes that any thread of this process has started."""
    return [
        int(child)
        for task in Path(f"/proc/{pid}/task").iterdir()
        for child in (task / "children").read_text().split()
    ]


def command_of(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()


def wait_until(condition: Callable[[], bool], seconds: float = PATIENCE_SECONDS) -> bool:
    """Polls until the condition holds; False when it does not within the time."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True

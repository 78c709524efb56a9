# SPDX-License-Identifier: Apache-2.0
"""What the author of a subject writes: implementations, and the kernel that each of them starts."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from .matrix import MatrixSource
from .slabs import this_worker

VERSION = ".".join(map(str, sys.version_info[:3]))


class Opening:
    """What an implementation is opened for.

    `cpus` is already applied to the process; it is told, not to be set. `source` knows the shape at
    once; its contents are for `Kernel.load`.
    """

    def __init__(self, source: MatrixSource, workers: int, cpus: list[int], seed: int) -> None:
        self.source = source
        self.workers = workers
        self.cpus = cpus
        self.seed = seed


class Kernel:
    """One opened implementation. The constructor takes the `Opening`, imports and starts the
    runtime; `y` is a contiguous writable float64 buffer of `rows` elements from `load` on.

    Constructor and `ready` are the set-up of the implementation, `load` is its input. Any exception
    is answered as code `failed`, with its text.
    """

    y: object

    def __init__(self, opening: Opening) -> None:
        self.opening = opening

    def load(self, source: MatrixSource) -> None:
        """Copies the input into private memory of the agreed types, by the computing threads."""
        raise NotImplementedError

    def ready(self) -> None:
        """Last step of the set-up, with the input in place."""

    def call(self) -> None:
        """Reads matrix and vector, writes all of `y`, returns when every worker is done."""
        raise NotImplementedError

    def arrays(self) -> list[dict[str, object]]:
        """Name, type, count and bytes of what is held; the agreed arrays unless overridden."""
        return self.opening.source.arrays()

    def workers_started(self) -> int:
        """Threads or processes that compute; the calling thread alone unless overridden."""
        return 1

    def workers(self) -> list[dict[str, object]]:
        """Asked once after the last call: `this_worker()` of each, with `entries` where known."""
        return [{**this_worker(), "entries": self.opening.source.entries}]

    def versions(self) -> dict[str, str]:
        """Runtimes that were really loaded."""
        return {"python": VERSION}

    def close(self) -> None:
        """Ends workers and lets go of memory."""


class Implementation:
    """One row of the study.

    :param start: makes the kernel from an `Opening`; imports belong in it, not before it.
    :param cost: "native", "interpreted" or "jit": tells the planner how dear a process is.
    :param requires: top-level modules that must be found.
    :param reason: why it is not available, when the author knows more than `requires` tells.
    :param install: the line that makes it available.
    """

    def __init__(
        self,
        id: str,
        start: object,
        *,
        kinds: tuple[str, ...] = ("dense", "csr"),
        parallel: bool = False,
        cost: str = "interpreted",
        lifecycle: str = "",
        notes: str = "",
        requires: tuple[str, ...] = (),
        reason: str = "",
        install: str = "",
    ) -> None:
        self.id = id
        self.start = start
        self.kinds = kinds
        self.parallel = parallel
        self.cost = cost
        self.lifecycle = lifecycle
        self.notes = notes
        self.requires = requires
        self.reason = reason
        self.install = install

    def missing(self) -> str:
        """Why this Python cannot run it; empty when it can, as far as finding modules tells."""
        if self.reason:
            return self.reason
        absent = [name for name in self.requires if find_spec(name) is None]
        if not absent:
            return ""
        verb = "is" if len(absent) == 1 else "are"
        return f"{' and '.join(absent)} {verb} not installed in this Python"

    def described(self) -> dict[str, object]:
        """Its entry in the answer to `describe`."""
        missing = self.missing()
        entry: dict[str, object] = {
            "id": self.id,
            "kinds": list(self.kinds),
            "parallel": self.parallel,
            "cost": self.cost,
            "lifecycle": self.lifecycle,
            "notes": " ".join(filter(None, (self.notes, GC_NOTE))),
            "requires": list(self.requires),
            "available": not missing,
        }
        if missing:
            entry["reason"] = missing
            entry["install"] = self.install
        return entry


GC_NOTE = "The cyclic garbage collector is off in call, on in run_for."


class Subject:
    """A program that carries implementations.

    :param source_folders: folders whose Python files make up the subject; hashed for `describe`.
    """

    def __init__(
        self,
        name: str,
        version: str,
        implementations: list[Implementation],
        *,
        study: str = "matvec",
        source_folders: tuple[str, ...] = (),
    ) -> None:
        self.name = name
        self.version = version
        self.implementations = implementations
        self.study = study
        self.source_folders = source_folders

# SPDX-License-Identifier: Apache-2.0
"""python-process-shared: buffers in shared memory, attached once; a call sends row ranges only."""

from __future__ import annotations

import atexit
import os
from multiprocessing.shared_memory import SharedMemory

from steelyard_sdk import Failed, Kernel, MatrixSource, Opening, row_slabs

from .scalar_rows import csr_rows, dense_rows
from .spawn_pool import SpawnPool

_TYPECODES = {"float64": "d", "int32": "i", "int64": "q"}
_FOLDER = "/dev/shm"


class SharedArrays:
    """The agreed arrays as memoryviews of shared memory, one segment each."""

    def __init__(
        self, layout: list[tuple[str, str, int, int]], names: dict[str, str] | None
    ) -> None:
        self._segments = {}
        self._views = {}
        for name, typecode, _, size in layout:
            if names is None:
                segment = SharedMemory(create=True, size=max(size, 1))
            else:
                segment = SharedMemory(names[name])
            self._segments[name] = segment
            self._views[name] = segment.buf[:size].cast(typecode)

    def __getitem__(self, name: str) -> memoryview:
        return self._views[name]

    def names(self) -> dict[str, str]:
        return {name: segment.name for name, segment in self._segments.items()}

    def unlink(self) -> None:
        """Takes the names away; the memory lives as long as a process is attached."""
        for segment in self._segments.values():
            segment.unlink()

    def detach(self) -> None:
        """Gives the memory back; nobody may hold a view of it any more."""
        for view in self._views.values():
            view.release()
        for segment in self._segments.values():
            segment.close()

    def multiply(self, first: int, last: int) -> None:
        """Writes the rows `[first, last)` of y."""
        y = self["y"][first:last]
        if "columns" in self._views:
            matrix = (self["values"], self["columns"], self["row_begin"])
            csr_rows(matrix, self["x"], y, first, last)
        else:
            dense_rows(self["values"], self["x"], y, first, last)


_attached: SharedArrays


def attach(layout: list[tuple[str, str, int, int]], names: dict[str, str]) -> None:
    """Runs once in every worker process."""
    global _attached
    _attached = SharedArrays(layout, names)
    atexit.register(_attached.detach)


def multiply(first: int, last: int) -> None:
    """Runs in a worker process."""
    _attached.multiply(first, last)


class PythonProcessShared(Kernel):
    def __init__(self, opening: Opening) -> None:
        super().__init__(opening)
        source = opening.source
        layout = [
            (one["name"], _TYPECODES[one["type"]], one["count"], one["bytes"])
            for one in source.arrays()
        ]
        _expect_room(sum(size for *_, size in layout))
        self._arrays = SharedArrays(layout, None)
        try:
            self._pool = SpawnPool(opening.workers, attach, layout, self._arrays.names())
        finally:
            # Every worker is attached: without names nothing stays behind, however they end.
            self._arrays.unlink()
        self._ranges = row_slabs(source.rows, opening.workers)

    def load(self, source: MatrixSource) -> None:
        arrays = self._arrays
        if source.kind == "dense":
            source.read_dense(0, source.rows, arrays["values"])
        else:
            source.read_csr(0, source.rows, arrays["values"], arrays["columns"])
            arrays["row_begin"][:] = source.row_begin(0, source.rows)
        source.read_x(arrays["x"])
        self.y = arrays["y"]
        self._entries = [source.entries_in(first, last) for first, last in self._ranges]

    def call(self) -> None:
        self._pool.run(multiply, self._ranges)

    def workers_started(self) -> int:
        return self.opening.workers

    def workers(self) -> list[dict[str, object]]:
        seen = self._pool.workers()
        return [{**worker, "entries": count} for worker, count in zip(seen, self._entries)]

    def close(self) -> None:
        self._pool.close()
        self.y = None
        self._arrays.detach()


def _expect_room(size: int) -> None:
    # Writing to a full tmpfs is a SIGBUS, which says nothing.
    try:
        free = os.statvfs(_FOLDER)
    except OSError as error:
        raise Failed(f"shared memory: {_FOLDER}: {error}") from error
    available = free.f_bavail * free.f_frsize
    if size > available:
        raise Failed(f"shared memory: {_FOLDER} has {available} bytes free, {size} are needed")


start = PythonProcessShared

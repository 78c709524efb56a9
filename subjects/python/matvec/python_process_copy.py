# SPDX-License-Identifier: Apache-2.0
"""python-process-copy: slab and vector pickled to a worker process in every call."""

from __future__ import annotations

from array import array

from steelyard_sdk import Kernel, MatrixSource, Opening, row_slabs

from .scalar_rows import Slab, zeros
from .spawn_pool import SpawnPool


def multiply(slab: Slab, x: array) -> bytes:
    """Runs in a worker process: its rows of y."""
    y = zeros("d", slab.rows)
    slab.multiply(x, y)
    return y.tobytes()


def _nothing() -> None:
    """What a worker of this pool needs to begin."""


class PythonProcessCopy(Kernel):
    def __init__(self, opening: Opening) -> None:
        super().__init__(opening)
        self._pool = SpawnPool(opening.workers, _nothing)

    def load(self, source: MatrixSource) -> None:
        cut = row_slabs(source.rows, self.opening.workers)
        self._slabs = [Slab(source, first, last) for first, last in cut]
        self._places = [slice(8 * first, 8 * last) for first, last in cut]
        self._x = zeros("d", source.cols)
        source.read_x(self._x)
        self.y = zeros("d", source.rows)

    def call(self) -> None:
        parts = self._pool.run(multiply, [(slab, self._x) for slab in self._slabs])
        y = memoryview(self.y).cast("B")
        for place, part in zip(self._places, parts):
            y[place] = part

    def workers_started(self) -> int:
        return self.opening.workers

    def workers(self) -> list[dict[str, object]]:
        seen = self._pool.workers()
        return [{**worker, "entries": slab.entries} for worker, slab in zip(seen, self._slabs)]

    def close(self) -> None:
        self._pool.close()


start = PythonProcessCopy

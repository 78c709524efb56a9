# SPDX-License-Identifier: Apache-2.0
"""python-thread-pool: the scalar loop on equal row slabs in a reused ThreadPoolExecutor."""

from __future__ import annotations

from functools import partial

from steelyard_sdk import Kernel, MatrixSource, Opening

from .scalar_rows import Slab, zeros
from .slab_threads import SlabThreads


class PythonThreadPool(Kernel):
    def __init__(self, opening: Opening) -> None:
        super().__init__(opening)
        self._threads = SlabThreads(opening.source.rows, opening.workers)

    def load(self, source: MatrixSource) -> None:
        cut = self._threads.slabs
        slabs = self._threads.run([partial(Slab, source, first, last) for first, last in cut])
        x = zeros("d", source.cols)
        source.read_x(x)
        self.y = zeros("d", source.rows)
        y = memoryview(self.y)
        self._entries = [slab.entries for slab in slabs]
        self._tasks = [
            partial(slab.multiply, x, y[first:last]) for slab, (first, last) in zip(slabs, cut)
        ]

    def call(self) -> None:
        self._threads.run(self._tasks)

    def workers_started(self) -> int:
        return self.opening.workers

    def workers(self) -> list[dict[str, object]]:
        return self._threads.workers(self._entries)

    def close(self) -> None:
        self._threads.close()


start = PythonThreadPool

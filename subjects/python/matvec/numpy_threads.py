# SPDX-License-Identifier: Apache-2.0
"""numpy-threads: the kernels of numpy-serial on equal row slabs in a reused ThreadPoolExecutor."""

from __future__ import annotations

from functools import partial

from steelyard_sdk import Kernel, MatrixSource, Opening

from . import numpy_rows
from .numpy_rows import Rows, np, vector_of
from .slab_threads import SlabThreads


class NumpyThreads(Kernel):
    def __init__(self, opening: Opening) -> None:
        super().__init__(opening)
        if opening.source.kind == "csr":
            import scipy.sparse  # noqa: F401 - paid in the set-up, where an import belongs
        self._threads = SlabThreads(opening.source.rows, opening.workers)

    def load(self, source: MatrixSource) -> None:
        cut = self._threads.slabs
        self.y = np.empty(source.rows)
        self._x = vector_of(source)

        def read(first: int, last: int) -> Rows:
            self.y[first:last] = 0.0
            return Rows(source, first, last)

        self._rows = self._threads.run([partial(read, first, last) for first, last in cut])

    def ready(self) -> None:
        self._tasks = [
            rows.product(self._x, self.y[first:last])
            for rows, (first, last) in zip(self._rows, self._threads.slabs)
            if last > first
        ]

    def call(self) -> None:
        self._threads.run(self._tasks)

    def versions(self) -> dict[str, str]:
        return numpy_rows.versions(self.opening.source.kind)

    def workers_started(self) -> int:
        return self.opening.workers

    def workers(self) -> list[dict[str, object]]:
        return self._threads.workers([rows.entries for rows in self._rows])

    def close(self) -> None:
        self._threads.close()


start = NumpyThreads

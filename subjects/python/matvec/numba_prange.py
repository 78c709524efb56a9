# SPDX-License-Identifier: Apache-2.0
"""numba-prange: a compiled row loop over OpenMP threads."""

from __future__ import annotations

import os
import sys
from types import ModuleType

from steelyard_sdk import BadState, Kernel, MatrixSource, Opening, Unavailable, row_slabs


class NumbaPrange(Kernel):
    def __init__(self, opening: Opening) -> None:
        super().__init__(opening)
        self._rows_module = _import_for(opening.workers)

    def load(self, source: MatrixSource) -> None:
        # Numba's static schedule is this very cut; tests/python compares them.
        cut = row_slabs(source.rows, self.opening.workers)
        self._entries = [source.entries_in(first, last) for first, last in cut]
        rows = self._rows_module.NumbaRows(source)
        self.y = rows.y
        self._arguments = rows.arguments
        self._multiply = rows.compiled(parallel=True)

    def call(self) -> None:
        self._multiply(*self._arguments)

    def versions(self) -> dict[str, str]:
        return self._rows_module.versions()

    def workers_started(self) -> int:
        return self.opening.workers

    def workers(self) -> list[dict[str, object]]:
        """The calling thread and, after the first call, those of OpenMP: all of this process."""
        tids = sorted(map(int, os.listdir("/proc/self/task")))
        pid = os.getpid()
        return [
            {"pid": pid, "tid": tid, "cpus": sorted(os.sched_getaffinity(tid)), "entries": entries}
            for tid, entries in zip(tids, self._entries)
        ]


def _import_for(workers: int) -> ModuleType:
    """Numba with its OpenMP layer and exactly this many threads.

    Errors: `BadState` when Numba is loaded with another number, `Unavailable` without OpenMP.
    """
    if "numba" not in sys.modules:
        os.environ["NUMBA_NUM_THREADS"] = str(workers)
        os.environ["NUMBA_THREADING_LAYER"] = "omp"
    from . import numba_rows

    config = numba_rows.numba.config
    if (config.NUMBA_NUM_THREADS, config.THREADING_LAYER) != (workers, "omp"):
        raise BadState(
            f"Numba is loaded with {config.NUMBA_NUM_THREADS} threads on layer "
            f"{config.THREADING_LAYER!r}; {workers} on 'omp' need a fresh process"
        )
    try:
        from numba.np.ufunc import omppool  # noqa: F401
    except ImportError as error:
        raise Unavailable(
            f"the OpenMP threading layer of Numba: {error}; apt-get install libgomp1"
        ) from error
    return numba_rows


start = NumbaPrange

# SPDX-License-Identifier: Apache-2.0
"""The cut of rows among workers, and what a worker can say of itself."""

from __future__ import annotations

import os
import threading


def row_slabs(rows: int, workers: int) -> list[tuple[int, int]]:
    """Equal contiguous half-open row ranges, one a worker; the longer ones come first.

    The ranges cover `[0, rows)` exactly once; with more workers than rows the last ones are empty.
    """
    short, longer = divmod(rows, workers)
    slabs = []
    first = 0
    for worker in range(workers):
        last = first + short + (1 if worker < longer else 0)
        slabs.append((first, last))
        first = last
    return slabs


def this_worker() -> dict[str, object]:
    """Process, thread and affinity mask of the calling thread, as it reads them itself."""
    tid = threading.get_native_id()
    return {"pid": os.getpid(), "tid": tid, "cpus": sorted(os.sched_getaffinity(tid))}

# SPDX-License-Identifier: Apache-2.0
"""A reused ThreadPoolExecutor with one task for each of the equal row slabs."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait

from steelyard_sdk import row_slabs, this_worker


class SlabThreads:
    """Threads of a pool and the cut of rows among them."""

    def __init__(self, rows: int, workers: int) -> None:
        self.slabs = row_slabs(rows, workers)
        self._executor = ThreadPoolExecutor(workers, thread_name_prefix="slab")
        self._each_thread(this_worker)

    def run(self, tasks: list[Callable[[], object]]) -> list[object]:
        """Results of the tasks in order. All have ended when this returns or raises."""
        futures = [self._executor.submit(task) for task in tasks]
        try:
            return [future.result() for future in futures]
        except BaseException:
            wait(futures)
            raise

    def workers(self, entries: list[int]) -> list[dict[str, object]]:
        """Each thread, with the entries of one slab. Which thread takes which slab is not fixed."""
        seen = self._each_thread(this_worker)
        return [{**worker, "entries": count} for worker, count in zip(seen, entries)]

    def close(self) -> None:
        self._executor.shutdown()

    def _each_thread(self, question: Callable[[], dict[str, object]]) -> list[dict[str, object]]:
        # A thread that waits at the barrier takes no second task, so that every thread answers.
        barrier = threading.Barrier(len(self.slabs))

        def answer() -> dict[str, object]:
            barrier.wait()
            return question()

        return self.run([answer] * len(self.slabs))

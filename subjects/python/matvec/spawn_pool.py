# SPDX-License-Identifier: Apache-2.0
"""A reused ProcessPoolExecutor of spawned Python processes."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection, get_context, parent_process
from multiprocessing.synchronize import Semaphore

from steelyard_sdk import Failed, this_worker

_POLL_SECONDS = 0.05


class SpawnPool:
    """All processes are up and have run `begin(*arguments)` when the constructor returns."""

    def __init__(self, workers: int, begin: Callable[..., None], *arguments: object) -> None:
        context = get_context("spawn")
        self._size = workers
        self._arrived = context.Semaphore(0)
        self._released = context.Semaphore(0)
        self._executor = ProcessPoolExecutor(
            workers,
            mp_context=context,
            initializer=_begin_worker,
            initargs=(self._arrived, self._released, begin, arguments),
        )
        self._call_queue = self._executor._call_queue
        self._is_broken = False
        try:
            self.workers()
        except BaseException:
            self.close()
            raise

    def run(self, task: Callable[..., object], arguments: list[tuple]) -> list[object]:
        """Runs `task(*one)` for each of the arguments and gives the results in order.

        Errors: `Failed` when a process of the pool has died.
        """
        try:
            futures = [self._executor.submit(task, *one) for one in arguments]
            return [future.result() for future in futures]
        except BrokenProcessPool as error:
            raise self._broken(error) from error

    def workers(self) -> list[dict[str, object]]:
        """Each process as it describes itself.

        Errors: `Failed` when a process of the pool has died.
        """
        # A process that waits to be released takes no second task, so that every one answers.
        try:
            futures = [self._executor.submit(_describe_worker) for _ in range(self._size)]
            for _ in futures:
                while not self._arrived.acquire(timeout=_POLL_SECONDS):
                    _raise_failure(futures)
            for _ in futures:
                self._released.release()
            return [future.result() for future in futures]
        except BrokenProcessPool as error:
            raise self._broken(error) from error

    def close(self) -> None:
        if self._is_broken:
            # Up to Python 3.11.5 the executor waits for ever for its feeder thread, which writes
            # a large argument to a pipe that no process reads any more (cpython gh-94777).
            self._call_queue._reader.close()
        self._executor.shutdown(cancel_futures=True)

    def _broken(self, error: BrokenProcessPool) -> Failed:
        self._is_broken = True
        return Failed(f"a worker process died: {error}")


def _raise_failure(futures: list[Future]) -> None:
    for future in futures:
        if future.done():
            future.result()


_arrived: Semaphore
_released: Semaphore


def _begin_worker(
    arrived: Semaphore, released: Semaphore, begin: Callable[..., None], arguments: tuple
) -> None:
    global _arrived, _released
    _arrived, _released = arrived, released
    # The queue of the pool is open in every worker, so that its end never comes: a worker has to
    # watch its parent itself, or it would outlive a parent that was killed.
    threading.Thread(target=_end_with_parent, daemon=True).start()
    begin(*arguments)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


def _describe_worker() -> dict[str, object]:
    _arrived.release()
    _released.acquire()
    return this_worker()

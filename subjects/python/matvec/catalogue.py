# SPDX-License-Identifier: Apache-2.0
"""The table of implementations. Nothing of theirs is imported before one is opened."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module

from steelyard_sdk import Implementation, Kernel, Opening

_INSTALL = f"{sys.executable} -m pip install --require-hashes -r subjects/python/requirements.txt"
_ARRAYS = "Index loop over array.array."
_SLAB_READERS = (
    "Slabs are read by threads of the pool; the executor does not tie a slab to a thread."
)
_COMPILED_LATE = "Compiled for the types in hand during the first call; no cache on disk."
_ONE_BLAS_THREAD = "BLAS limited to one thread by its environment variables before the import."
_SCIPY_POINTERS = (
    "SciPy keeps index arrays of one type, so it holds a second, int32 copy of the row pointers; "
    "its result is copied into y inside the call."
)


def _from_module(name: str) -> Callable[[Opening], Kernel]:
    def start(opening: Opening) -> Kernel:
        return import_module(f"matvec.{name}").start(opening)

    return start


IMPLEMENTATIONS = [
    Implementation(
        "python-serial",
        _from_module("python_serial"),
        lifecycle="scalar loop in the calling thread",
        notes=_ARRAYS,
    ),
    Implementation(
        "python-thread-pool",
        _from_module("python_thread_pool"),
        parallel=True,
        lifecycle="ThreadPoolExecutor reused; one task for each of the equal row slabs",
        notes=f"{_ARRAYS} {_SLAB_READERS}",
    ),
    Implementation(
        "python-process-copy",
        _from_module("python_process_copy"),
        parallel=True,
        lifecycle="spawned ProcessPoolExecutor reused; slab and x pickled to a worker each call",
        notes=f"{_ARRAYS} The parent holds the matrix as one array a slab and computes nothing; a "
        "worker returns its part of y as bytes.",
    ),
    Implementation(
        "python-process-shared",
        _from_module("python_process_shared"),
        parallel=True,
        lifecycle="spawned ProcessPoolExecutor reused; shared memory attached once, ranges sent",
        notes="Index loop over memoryviews of multiprocessing.shared_memory, filled by the parent "
        "and unlinked once all workers are attached.",
    ),
    Implementation(
        "numpy-serial",
        _from_module("numpy_serial"),
        cost="native",
        lifecycle="numpy.dot or SciPy CSR matvec in the calling thread",
        notes=f"{_ONE_BLAS_THREAD} {_SCIPY_POINTERS}",
        requires=("numpy", "scipy"),
        install=_INSTALL,
    ),
    Implementation(
        "numpy-threads",
        _from_module("numpy_threads"),
        parallel=True,
        cost="native",
        lifecycle="ThreadPoolExecutor reused; the serial kernel on each of the equal row slabs",
        notes=f"{_ONE_BLAS_THREAD} {_SCIPY_POINTERS} {_SLAB_READERS}",
        requires=("numpy", "scipy"),
        install=_INSTALL,
    ),
    Implementation(
        "numba-serial",
        _from_module("numba_serial"),
        cost="jit",
        lifecycle="njit row loop in the calling thread, compiled once",
        notes=f"fastmath off. {_COMPILED_LATE}",
        requires=("numba", "numpy"),
        install=_INSTALL,
    ),
    Implementation(
        "numba-prange",
        _from_module("numba_prange"),
        parallel=True,
        cost="jit",
        lifecycle="njit prange over rows, OpenMP threads reused, static schedule",
        notes=f"fastmath off. {_COMPILED_LATE} The main thread reads the input: a parallel copy "
        "would have to be compiled too. Idle OpenMP threads spin as long as the environment "
        "(OMP_WAIT_POLICY, GOMP_SPINCOUNT) lets them, at most milliseconds by default.",
        requires=("numba", "numpy"),
        install=_INSTALL,
    ),
]

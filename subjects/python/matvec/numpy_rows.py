# SPDX-License-Identifier: Apache-2.0
"""NumPy arrays of a row range, and the library kernels on them. Importing this imports NumPy."""

from __future__ import annotations

from collections.abc import Callable

from steelyard_sdk import VERSION, MatrixSource

from .blas_threads import limit_to_one

limit_to_one("OMP_NUM_THREADS")  # there are builds of OpenBLAS on OpenMP

import numpy as np  # noqa: E402


class Rows:
    """Rows `[first, last)` in memory of their own, row pointers counted from their first entry."""

    def __init__(self, source: MatrixSource, first: int, last: int) -> None:
        self.shape = (last - first, source.cols)
        self.entries = source.entries_in(first, last)
        self.columns: np.ndarray | None = None
        self.row_begin: np.ndarray | None = None
        if source.kind == "dense":
            self.values = np.empty(self.shape)
            source.read_dense(first, last, self.values)
            return
        self.values = np.empty(self.entries)
        self.columns = np.empty(self.entries, dtype=np.int32)
        source.read_csr(first, last, self.values, self.columns)
        self.row_begin = np.array(source.row_begin(first, last), dtype=np.int64)
        self.row_begin -= self.row_begin[0]

    def product(self, x: np.ndarray, y: np.ndarray) -> Callable[[], None]:
        """The library call that writes `y`."""
        if self.columns is None:
            return lambda: np.dot(self.values, x, out=y)

        from scipy.sparse import csr_matrix

        matrix = csr_matrix(
            (self.values, self.columns, self.row_begin), shape=self.shape, copy=False
        )

        def multiply() -> None:
            y[:] = matrix @ x

        return multiply


def vector_of(source: MatrixSource) -> np.ndarray:
    x = np.empty(source.cols)
    source.read_x(x)
    return x


def versions(kind: str) -> dict[str, str]:
    """Python, NumPy and its BLAS; SciPy where it computes."""
    found = {"python": VERSION, "numpy": np.__version__}
    blas = getattr(np.__config__, "CONFIG", {}).get("Build Dependencies", {}).get("blas", {})
    if blas:
        found["blas"] = f"{blas.get('name', 'unknown')} {blas.get('version', '')}".strip()
    if kind == "csr":
        import scipy

        found["scipy"] = scipy.__version__
    return found

# SPDX-License-Identifier: Apache-2.0
"""The row loops that Numba compiles, and the arrays they run on."""

from __future__ import annotations

from collections.abc import Callable

from steelyard_sdk import VERSION, MatrixSource

from .blas_threads import limit_to_one

limit_to_one()

import numba  # noqa: E402
import numpy as np  # noqa: E402
from numba import prange  # noqa: E402


def dense_rows(values, x, y):  # noqa: ANN001 - Numba reads the types of the arguments
    for i in prange(y.size):
        total = 0.0
        for j in range(x.size):
            total += values[i, j] * x[j]
        y[i] = total


def csr_rows(values, columns, row_begin, x, y):  # noqa: ANN001
    for i in prange(y.size):
        total = 0.0
        for k in range(row_begin[i], row_begin[i + 1]):
            total += values[k] * x[columns[k]]
        y[i] = total


class NumbaRows:
    """Matrix and vectors in NumPy arrays, and the compiled loop over them.

    `prange` is `range` in a function that is not compiled in parallel.
    """

    def __init__(self, source: MatrixSource) -> None:
        self.kind = source.kind
        if source.kind == "dense":
            values = np.empty((source.rows, source.cols))
            source.read_dense(0, source.rows, values)
            matrix = (values,)
        else:
            values = np.empty(source.entries)
            columns = np.empty(source.entries, dtype=np.int32)
            source.read_csr(0, source.rows, values, columns)
            matrix = (values, columns, np.array(source.row_begin(0, source.rows), dtype=np.int64))
        x = np.empty(source.cols)
        source.read_x(x)
        self.y = np.zeros(source.rows)
        self.arguments = (*matrix, x, self.y)

    def compiled(self, parallel: bool) -> Callable[..., None]:
        """The dispatcher of the one loop that the kind needs; it compiles in its first call."""
        loop = dense_rows if self.kind == "dense" else csr_rows
        return numba.njit(loop, fastmath=False, parallel=parallel)


def versions() -> dict[str, str]:
    import llvmlite

    return {
        "python": VERSION,
        "numpy": np.__version__,
        "numba": numba.__version__,
        "llvmlite": llvmlite.__version__,
    }

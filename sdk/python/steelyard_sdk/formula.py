# SPDX-License-Identifier: Apache-2.0
"""The generated inputs of the matvec study.

    a(i, j) = (((7919 i + 104729 j + 13) mod 1000003) mod 101) - 50    A[i, j] = a(i, j) / 32
    b(j)    = ((31 j + 7) mod 97) - 48                                 x[j]    = b(j) / 32
    c(i, k) = (40503 i + s k) mod n                     column of stored entry k of row i

with s = 613, or the next prime that does not divide n. A range is computed with NumPy where the
process has loaded it already, otherwise in Python: importing it for the input alone would change
the memory and the set-up of the implementations that are measured without it.
"""

from __future__ import annotations

import sys
from array import array
from math import gcd

from .errors import Unsupported
from .matrix import MatrixSource, bytes_of

KIND_OF = {"dense": "dense", "csr-uniform": "csr", "csr-skewed": "csr"}
_BLOCK_ENTRIES = 1 << 20  # NumPy temporaries stay under 8 MiB each


class FormulaSource(MatrixSource):
    """`name` is `dense`, `csr-uniform` or `csr-skewed`."""

    def __init__(self, name: str, rows: int, cols: int) -> None:
        if name not in KIND_OF:
            raise Unsupported(f"no formula workload {name!r}; there are {', '.join(KIND_OF)}")
        if name == "csr-skewed":
            self._long_rows, self._long, self._short = -(-rows // 16), min(784, cols), min(16, cols)
        else:
            self._long_rows, self._long, self._short = 0, 0, min(64, cols)
        if name == "dense":
            self._short = cols
        self._stride = column_stride(cols)
        super().__init__(KIND_OF[name], rows, cols, self._entries_before(rows))

    def _entries_before(self, row: int) -> int:
        long_rows = min(row, self._long_rows)
        return long_rows * self._long + (row - long_rows) * self._short

    def row_begin(self, first: int, last: int) -> array[int]:
        return array("q", map(self._entries_before, range(first, last + 1)))

    def read_dense(self, first: int, last: int, values: object) -> None:
        out = bytes_of(values).cast("d")
        if "numpy" in sys.modules:
            _fill_dense_with_numpy(first, last, self.cols, out)
            return
        cols = self.cols
        residues = [104729 * j + 13 for j in range(cols)]
        for row in range(last - first):
            shift = 7919 * (first + row)
            out[row * cols : (row + 1) * cols] = array(
                "d", [((shift + r) % 1000003 % 101 - 50) / 32 for r in residues]
            )

    def read_csr(self, first: int, last: int, values: object, columns: object) -> None:
        out = bytes_of(values).cast("d")
        out_columns = bytes_of(columns).cast("i")
        if "numpy" in sys.modules:
            self._fill_csr_with_numpy(first, last, out, out_columns)
            return
        done = 0
        for row in range(first, last):
            length = self._long if row < self._long_rows else self._short
            start = 40503 * row
            places = sorted((start + self._stride * k) % self.cols for k in range(length))
            shift = 7919 * row + 13
            out_columns[done : done + length] = array("i", places)
            out[done : done + length] = array(
                "d", [((shift + 104729 * j) % 1000003 % 101 - 50) / 32 for j in places]
            )
            done += length

    def _fill_csr_with_numpy(
        self, first: int, last: int, values: memoryview, columns: memoryview
    ) -> None:
        import numpy as np

        all_values = np.frombuffer(values)
        all_columns = np.frombuffer(columns, dtype=np.int32)
        done = 0
        while first < last:
            length = self._long if first < self._long_rows else self._short
            stop = min(last, self._long_rows) if first < self._long_rows else last
            stop = min(stop, first + max(1, _BLOCK_ENTRIES // length))
            i = np.arange(first, stop, dtype=np.int64)[:, None]
            places = (40503 * i + self._stride * np.arange(length, dtype=np.int64)) % self.cols
            places.sort(axis=1)
            count = (stop - first) * length
            all_columns[done : done + count] = places.ravel()
            all_values[done : done + count] = _a_over_32(i, places).ravel()
            done += count
            first = stop

    def read_x(self, x: object) -> None:
        out = bytes_of(x).cast("d")
        out[:] = array("d", [((31 * j + 7) % 97 - 48) / 32 for j in range(self.cols)])


def column_stride(cols: int) -> int:
    """613, or the next prime that does not divide `cols`."""
    stride = 613
    while gcd(stride, cols) != 1 or not _is_prime(stride):
        stride += 2
    return stride


def _is_prime(number: int) -> bool:
    return all(number % factor for factor in range(3, int(number**0.5) + 1, 2))


def _a_over_32(i: object, j: object) -> object:
    return ((7919 * i + 104729 * j + 13) % 1000003 % 101 - 50) / 32


def _fill_dense_with_numpy(first: int, last: int, cols: int, values: memoryview) -> None:
    import numpy as np

    out = np.frombuffer(values).reshape(last - first, cols)
    j = np.arange(cols, dtype=np.int64)
    step = max(1, _BLOCK_ENTRIES // cols)
    for start in range(first, last, step):
        i = np.arange(start, min(last, start + step), dtype=np.int64)[:, None]
        out[start - first : start - first + len(i)] = _a_over_32(i, j)

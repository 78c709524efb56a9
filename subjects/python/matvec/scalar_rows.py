# SPDX-License-Identifier: Apache-2.0
"""The scalar row loops of the interpreted implementations, and the slab of rows they run on."""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence, Sequence

from steelyard_sdk import MatrixSource


def dense_rows(
    values: Sequence[float], x: Sequence[float], y: MutableSequence[float], first: int, last: int
) -> None:
    """`y[i - first]` of the rows `[first, last)` of a row-major matrix."""
    cols = len(x)
    for i in range(first, last):
        start = i * cols
        total = 0.0
        for j in range(cols):
            total += values[start + j] * x[j]
        y[i - first] = total


def csr_rows(
    matrix: tuple[Sequence[float], Sequence[int], Sequence[int]],
    x: Sequence[float],
    y: MutableSequence[float],
    first: int,
    last: int,
) -> None:
    """`y[i - first]` of the rows `[first, last)` of (values, columns, row_begin)."""
    values, columns, row_begin = matrix
    for i in range(first, last):
        total = 0.0
        for k in range(row_begin[i], row_begin[i + 1]):
            total += values[k] * x[columns[k]]
        y[i - first] = total


def zeros(typecode: str, count: int) -> array:
    """Memory that the calling thread touches first."""
    return array(typecode, [0]) * count


class Slab:
    """Rows `[first, last)` as arrays of their own, row pointers counted from their first entry."""

    def __init__(self, source: MatrixSource, first: int, last: int) -> None:
        self.rows = last - first
        self.entries = source.entries_in(first, last)
        self.values = zeros("d", self.entries)
        self.columns: array | None = None
        self.row_begin: array | None = None
        if source.kind == "dense":
            source.read_dense(first, last, self.values)
            return
        self.columns = zeros("i", self.entries)
        source.read_csr(first, last, self.values, self.columns)
        begins = source.row_begin(first, last)
        start = begins[0]
        self.row_begin = begins if start == 0 else array("q", [begin - start for begin in begins])

    def multiply(self, x: Sequence[float], y: MutableSequence[float]) -> None:
        """Writes the slab's rows into `y`."""
        if self.columns is None:
            dense_rows(self.values, x, y, 0, self.rows)
        else:
            csr_rows((self.values, self.columns, self.row_begin), x, y, 0, self.rows)

# SPDX-License-Identifier: Apache-2.0
"""Where the rows of a matrix come from: what `Kernel.load` is given."""

from __future__ import annotations

import os
from array import array

from .errors import Failed

BYTES = {"float64": 8, "int32": 4, "int64": 8}


def bytes_of(buffer: object) -> memoryview:
    """The bytes of a contiguous buffer; one without elements has no shape that can be cast."""
    view = memoryview(buffer)
    return view.cast("B") if view.nbytes else memoryview(bytearray())


class MatrixSource:
    """A matrix and its vector, ready to be copied row range by row range into memory of the caller.

    Destinations are writable contiguous buffers of exactly the size that the range needs. Any
    number of threads may read ranges at the same time: the thread that reads a range touches it
    first.
    """

    def __init__(self, kind: str, rows: int, cols: int, entries: int) -> None:
        self.kind = kind
        self.rows = rows
        self.cols = cols
        self.entries = entries  # stored ones; dense: rows x cols
        needed = sum(int(described["bytes"]) for described in self.arrays())
        installed = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        if needed > installed:
            raise Failed(
                f"{rows} x {cols} {kind} needs {needed} bytes, this machine has {installed}"
            )

    def arrays(self) -> list[dict[str, object]]:
        """Name, type, count and bytes of the agreed representation, the output included."""
        shapes = [("values", "float64", self.entries)]
        if self.kind == "csr":
            shapes += [("columns", "int32", self.entries), ("row_begin", "int64", self.rows + 1)]
        shapes += [("x", "float64", self.cols), ("y", "float64", self.rows)]
        return [
            {"name": name, "type": kind, "count": count, "bytes": count * BYTES[kind]}
            for name, kind, count in shapes
        ]

    def row_begin(self, first: int, last: int) -> array[int]:
        """Stored entries before each of the rows `first` to `last`: `last - first + 1` values."""
        raise NotImplementedError

    def entries_in(self, first: int, last: int) -> int:
        """Stored entries of the rows `[first, last)`."""
        if self.kind == "dense":
            return (last - first) * self.cols
        return self.row_begin(last, last)[0] - self.row_begin(first, first)[0]

    def read_dense(self, first: int, last: int, values: object) -> None:
        """Copies the rows `[first, last)` of a dense matrix."""
        raise NotImplementedError

    def read_csr(self, first: int, last: int, values: object, columns: object) -> None:
        """Copies the stored entries of the rows `[first, last)` of a CSR matrix."""
        raise NotImplementedError

    def read_x(self, x: object) -> None:
        """Copies the vector."""
        raise NotImplementedError

    def close(self) -> None:
        """Lets go of files; idempotent."""

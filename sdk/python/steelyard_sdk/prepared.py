# SPDX-License-Identifier: Apache-2.0
"""Inputs from a prepared file (docs/prepared-file.md)."""

from __future__ import annotations

import os
import struct
from array import array

from .errors import Failed
from .matrix import BYTES, MatrixSource, bytes_of

_HEADER = struct.Struct("=8sIIIIQQQQQ")
_ENTRY = struct.Struct("=16s16sQQQ8x")
_KINDS = {0: "dense", 1: "csr"}
_LARGEST_TABLE = 64


class PreparedSource(MatrixSource):
    """Reads ranges with `pread` into the caller's memory: the file is never mapped, so that its
    pages do not count in the memory of the subject."""

    def __init__(self, path: str) -> None:
        self._path = path
        try:
            self._descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        except (OSError, ValueError) as error:
            raise Failed(f"prepared file {path!r}: {error}") from error
        try:
            kind, rows, cols, entries, table_count = self._header()
            self._offset = self._table(table_count, kind, (rows, cols, entries))
            super().__init__(kind, rows, cols, entries)
        except BaseException:
            self.close()
            raise

    def _fail(self, what: str) -> Failed:
        return Failed(f"prepared file {self._path!r}: {what}")

    def _header(self) -> tuple[str, int, int, int, int]:
        raw = os.pread(self._descriptor, _HEADER.size, 0)
        if len(raw) < _HEADER.size:
            raise self._fail("shorter than its header")
        magic, version, order, kind, _exact, rows, cols, entries, count, _sum = _HEADER.unpack(raw)
        if magic != b"STLYPREP":
            raise self._fail("not a prepared file (magic)")
        if order != 0x01020304:
            raise self._fail("written with another byte order")
        if version != 1:
            raise self._fail(f"version {version}; this subject reads version 1")
        if kind not in _KINDS:
            raise self._fail(f"unknown kind {kind}")
        if count > _LARGEST_TABLE:
            raise self._fail(f"claims {count} arrays")
        return _KINDS[kind], rows, cols, entries, count

    def _table(self, count: int, kind: str, shape: tuple[int, int, int]) -> dict[str, int]:
        """Offset of each array that the kind needs."""
        size = os.fstat(self._descriptor).st_size
        raw = os.pread(self._descriptor, count * _ENTRY.size, 64)
        if len(raw) < count * _ENTRY.size:
            raise self._fail("shorter than its array table")
        rows, cols, entries = shape
        wanted = {"values": ("float64", entries), "x": ("float64", cols)}
        if kind == "csr":
            wanted["columns"] = ("int32", entries)
            wanted["row_begin"] = ("int64", rows + 1)
        elif entries != rows * cols:
            raise self._fail(f"a dense file of {rows} x {cols} with {entries} elements")
        offsets = {}
        for raw_name, raw_type, offset, length, size_bytes in _ENTRY.iter_unpack(raw):
            name = raw_name.rstrip(b"\0").decode("ascii", "replace")
            described = (raw_type.rstrip(b"\0").decode("ascii", "replace"), length)
            if name not in wanted:
                continue
            if described != wanted[name] or size_bytes != length * BYTES[wanted[name][0]]:
                raise self._fail(f"array {name!r} is {described}, expected {wanted[name]}")
            if offset % 64 or offset + size_bytes > size:
                raise self._fail(f"array {name!r} does not lie inside the file")
            offsets[name] = offset
        missing = sorted(set(wanted) - set(offsets))
        if missing:
            raise self._fail(f"without {', '.join(missing)}")
        return offsets

    def _read(self, name: str, element: int, item_bytes: int, destination: object) -> None:
        view = bytes_of(destination)
        position = self._offset[name] + element * item_bytes
        while len(view):
            count = os.preadv(self._descriptor, [view], position)
            if count == 0:
                raise self._fail("became shorter while it was read")
            view = view[count:]
            position += count

    def row_begin(self, first: int, last: int) -> array[int]:
        begins = array("q", [0]) * (last - first + 1)
        self._read("row_begin", first, 8, begins)
        return begins

    def read_dense(self, first: int, last: int, values: object) -> None:
        self._read("values", first * self.cols, 8, values)

    def read_csr(self, first: int, last: int, values: object, columns: object) -> None:
        start = self.row_begin(first, first)[0]
        self._read("values", start, 8, values)
        self._read("columns", start, 4, columns)

    def read_x(self, x: object) -> None:
        self._read("x", 0, 8, x)

    def close(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

# SPDX-License-Identifier: Apache-2.0
"""Writes prepared files from the table in docs/prepared-file.md, right ones and wrong ones."""

from __future__ import annotations

import struct
from pathlib import Path

FORMATS = {"float64": "d", "int32": "i", "int64": "q"}


def packed(name: str, kind: str, values: list) -> tuple[str, str, int, bytes]:
    return name, kind, len(values), struct.pack(f"={len(values)}{FORMATS[kind]}", *values)


def write_prepared(path: Path, kind: str, shape: tuple[int, int, int], arrays: list) -> bytearray:
    """`shape` is rows, columns, stored entries; `arrays` come from `packed`."""
    table, body = bytearray(), bytearray()
    begin = 64 + 64 * len(arrays)
    for name, element, count, content in arrays:
        body += bytes(-len(body) % 64)
        offset = begin + len(body)
        names = (name.encode(), element.encode())
        table += struct.pack("=16s16sQQQ8x", *names, offset, count, len(content))
        body += content
    body += bytes(-len(body) % 64)
    code = {"dense": 0, "csr": 1}[kind]
    header = struct.pack(
        "=8sIIIIQQQQQ", b"STLYPREP", 1, 0x01020304, code, 0, *shape, len(arrays), 0
    )
    content = bytearray(header + table + body)
    path.write_bytes(content)
    return content


def write_dense(path: Path, rows: list[list[float]], x: list[float]) -> bytearray:
    values = [value for row in rows for value in row]
    arrays = [packed("values", "float64", values), packed("x", "float64", x)]
    return write_prepared(path, "dense", (len(rows), len(x), len(values)), arrays)


def write_csr(path: Path, rows: list[dict[int, float]], x: list[float]) -> bytearray:
    """Each row maps columns to values; an explicit zero stays stored."""
    columns = [column for row in rows for column in sorted(row)]
    values = [row[column] for row in rows for column in sorted(row)]
    row_begin = [sum(map(len, rows[:i])) for i in range(len(rows) + 1)]
    arrays = [
        packed("values", "float64", values),
        packed("columns", "int32", columns),
        packed("row_begin", "int64", row_begin),
        packed("x", "float64", x),
    ]
    return write_prepared(path, "csr", (len(rows), len(x), len(values)), arrays)

# SPDX-License-Identifier: Apache-2.0
"""Generated and prepared inputs, and the cut of rows."""

from __future__ import annotations

import importlib.util
import struct
import sys
import tempfile
import unittest
import unittest.mock
from array import array
from pathlib import Path

import conversation  # noqa: F401 - puts the SDK on the path
from prepared_file import packed, write_csr, write_dense, write_prepared
from steelyard_sdk import Failed, Unsupported, row_slabs
from steelyard_sdk.formula import FormulaSource, column_stride
from steelyard_sdk.matrix import MatrixSource
from steelyard_sdk.prepared import PreparedSource


def zeros(typecode: str, count: int) -> array:
    return array(typecode, [0]) * count


def dense_part(source: MatrixSource, first: int, last: int) -> list[float]:
    values = zeros("d", source.entries_in(first, last))
    source.read_dense(first, last, values)
    return values.tolist()


def csr_part(source: MatrixSource, first: int, last: int) -> tuple[list, list, list]:
    count = source.entries_in(first, last)
    values, columns = zeros("d", count), zeros("i", count)
    source.read_csr(first, last, values, columns)
    return values.tolist(), columns.tolist(), source.row_begin(first, last).tolist()


def vector(source: MatrixSource) -> list[float]:
    x = zeros("d", source.cols)
    source.read_x(x)
    return x.tolist()


def defined_value(i: int, j: int) -> float:
    return ((((7919 * i + 104729 * j + 13) % 1000003) % 101) - 50) / 32


class Formulas(unittest.TestCase):
    def test_first_elements_are_those_of_the_definition(self) -> None:
        # a(0,0) = 13 - 50; a(0,1) = 104742 mod 101 - 50 = 5 - 50;
        # a(1,0) = 7932 mod 101 - 50 = 54 - 50
        dense = FormulaSource("dense", 2, 2)
        self.assertEqual(dense_part(dense, 0, 2)[:3], [-37 / 32, -45 / 32, 4 / 32])
        self.assertEqual(vector(dense), [(7 - 48) / 32, (38 - 48) / 32])

    def test_dense_rows_of_a_range(self) -> None:
        wide = FormulaSource("dense", 40, 30)
        expected = [defined_value(i, j) for i in range(11, 23) for j in range(30)]
        self.assertEqual(dense_part(wide, 11, 23), expected)

    def test_csr_rows_hold_their_columns_in_ascending_order(self) -> None:
        source = FormulaSource("csr-uniform", 200, 200)
        values, columns, row_begin = csr_part(source, 5, 8)
        self.assertEqual(row_begin, [320, 384, 448, 512])
        expected = sorted((40503 * 6 + 613 * k) % 200 for k in range(64))
        self.assertEqual(columns[64:128], expected)
        self.assertEqual(values[64:128], [defined_value(6, j) for j in expected])

    def test_skewed_rows_are_long_in_the_first_sixteenth_rounded_up(self) -> None:
        lengths = row_lengths(FormulaSource("csr-skewed", 4096, 4096))
        self.assertEqual(lengths, [784] * 256 + [16] * 3840)
        self.assertEqual(row_lengths(FormulaSource("csr-skewed", 17, 1000)), [784] * 2 + [16] * 15)

    def test_a_row_has_no_more_entries_than_columns(self) -> None:
        self.assertEqual(row_lengths(FormulaSource("csr-uniform", 3, 7)), [7, 7, 7])
        self.assertEqual(row_lengths(FormulaSource("csr-skewed", 16, 16)), [16] * 16)

    def test_the_stride_is_the_next_prime_that_does_not_divide(self) -> None:
        self.assertEqual(column_stride(32768), 613)
        self.assertEqual(column_stride(613), 617)
        self.assertEqual(column_stride(613 * 617 * 2), 619)

    def test_an_unknown_name_is_unsupported(self) -> None:
        with self.assertRaises(Unsupported):
            FormulaSource("hilbert", 2, 2)

    def test_more_than_the_machine_holds_is_refused_at_once(self) -> None:
        with self.assertRaisesRegex(Failed, "this machine has"):
            FormulaSource("dense", 10**9, 10**9)
        with self.assertRaisesRegex(Failed, "this machine has"):
            FormulaSource("csr-uniform", 10**15, 10**6)

    @unittest.skipUnless(importlib.util.find_spec("numpy"), "numpy is not installed here")
    def test_numpy_computes_the_same(self) -> None:
        names = ("csr-uniform", "csr-skewed")
        with unittest.mock.patch.dict(sys.modules):
            sys.modules.pop("numpy", None)
            plain = [csr_part(FormulaSource(name, 300, 613), 7, 290) for name in names]
            plain_dense = dense_part(FormulaSource("dense", 90, 70), 3, 80)
        import numpy  # noqa: F401

        self.assertEqual([csr_part(FormulaSource(name, 300, 613), 7, 290) for name in names], plain)
        self.assertEqual(dense_part(FormulaSource("dense", 90, 70), 3, 80), plain_dense)


def row_lengths(source: FormulaSource) -> list[int]:
    begins = source.row_begin(0, source.rows)
    return [after - before for before, after in zip(begins, begins[1:])]


class PreparedFiles(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = Path(self.folder.name) / "input.prepared"

    def source(self) -> PreparedSource:
        source = PreparedSource(str(self.path))
        self.addCleanup(source.close)
        return source

    def test_dense_ranges(self) -> None:
        write_dense(self.path, [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], [7.0, 8.0])
        source = self.source()
        self.assertEqual(
            (source.kind, source.rows, source.cols, source.entries), ("dense", 3, 2, 6)
        )
        self.assertEqual(dense_part(source, 1, 3), [3.0, 4.0, 5.0, 6.0])
        self.assertEqual(vector(source), [7.0, 8.0])

    def test_csr_ranges_with_empty_rows(self) -> None:
        write_csr(self.path, [{}, {2: 1.0, 0: 2.0}, {}, {1: 0.0}], [1.0, 1.0, 1.0])
        source = self.source()
        self.assertEqual(csr_part(source, 1, 4), ([2.0, 1.0, 0.0], [0, 2, 1], [0, 2, 2, 3]))
        self.assertEqual(csr_part(source, 2, 3), ([], [], [2, 2]))

    def test_damage_is_named(self) -> None:
        good = write_dense(self.path, [[1.0, 2.0]], [3.0, 4.0])
        damages = {
            "magic": (0, b"X"),
            "version 2": (8, struct.pack("=I", 2)),
            "byte order": (12, b"\1\2\3\4"),
            "unknown kind 7": (16, struct.pack("=I", 7)),
            "'values' is": (24, struct.pack("=QQQ", 2, 2, 4)),
            "with 3 elements": (40, struct.pack("=Q", 3)),
            "claims 18446744073709551615 arrays": (48, b"\xff" * 8),
            "without values": (64, b"walues"),
            "array 'values' does not lie inside": (64 + 32, struct.pack("=Q", 1 << 40)),
        }
        for words, (offset, content) in damages.items():
            with self.subTest(words):
                bad = bytearray(good)
                bad[offset : offset + len(content)] = content
                self.path.write_bytes(bad)
                self.assert_refused(words)

    def test_short_files_are_named(self) -> None:
        good = write_dense(self.path, [[1.0, 2.0]], [3.0, 4.0])
        for size, words in (
            (0, "its header"),
            (63, "its header"),
            (100, "array table"),
            (256, "inside"),
        ):
            with self.subTest(size):
                self.path.write_bytes(good[:size])
                self.assert_refused(words)

    def test_a_kind_without_its_arrays_is_named(self) -> None:
        arrays = [packed("values", "float64", [1.0]), packed("x", "float64", [1.0])]
        write_prepared(self.path, "csr", (1, 1, 1), arrays)
        self.assert_refused("without columns, row_begin")

    def test_no_file_is_named(self) -> None:
        self.assert_refused("No such file")

    def assert_refused(self, words: str) -> None:
        with self.assertRaises(Failed) as caught:
            PreparedSource(str(self.path))
        self.assertIn(words, str(caught.exception))


class RowSlabs(unittest.TestCase):
    def test_the_first_workers_get_the_remainder(self) -> None:
        self.assertEqual(row_slabs(10, 4), [(0, 3), (3, 6), (6, 8), (8, 10)])

    def test_slabs_partition_the_rows(self) -> None:
        for rows in (0, 1, 7, 64, 32768):
            for workers in (1, 2, 3, 16):
                slabs = row_slabs(rows, workers)
                self.assertEqual(len(slabs), workers)
                self.assertEqual([i for slab in slabs for i in range(*slab)], list(range(rows)))


if __name__ == "__main__":
    unittest.main()

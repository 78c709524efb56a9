# SPDX-License-Identifier: Apache-2.0
"""A user's matrix: good files of every kind are measured, bad ones are one clear line."""

from __future__ import annotations

import gzip
import json
import resource
import unittest

from program import ProgramCase

GENERAL = "%%MatrixMarket matrix coordinate real general\n"
MEMORY_BYTES = 3 << 29  # address space of the program in the tests of hostile sizes


def limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))


class GoodMatrices(ProgramCase):
    def weigh(self, name: str, content: str | bytes, *more: str) -> dict:
        """Runs one implementation on the file; gives the workload of the manifest."""
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        arguments = ("--matrix", str(path), "--no-memory-pass", "--rounds", "1", *more)
        kept = ("--only", "cpp-serial,cpp-openmp-static", "--out", f"out-{name}")
        done = self.steelyard("run", *arguments, *kept)
        self.assertEqual(done.status, 0, done)
        statuses = [entry["status"] for entry in self.processes(f"out-{name}")]
        self.assertTrue(statuses)
        self.assertEqual(set(statuses), {"ok"}, self.processes(f"out-{name}"))
        manifest = json.loads((self.folder / f"out-{name}" / "manifest.json").read_text())
        (workload,) = manifest["workloads"]
        return workload

    def shape(self, workload: dict) -> tuple[int, int, int]:
        return workload["rows"], workload["cols"], workload["nnz"]

    def test_general_with_comments_blank_lines_crlf_and_explicit_zeros(self) -> None:
        text = GENERAL + "% a comment\n\n  3 4 4\n1 1 2.5\n\n% more\n3 4 0.0\n2 2 -1e-3\n1 4 7\n"
        self.assertEqual(self.shape(self.weigh("a.mtx", text)), (3, 4, 4))
        self.assertEqual(self.shape(self.weigh("b.mtx", text.replace("\n", "\r\n"))), (3, 4, 4))

    def test_symmetric_and_skew_symmetric_are_expanded(self) -> None:
        text = GENERAL.replace("general", "symmetric") + "3 3 3\n1 1 1\n2 1 5\n3 2 6\n"
        self.assertEqual(self.shape(self.weigh("s.mtx", text)), (3, 3, 5))
        text = GENERAL.replace("general", "skew-symmetric") + "3 3 2\n2 1 5\n3 2 6\n"
        self.assertEqual(self.shape(self.weigh("k.mtx", text)), (3, 3, 4))

    def test_pattern_integer_and_array(self) -> None:
        text = GENERAL.replace("real", "pattern") + "2 3 2\n1 3\n2 1\n"
        self.assertEqual(self.shape(self.weigh("p.mtx", text)), (2, 3, 2))
        text = GENERAL.replace("real", "integer") + "2 2 1\n2 1 -4\n"
        self.assertEqual(self.shape(self.weigh("i.mtx", text)), (2, 2, 1))
        text = "%%MatrixMarket matrix array real general\n2 3\n1\n2\n3\n4\n5\n6\n"
        self.assertEqual(self.weigh("d.mtx", text)["kind"], "dense")

    def test_duplicates_are_summed_and_counted(self) -> None:
        workload = self.weigh("dup.mtx", GENERAL + "2 2 3\n1 1 1\n1 1 2\n2 2 3\n")
        self.assertEqual(workload["nnz"], 2)
        self.assertIn("1", json.dumps(workload["facts"]))
        self.assertIn("duplicate", json.dumps(workload["facts"]))

    def test_gzip_is_the_same_matrix(self) -> None:
        text = (GENERAL + "2 2 1\n2 1 4\n").encode()
        self.assertEqual(self.shape(self.weigh("g.mtx.gz", gzip.compress(text))), (2, 2, 1))

    def test_empty_rows_and_one_dense_row(self) -> None:
        entries = "".join(f"7 {column} 1.5\n" for column in range(1, 501))
        self.assertEqual(
            self.shape(self.weigh("r.mtx", GENERAL + "900 500 500\n" + entries))[2], 500
        )

    def test_the_users_vector_is_used(self) -> None:
        vector = "%%MatrixMarket matrix array real general\n2 1\n0.1\n-3\n"
        (self.folder / "x.mtx").write_text(vector)
        text = GENERAL + "2 2 2\n1 1 1\n2 2 1\n"
        self.weigh("v.mtx", text, "--x", str(self.folder / "x.mtx"))

    def test_a_hostile_name_stays_a_name(self) -> None:
        name = "a b;$(touch pwned)\"'<b>.mtx"
        self.weigh(name, GENERAL + "1 1 1\n1 1 1\n")
        self.assertFalse((self.folder / "pwned").exists())


class BadMatrices(ProgramCase):
    """Exit 2, one line with file and line number, nothing measured, bounded memory."""

    def refuse(self, content: str | bytes, line: int | None, *words: str) -> None:
        path = self.folder / "bad.mtx"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        refused = self.steelyard("run", "--dry-run", "--matrix", str(path), preexec_fn=limit_memory)
        self.assertEqual((refused.status, refused.out), (2, ""), refused)
        said = self.one_line(refused.log)
        self.assertIn("bad.mtx", said)
        for text in (*words, *([f"bad.mtx:{line}:"] if line else [])):
            self.assertIn(text, said)
        self.assertFalse((self.folder / "runs").exists())

    def test_wrong_banner(self) -> None:
        self.refuse("%%MatrixMarkt matrix coordinate real general\n1 1 1\n1 1 1\n", 1)
        self.refuse("1 1 1\n1 1 1\n", 1)
        self.refuse("", 1)
        self.refuse("\x7fELF\x00\x00\x01", 1)

    def test_complex_and_hermitian_are_refused_with_the_reason(self) -> None:
        self.refuse(GENERAL.replace("real", "complex") + "1 1 1\n1 1 1 0\n", 1, "complex")
        self.refuse(GENERAL.replace("general", "hermitian") + "1 1 1\n1 1 1\n", 1, "hermitian")

    def test_index_out_of_range(self) -> None:
        self.refuse(GENERAL + "2 2 2\n1 1 1\n3 1 1\n", 4)
        self.refuse(GENERAL + "2 2 1\n1 3 1\n", 3)
        self.refuse(GENERAL + "2 2 1\n0 1 1\n", 3)
        self.refuse(GENERAL + "2 2 1\n-1 1 1\n", 3)

    def test_too_few_and_too_many_entries(self) -> None:
        self.refuse(GENERAL + "2 2 3\n1 1 1\n2 2 1\n", None, "2", "3")
        self.refuse(GENERAL + "2 2 1\n1 1 1\n2 2 1\n", 4)

    def test_text_that_is_no_finite_number(self) -> None:
        for text in ("nan", "NaN", "inf", "-Infinity", "1e999", "1.0.0", "0x10", "one", ""):
            with self.subTest(text):
                self.refuse(GENERAL + f"2 2 1\n1 1 {text}\n", 3)

    def test_sizes_that_are_no_sizes(self) -> None:
        for size in ("-2 2 1", "2 -2 1", "2 2 -1", "2 2", "2 2 1 9", "a b c", "2.0 2 1", "0x2 2 1"):
            with self.subTest(size):
                self.refuse(GENERAL + size + "\n1 1 1\n", 2)

    def test_sizes_beyond_the_machine(self) -> None:
        huge = 10**18
        self.refuse(GENERAL + f"{huge} {huge} 1\n1 1 1\n", 2)
        self.refuse(GENERAL + f"1 1 {huge}\n1 1 1\n", None)
        self.refuse(GENERAL + f"{10**30} 1 1\n1 1 1\n", 2)
        self.refuse(GENERAL + "2000000000 1 1\n1 1 1\n", None)
        self.refuse(GENERAL + "1 2147483647 1\n1 1 1\n", None)
        # Within the limit where much memory is free, but not within what this process may have.
        self.refuse(GENERAL + "1 250000000 1\n1 1 1\n", None)
        self.refuse(f"%%MatrixMarket matrix array real general\n{huge} {huge}\n1\n", 2)

    def test_a_symmetric_file_that_is_not_square(self) -> None:
        self.refuse(GENERAL.replace("general", "symmetric") + "2 3 1\n1 1 1\n", 2)

    def test_truncated_and_damaged_gzip(self) -> None:
        entries = "".join(f"{i} {i} {i * 0.37}\n" for i in range(1, 2001))
        packed = gzip.compress((GENERAL + "2000 2000 2000\n" + entries).encode())
        self.refuse(packed[: len(packed) // 2], None, "gzip")
        damaged = bytearray(packed)
        damaged[len(packed) // 2] ^= 0xFF
        self.refuse(bytes(damaged), None)

    def test_a_line_without_end(self) -> None:
        self.refuse(GENERAL + "2 2 1\n1 1 " + "1" * (1 << 20), 3)

    def test_a_gzip_bomb_stays_in_bounds(self) -> None:
        bomb = gzip.compress(GENERAL.encode() + b"%" + b" " * (1 << 28))
        self.refuse(bomb, None)

    def test_no_file_and_no_regular_file(self) -> None:
        for path in ("no-such.mtx", ".", "/dev/null"):
            with self.subTest(path):
                refused = self.steelyard("run", "--dry-run", "--matrix", path)
                self.assertEqual((refused.status, refused.out), (2, ""), refused)
                self.assertIn(path, self.one_line(refused.log))

    def test_a_vector_that_does_not_fit(self) -> None:
        matrix = self.folder / "a.mtx"
        matrix.write_text(GENERAL + "2 2 1\n1 1 1\n")
        vector = self.folder / "x.mtx"
        vector.write_text("%%MatrixMarket matrix array real general\n3 1\n1\n2\n3\n")
        files = ("--matrix", str(matrix), "--x", str(vector))
        refused = self.steelyard("run", "--dry-run", *files)
        self.assertEqual(refused.status, 2, refused)
        self.assertIn("x.mtx", self.one_line(refused.log))


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: Apache-2.0
"""Every implementation through the real protocol, against oracle/oracle.py and rows summed here."""

from __future__ import annotations

import importlib.util
import json
import math
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from conversation import MAIN, ROOT, Conversation
from prepared_file import write_csr, write_dense

SERIAL = ("python-serial", "numpy-serial", "numba-serial")
PARALLEL = (
    "python-thread-pool",
    "python-process-copy",
    "python-process-shared",
    "numpy-threads",
    "numba-prange",
)
SIZES = [("dense", n) for n in (1, 7, 64)] + [
    (name, n) for name in ("csr-uniform", "csr-skewed") for n in (16, 4096)
]
RAGGED = [
    {},
    {4: 1.5},
    {j: 0.25 * j for j in range(5)},
    {0: 0.0, 3: -2.0},
    {},
    {1: 1e300},
    {2: 3.0},
]
RAGGED_X = [1.0, -2.0, 0.1, 0.3, 1e-3]


def oracle_answers() -> dict[tuple[str, int], dict]:
    spec = importlib.util.spec_from_file_location("oracle", ROOT / "oracle" / "oracle.py")
    oracle = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(oracle)
    answers = {}
    for name, n in SIZES:
        answer = oracle.answer(name, n, n)
        answers[name, n] = {"call": 0, "sum": answer["sum"], "hash": answer["hash"]}
    return answers


def missing_runtime(implementation: str) -> str:
    needs = {"numpy": ("numpy", "scipy"), "numba": ("numba",)}.get(implementation.split("-")[0], ())
    absent = [name for name in needs if importlib.util.find_spec(name) is None]
    return f"{', '.join(absent)} not installed in this Python" if absent else ""


class Implementations(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.oracle = oracle_answers()

    def check(self, implementation: str, workers: int) -> None:
        reason = missing_runtime(implementation)
        if reason:
            self.skipTest(reason)
        with Conversation() as subject:
            for name, n in SIZES:
                with self.subTest(implementation, workers=workers, name=name, n=n):
                    opened = subject.open(implementation, name, n, workers)
                    self.assertEqual(opened.get("workers_started"), workers, opened)
                    answer = subject.ask("call", count=1, validate="each")
                    self.assertEqual(answer["digests"], [self.oracle[name, n]])
            closed = subject.ask("close")["workers"]
            self.check_workers(closed, workers)
            status, log = subject.end()
        self.assertEqual((status, log), (0, ""))

    def check_workers(self, closed: list[dict], workers: int) -> None:
        """After csr-skewed 4096: 784 entries in 256 rows, 16 in the other 3840."""
        self.assertEqual(len({worker["tid"] for worker in closed}), workers)
        self.assertEqual(sum(worker["entries"] for worker in closed), 256 * 784 + 3840 * 16)
        first_rows = math.ceil(4096 / workers)
        first = min(256, first_rows) * 784 + max(0, first_rows - 256) * 16
        self.assertEqual(closed[0]["entries"], first)
        self.assertTrue(all(worker["cpus"] for worker in closed))


def add_case(implementation: str, workers: int) -> None:
    def test(self: Implementations) -> None:
        self.check(implementation, workers)

    name = f"test_{implementation.replace('-', '_')}_with_{workers}_equals_the_oracle"
    setattr(Implementations, name, test)


for each in SERIAL:
    add_case(each, 1)
for each in PARALLEL:
    for count in (1, 2, 3, 16):
        add_case(each, count)


class PreparedInputs(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def outputs(self, workload: dict) -> dict[str, list[float]]:
        """y of each implementation that can run here, with three workers where it is parallel."""
        found = {}
        for implementation in SERIAL + PARALLEL:
            if missing_runtime(implementation):
                continue
            with self.subTest(implementation), Conversation() as subject:
                opened = subject.ask(
                    "open",
                    study="matvec",
                    implementation=implementation,
                    workload=workload,
                    workers=3,
                )
                self.assertEqual(opened["op"], "open", opened)
                subject.ask("call", count=1, validate="none")
                path = self.folder / "y"
                answer = subject.ask("output", path=str(path))
                raw = path.read_bytes()
                self.assertEqual(answer["bytes"], len(raw))
                found[implementation] = list(struct.unpack(f"={len(raw) // 8}d", raw))
                subject.ask("close")
                self.assertEqual(subject.end(), (0, ""))
        return found

    def test_ragged_rows_of_a_users_matrix(self) -> None:
        path = self.folder / "ragged"
        write_csr(path, RAGGED, RAGGED_X)
        exact = [math.fsum(value * RAGGED_X[j] for j, value in row.items()) for row in RAGGED]
        for name, y in self.outputs(
            {"kind": "csr", "source": "prepared", "path": str(path)}
        ).items():
            with self.subTest(name):
                self.assertEqual(len(y), len(exact))
                for got, expected in zip(y, exact):
                    self.assertTrue(math.isclose(got, expected, rel_tol=1e-14), (got, expected))

    def test_a_wide_dense_matrix(self) -> None:
        path = self.folder / "wide"
        write_dense(path, [[1.0, 2.0, 4.0], [8.0, 16.0, 32.0]], [1.0, 10.0, 100.0])
        workload = {"kind": "dense", "source": "prepared", "path": str(path), "rows": 2, "cols": 3}
        for name, y in self.outputs(workload).items():
            with self.subTest(name):
                self.assertEqual(y, [421.0, 3368.0])

    def test_a_formula_with_a_path_is_copied_from_the_file(self) -> None:
        path = self.folder / "twos"
        write_dense(path, [[2.0, 2.0], [2.0, 2.0]], [1.0, 1.0])
        with Conversation() as subject:
            subject.open("python-serial", "dense", 2, 1, path=str(path))
            self.assertEqual(subject.ask("call", count=1)["digests"][0]["sum"], 8 * 1024)

    def test_a_file_that_does_not_fit_the_request_is_a_failure(self) -> None:
        path = self.folder / "twos"
        write_dense(path, [[2.0, 2.0], [2.0, 2.0]], [1.0, 1.0])
        with Conversation() as subject:
            for name, size in (("dense", 3), ("csr-uniform", 2)):
                error = subject.open("python-serial", name, size, 1, path=str(path))["error"]
                self.assertEqual(error["code"], "failed")
                self.assertIn("in the request", error["message"])
            self.assertEqual(subject.open("python-serial", "dense", 2)["op"], "open")


class Footprint(unittest.TestCase):
    """What a process loads and starts."""

    def loaded(self, implementation: str, name: str) -> str:
        reason = missing_runtime(implementation)
        if reason:
            self.skipTest(reason)
        with (
            mock.patch.dict("os.environ", {"OPENBLAS_NUM_THREADS": "8"}),
            Conversation() as subject,
        ):
            subject.ask("describe")
            subject.open(implementation, name, 64)
            subject.ask("call", count=1)
            self.threads = len(list(Path(f"/proc/{subject.process.pid}/task").iterdir()))
            return Path(f"/proc/{subject.process.pid}/maps").read_text()

    def test_the_interpreted_rows_load_no_numpy(self) -> None:
        maps = self.loaded("python-serial", "csr-uniform")
        self.assertNotIn("numpy", maps)

    def test_dense_numpy_loads_no_scipy_and_no_blas_threads(self) -> None:
        maps = self.loaded("numpy-serial", "dense")
        self.assertIn("numpy", maps)
        self.assertNotIn("/scipy/", maps)
        self.assertEqual(self.threads, 1)

    def test_sparse_numpy_loads_scipy(self) -> None:
        self.assertIn("/scipy/sparse/", self.loaded("numpy-serial", "csr-uniform"))

    def test_serial_numba_starts_no_threads(self) -> None:
        self.loaded("numba-serial", "dense")
        self.assertEqual(self.threads, 1)


class MissingRuntimes(unittest.TestCase):
    def test_describe_says_why_and_how_to_get_it(self) -> None:
        with Conversation() as subject:
            described = {one["id"]: one for one in subject.ask("describe")["implementations"]}
            self.assertEqual(sorted(described), sorted(SERIAL + PARALLEL))
            descriptor = json.loads((ROOT / "subjects" / "python" / "subject.json").read_text())
            self.assertEqual(
                {row["id"]: row["parallel"] for row in descriptor["implementations"]},
                {name: entry["parallel"] for name, entry in described.items()},
            )
            for name, entry in described.items():
                with self.subTest(name):
                    self.assertEqual(entry["available"], not missing_runtime(name))
                    if not entry["available"]:
                        self.assertIn("not installed in this Python", entry["reason"])
                        self.assertIn("--require-hashes -r subjects/python/req", entry["install"])
                        self.assertEqual(
                            subject.open(name, "dense", 7)["error"]["code"], "unavailable"
                        )
                        self.assertEqual(subject.open("python-serial", "dense", 7)["op"], "open")

    def run_prange(self, before: str, after: str) -> str:
        """Opens numba-prange in a process of its own, between two pieces of program."""
        reason = missing_runtime("numba-prange")
        if reason:
            self.skipTest(reason)
        program = f"""
import sys
sys.path[:0] = [{str(MAIN.parent)!r}, {str(ROOT / "sdk" / "python")!r}]
from steelyard_sdk import BadState, Opening, Unavailable, row_slabs
from steelyard_sdk.formula import FormulaSource
{before}
from matvec.numba_prange import start
def opening(workers):
    return Opening(FormulaSource("dense", 7, 7), workers, [], 0)
{after}
"""
        run = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout

    def test_numba_without_openmp_is_unavailable(self) -> None:
        said = self.run_prange(
            'sys.modules["numba.np.ufunc.omppool"] = None',
            "try: start(opening(2))\nexcept Unavailable as error: print(error)",
        )
        self.assertIn("OpenMP threading layer of Numba", said)
        self.assertIn("libgomp1", said)

    def test_another_number_of_threads_needs_a_fresh_process(self) -> None:
        said = self.run_prange(
            "",
            "start(opening(2))\ntry: start(opening(3))\nexcept BadState as error: print(error)",
        )
        self.assertIn("2 threads", said)
        self.assertIn("fresh process", said)

    def test_numba_runs_on_openmp_with_the_cut_that_is_reported(self) -> None:
        said = self.run_prange(
            "",
            """
kernel = start(opening(3))
source = kernel.opening.source
kernel.load(source)
kernel.call()
import ctypes, numba
from numba.np.ufunc import omppool
print(numba.threading_layer(), numba.get_num_threads())
size = ctypes.c_ssize_t
schedule = ctypes.CFUNCTYPE(
    None, ctypes.c_size_t, ctypes.POINTER(size), ctypes.POINTER(size), ctypes.c_size_t,
    ctypes.POINTER(size), size)(omppool.do_scheduling_signed)
for rows, workers in ((7, 3), (4096, 3), (32768, 16), (64, 1)):
    out = (size * (2 * workers))()
    schedule(1, (size * 1)(0), (size * 1)(rows - 1), workers, out, 0)
    cut = [(out[2 * i], out[2 * i + 1] + 1) for i in range(workers)]
    print(cut == row_slabs(rows, workers))
""",
        )
        self.assertEqual(said.split(), ["omp", "3", "True", "True", "True", "True"])


if __name__ == "__main__":
    unittest.main()

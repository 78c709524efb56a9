# SPDX-License-Identifier: Apache-2.0
"""Reads generated Matrix Market files with our reader and with scipy.io.mmread and compares the matrices.

    compare_with_scipy.py READER PYTHON

READER is bench/read_matrix_market, PYTHON the interpreter of the project's environment. Where that
environment is missing the test is skipped (status 77) with the reason.
"""

import gzip
import os
import random
import subprocess
import sys
import tempfile

SKIPPED = 77
DTYPES = {b"float64": "f8", b"int32": "i4", b"int64": "i8"}


def restart_with(python: str) -> None:
    """Goes on in the project's environment, or ends the test as skipped."""
    if not os.access(python, os.X_OK):
        print(f"skipped: no {python}; ./steelyard setup makes it")
        sys.exit(SKIPPED)
    probe = subprocess.run([python, "-c", "import scipy.io"], capture_output=True, check=False)
    if probe.returncode != 0:
        print(f"skipped: {python} has no scipy; ./steelyard setup installs it")
        sys.exit(SKIPPED)
    os.execv(python, [python, __file__, sys.argv[1]])


def real(rng: random.Random) -> str:
    value = rng.choice([rng.uniform(-1, 1), rng.gauss(0, 1) * 10.0 ** rng.randint(-300, 300)])
    return rng.choice([repr(value), f"{value:.3e}", f"{value:.17g}", str(rng.randint(-9, 9))])


def value_text(rng: random.Random, field: str) -> str:
    return {"real": real(rng), "integer": str(rng.randint(-99, 99)), "pattern": ""}[field]


def coordinate(rng, field, symmetry, rows, cols, count, repeats) -> str:
    places = set()
    for _ in range(count):
        i, j = rng.randint(1, rows), rng.randint(1, cols)
        if symmetry != "general":
            i, j = max(i, j), min(i, j)
        if symmetry != "skew-symmetric" or i != j:
            places.add((i, j))
    order = sorted(places)
    rng.shuffle(order)
    order += order[:repeats]
    lines = [f"{i} {j} {value_text(rng, field)}" for i, j in order]
    lines.insert(len(lines) // 2, "")
    # Not between entries: scipy does not take comments there.
    banner = f"%%MatrixMarket matrix coordinate {field} {symmetry}\n%comment\n"
    head = f"{banner}{rows} {cols} {len(order)}\n"
    return head + "\n".join(lines) + "\n"


def array(rng, field, symmetry, rows, cols) -> str:
    first = {"general": lambda j: 0, "symmetric": lambda j: j, "skew-symmetric": lambda j: j + 1}
    values = [
        value_text(rng, field) for j in range(cols) for _ in range(first[symmetry](j), rows)
    ]
    head = f"%%MatrixMarket matrix array {field} {symmetry}\n{rows} {cols}\n"
    return head + "\n".join(values) + "\n"


def cases(rng: random.Random):
    for symmetry in ("general", "symmetric", "skew-symmetric"):
        for field in ("real", "integer", "pattern"):
            if (field, symmetry) == ("pattern", "skew-symmetric"):
                continue
            for rows, cols, count in ((1, 1, 3), (5, 5, 9), (40, 40, 300), (300, 300, 20000)):
                repeats = 0 if field == "real" else 3
                text = coordinate(rng, field, symmetry, rows, cols, count, repeats)
                yield f"coordinate {field} {symmetry} {rows}", text
            if field != "pattern":
                yield f"array {field} {symmetry}", array(rng, field, symmetry, 23, 23)
    yield "wide", coordinate(rng, "real", "general", 3, 5000, 4000, 0)
    yield "tall", coordinate(rng, "real", "general", 5000, 3, 4000, 0)
    yield "wide array", array(rng, "real", "general", 3, 50)
    one_dense_row = [f"7 {j} {real(rng)}" for j in range(1, 2001)]
    rng.shuffle(one_dense_row)
    yield "one dense row", "\n".join(
        ["%%MatrixMarket matrix coordinate real general", "9 2000 2000", *one_dense_row, ""]
    )


def prepared_arrays(path: str) -> tuple[int, int, dict]:
    """By docs/prepared-file.md alone."""
    import numpy

    content = open(path, "rb").read()
    word = lambda offset: int.from_bytes(content[offset : offset + 8], "little")
    arrays = {}
    for entry in range(64, 64 + 64 * word(48), 64):
        name = content[entry : entry + 16].rstrip(b"\0").decode()
        dtype = DTYPES[content[entry + 16 : entry + 32].rstrip(b"\0")]
        offset, count = word(entry + 32), word(entry + 40)
        arrays[name] = numpy.frombuffer(content, dtype, count, offset)
    return word(24), word(32), arrays


def same(ours, theirs) -> bool:
    import numpy

    rows, cols, arrays = ours
    if (rows, cols) != theirs.shape:
        return False
    if "columns" not in arrays:
        values = arrays["values"].reshape(rows, cols)
        return numpy.array_equal(values, numpy.asarray(theirs, dtype="f8"))
    matrix = theirs.tocsr()
    matrix.sum_duplicates()
    return (
        numpy.array_equal(arrays["row_begin"], matrix.indptr)
        and numpy.array_equal(arrays["columns"], matrix.indices)
        and numpy.array_equal(arrays["values"], matrix.data.astype("f8"))
    )


def compare_all(reader: str) -> int:
    import scipy.io

    rng = random.Random(20240607)
    compared, wrong = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for name, text in cases(rng):
            path = os.path.join(folder, "matrix.mtx" + rng.choice(["", ".gz"]))
            opened = gzip.open if path.endswith(".gz") else open
            with opened(path, "wt", encoding="ascii") as file:
                file.write(text)
            prepared = os.path.join(folder, "prepared")
            subprocess.run([reader, "--write", path, prepared], check=True)
            compared += 1
            if not same(prepared_arrays(prepared), scipy.io.mmread(path)):
                wrong += 1
                print(f"differs from scipy.io.mmread: {name}")
    print(f"{compared} files compared with scipy {scipy.__version__}, {wrong} differ")
    return 1 if wrong or not compared else 0


if __name__ == "__main__":
    if len(sys.argv) == 3:
        restart_with(sys.argv[2])
    sys.exit(compare_all(sys.argv[1]))

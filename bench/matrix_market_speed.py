#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Speed of our Matrix Market reader beside scipy.io.mmread limited to one thread.

    matrix_market_speed.py READER [--entries N] [--pairs P] [--order sorted|random] [--file FILE]

READER is bench/read_matrix_market of a release build; run this with an interpreter that has scipy.
Both read the same file, in turns, the order within a pair drawn at random; file pages are warm. Each
side is one process that goes on; the times are those of the reading alone. Note that scipy ends with coordinates, ours with sorted compressed rows.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

import scipy
import scipy.io
from scipy.io import _fast_matrix_market


def write_matrix(path: str, entries: int, order: str) -> None:
    rng = random.Random(11)
    size = max(10, entries // 20)
    places = [(rng.randint(1, size), rng.randint(1, size)) for _ in range(entries)]
    if order == "sorted":
        places.sort(key=lambda place: (place[1], place[0]))
    with open(path, "w", encoding="ascii") as file:
        file.write(f"%%MatrixMarket matrix coordinate real general\n{size} {size} {entries}\n")
        file.writelines(f"{i} {j} {rng.uniform(-1, 1)!r}\n" for i, j in places)


def ours(reader: subprocess.Popen) -> dict:
    print(file=reader.stdin, flush=True)
    return json.loads(reader.stdout.readline())


def scipy_seconds(path: str) -> float:
    start = time.perf_counter()
    scipy.io.mmread(path)
    return time.perf_counter() - start


def quartiles(values: list[float]) -> str:
    low, middle, high = statistics.quantiles(values, n=4)
    return f"{middle:8.2f}  ({low:.2f} to {high:.2f})"


def compare(reader: subprocess.Popen, path: str, pairs: int) -> None:
    megabytes = os.path.getsize(path) / 1e6
    rng = random.Random(5)
    speeds, scipy_speeds, ratios, memory = [], [], [], []
    for _ in range(pairs):
        ours_first = rng.random() < 0.5
        theirs = 0.0 if ours_first else scipy_seconds(path)
        reading = ours(reader)
        theirs = theirs or scipy_seconds(path)
        speeds.append(megabytes / reading["seconds"])
        scipy_speeds.append(megabytes / theirs)
        ratios.append(theirs / reading["seconds"])
        memory.append(reading["peak_rss_bytes"] / reading["matrix_bytes"])
    print(f"{path}: {megabytes:.1f} MB, {pairs} pairs, scipy {scipy.__version__} on one thread")
    print(f"ours    MB/s {quartiles(speeds)}")
    print(f"scipy   MB/s {quartiles(scipy_speeds)}")
    print(f"ours over scipy {quartiles(ratios)}   median and quartiles of the pairs")
    print(f"peak resident memory over the matrix: {statistics.median(memory):.2f}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("reader")
    parser.add_argument("--entries", type=int, default=2_000_000)
    parser.add_argument("--pairs", type=int, default=15)
    parser.add_argument("--order", choices=("sorted", "random"), default="sorted")
    parser.add_argument("--file", help="read this instead of a generated matrix")
    arguments = parser.parse_args()
    _fast_matrix_market.PARALLELISM = 1
    with tempfile.TemporaryDirectory() as folder:
        path = arguments.file
        if path is None:
            path = os.path.join(folder, "matrix.mtx")
            write_matrix(path, arguments.entries, arguments.order)
        pipe = subprocess.PIPE
        with subprocess.Popen([arguments.reader, path], stdin=pipe, stdout=pipe, text=True) as reader:
            scipy_seconds(path)
            ours(reader)
            compare(reader, path, arguments.pairs)
            reader.stdin.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())

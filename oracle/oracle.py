#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The right answer of a formula workload, from the definition in docs/workloads.md alone.

It shares no code with what it judges: Python integers, no NumPy, no tricks for speed.

    oracle.py dense 64                   one kind and size (rows = columns), or ROWSxCOLS
    oracle.py --table > expected.json    the committed table, about four minutes
    oracle.py --check expected.json --up-to 4096
"""

import argparse
import json
import sys

KINDS = ("dense", "csr-uniform", "csr-skewed")
TABLE = [("dense", n) for n in (1, 7, 64, 2048, 4096)] + [
    (kind, n) for kind in KINDS[1:] for n in (16, 4096, 32768, 131072)
]
WORD = (1 << 64) - 1


def a(i: int, j: int) -> int:
    return (7919 * i + 104729 * j + 13) % 1000003 % 101 - 50


def b(j: int) -> int:
    return (31 * j + 7) % 97 - 48


def is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, int(number**0.5) + 1))


def column_step(cols: int) -> int:
    step = 613
    while not is_prime(step) or cols % step == 0:
        step += 1
    return step


def columns(kind: str, i: int, rows: int, cols: int) -> list[int]:
    if kind == "dense":
        return list(range(cols))
    heavy = kind == "csr-skewed" and i < -(-rows // 16)
    entries = min({"csr-uniform": 64, "csr-skewed": 784 if heavy else 16}[kind], cols)
    step = column_step(cols)
    chosen = [(40503 * i + step * k) % cols for k in range(entries)]
    if len(set(chosen)) != entries:
        raise AssertionError(f"columns of row {i} are not distinct")
    return chosen


def row_results(kind: str, rows: int, cols: int):
    vector = [b(j) for j in range(cols)]
    for i in range(rows):
        yield sum(a(i, j) * vector[j] for j in columns(kind, i, rows, cols))


def digest(results) -> dict[str, object]:
    total, hashed = 0, 0xCBF29CE484222325
    for q in results:
        total += q
        hashed = ((hashed ^ (q & WORD)) * 0x100000001B3) & WORD
        hashed = ((hashed << 23) | (hashed >> 41)) & WORD
    return {"sum": total, "hash": f"0x{hashed:016x}"}


def answer(kind: str, rows: int, cols: int) -> dict[str, object]:
    return {"kind": kind, "rows": rows, "cols": cols, **digest(row_results(kind, rows, cols))}


def check(path: str, up_to: int) -> int:
    with open(path, encoding="ascii") as file:
        table = json.load(file)
    wrong = [
        entry
        for entry in table
        if entry["rows"] <= up_to and entry != answer(entry["kind"], entry["rows"], entry["cols"])
    ]
    for entry in wrong:
        print(f"{path}: not what the definition gives: {entry}", file=sys.stderr)
    return 1 if wrong else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", nargs="?", choices=KINDS)
    parser.add_argument("size", nargs="?", help="N, or ROWSxCOLS")
    parser.add_argument("--table", action="store_true", help="print the committed table")
    parser.add_argument("--check", metavar="FILE", help="compare a table with the definition")
    parser.add_argument("--up-to", type=int, default=4096, metavar="ROWS")
    arguments = parser.parse_args()
    if arguments.check:
        return check(arguments.check, arguments.up_to)
    if arguments.table:
        lines = ",\n".join(json.dumps(answer(kind, n, n)) for kind, n in TABLE)
        print(f"[\n{lines}\n]")
        return 0
    if not arguments.kind or not arguments.size:
        parser.error("name a kind and a size, or --table, or --check FILE")
    rows, _, cols = arguments.size.partition("x")
    print(json.dumps(answer(arguments.kind, int(rows), int(cols or rows))))
    return 0


if __name__ == "__main__":
    sys.exit(main())

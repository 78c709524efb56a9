# SPDX-License-Identifier: Apache-2.0
"""numpy.dot in a bare loop: the wall time of each call in nanoseconds, the first call first.

usage: bare_numpy.py ROWS CALLS
"""
import gc
import sys
import time

import numpy as np


def main() -> None:
    rows, calls = int(sys.argv[1]), int(sys.argv[2])
    i = np.arange(rows, dtype=np.int64)
    a = ((7919 * i[:, None] + 104729 * i[None, :] + 13) % 1000003 % 101 - 50) / 32.0
    x = ((31 * i + 7) % 97 - 48) / 32.0
    y = np.zeros(rows)
    gc.collect()
    gc.disable()
    ns = []
    for _ in range(calls):
        start = time.monotonic_ns()
        np.dot(a, x, out=y)
        ns.append(time.monotonic_ns() - start)
    print("\n".join(map(str, ns)))


main()

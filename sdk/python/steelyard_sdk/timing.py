# SPDX-License-Identifier: Apache-2.0
"""The timed calls. Nothing but the call itself lies between two readings of the wall clock."""

from __future__ import annotations

import gc
import struct
from time import monotonic_ns, process_time_ns

from .digest import Digester
from .errors import Failed
from .matrix import bytes_of
from .subject import Kernel

_NAN = struct.pack("=d", float("nan"))


def output_of(kernel: Kernel, rows: int) -> memoryview:
    """The output as a flat view of float64.

    Errors: `Failed` when the kernel holds something else.
    """
    view = bytes_of(kernel.y)
    if view.readonly or view.nbytes != 8 * rows:
        raise Failed(f"y holds {view.nbytes} bytes, expected {8 * rows} writable ones")
    return view.cast("d")


def fill_with_nan(y: memoryview) -> None:
    """Makes an implementation that writes nothing, or not everything, visible."""
    y.cast("B")[:] = _NAN * len(y)


def timed_call(kernel: Kernel) -> tuple[int, int]:
    """Wall and process CPU time of one call."""
    call = kernel.call
    cpu_begin = process_time_ns()
    begin = monotonic_ns()
    call()
    end = monotonic_ns()
    cpu_end = process_time_ns()
    return end - begin, cpu_end - cpu_begin


def calls(
    kernel: Kernel, y: memoryview, digester: Digester, count: int, validate: str
) -> dict[str, object]:
    """The answer to `call`.

    The cyclic collector is off meanwhile, as in timeit: a block is a handful of calls, and one of
    them must not pay for the garbage of the set-up.
    """
    ns, cpu_ns, digests = [], [], []
    gc.disable()
    try:
        for index in range(count):
            checked = validate == "each" or (validate == "last" and index == count - 1)
            if checked:
                fill_with_nan(y)
            wall, cpu = timed_call(kernel)
            ns.append(wall)
            cpu_ns.append(cpu)
            if checked:
                digests.append({"call": index, **digester.of(y)})
    finally:
        gc.enable()
    return {"ns": ns, "cpu_ns": cpu_ns, "digests": digests}


def closed_loop(
    kernel: Kernel, y: memoryview, digester: Digester, seconds: float, bounds: tuple[int, int]
) -> dict[str, object]:
    """The answer to `run_for`, with `bounds` the fewest and the most calls.

    The cyclic collector stays on, because its pauses belong to the tail that a service sees. The
    output of the first call is set aside in the loop, for a digest after it; that copy is taken out
    of the wall time.
    """
    fewest, most = bounds
    call = kernel.call
    ns = []
    fill_with_nan(y)
    loop_begin = monotonic_ns()
    call()
    now = monotonic_ns()
    ns.append(now - loop_begin)
    first = y.tobytes()
    aside = monotonic_ns() - now
    deadline = loop_begin + aside + int(seconds * 1e9)
    now += aside
    while len(ns) < most and (now < deadline or len(ns) < fewest):
        begin = monotonic_ns()
        call()
        now = monotonic_ns()
        ns.append(now - begin)
    wall_ns = now - loop_begin - aside
    fill_with_nan(y)
    call()
    return {
        "ns": ns,
        "wall_ns": wall_ns,
        "first_digest": digester.of(memoryview(first).cast("d")),
        "last_digest": digester.of(y),
    }

# SPDX-License-Identifier: Apache-2.0
"""numba-serial: a compiled row loop in the calling thread."""

from __future__ import annotations

from steelyard_sdk import Kernel, MatrixSource

from . import numba_rows


class NumbaSerial(Kernel):
    def load(self, source: MatrixSource) -> None:
        rows = numba_rows.NumbaRows(source)
        self.y = rows.y
        self._arguments = rows.arguments
        self._multiply = rows.compiled(parallel=False)

    def call(self) -> None:
        self._multiply(*self._arguments)

    def versions(self) -> dict[str, str]:
        return numba_rows.versions()


start = NumbaSerial

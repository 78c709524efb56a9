# SPDX-License-Identifier: Apache-2.0
"""python-serial: the scalar loop in the calling thread."""

from __future__ import annotations

from steelyard_sdk import Kernel, MatrixSource

from .scalar_rows import Slab, zeros


class PythonSerial(Kernel):
    def load(self, source: MatrixSource) -> None:
        self._slab = Slab(source, 0, source.rows)
        self._x = zeros("d", source.cols)
        source.read_x(self._x)
        self.y = zeros("d", source.rows)

    def call(self) -> None:
        self._slab.multiply(self._x, self.y)


start = PythonSerial

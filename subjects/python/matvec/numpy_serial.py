# SPDX-License-Identifier: Apache-2.0
"""numpy-serial: NumPy dot or SciPy CSR matvec in the calling thread."""

from __future__ import annotations

from steelyard_sdk import Kernel, MatrixSource, Opening

from . import numpy_rows
from .numpy_rows import Rows, np, vector_of


class NumpySerial(Kernel):
    def __init__(self, opening: Opening) -> None:
        super().__init__(opening)
        if opening.source.kind == "csr":
            import scipy.sparse  # noqa: F401 - paid in the set-up, where an import belongs

    def load(self, source: MatrixSource) -> None:
        self._rows = Rows(source, 0, source.rows)
        self._x = vector_of(source)
        self.y = np.zeros(source.rows)

    def ready(self) -> None:
        self.call = self._rows.product(self._x, self.y)

    def versions(self) -> dict[str, str]:
        return numpy_rows.versions(self.opening.source.kind)


start = NumpySerial

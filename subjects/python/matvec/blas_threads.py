# SPDX-License-Identifier: Apache-2.0
"""Keeps the BLAS under NumPy from starting threads of its own."""

from __future__ import annotations

import os


def limit_to_one(*more: str) -> None:
    """To be called before NumPy is imported: a BLAS reads these variables when it is loaded."""
    for name in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS", *more):
        os.environ[name] = "1"

# SPDX-License-Identifier: Apache-2.0
"""Makes a Python program a subject of steelyard (docs/protocol.md). Python 3.10 and nothing else.

A kernel class, one `Implementation` a row, and `serve`: tests/python/twenty_line_subject.py is a
complete subject.
"""

from .errors import BadRequest, BadState, Failed, Refusal, Unavailable, UnknownOp, Unsupported
from .matrix import MatrixSource
from .serving import serve
from .slabs import row_slabs, this_worker
from .subject import VERSION, Implementation, Kernel, Opening, Subject

__all__ = [
    "BadRequest",
    "BadState",
    "Failed",
    "Implementation",
    "Kernel",
    "MatrixSource",
    "Opening",
    "Refusal",
    "Subject",
    "Unavailable",
    "UnknownOp",
    "Unsupported",
    "VERSION",
    "row_slabs",
    "serve",
    "this_worker",
]

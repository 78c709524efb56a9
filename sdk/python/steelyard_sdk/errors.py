# SPDX-License-Identifier: Apache-2.0
"""Refusals that become error answers; the codes are those of docs/protocol.md, "Rules"."""

from __future__ import annotations


class Refusal(Exception):
    """A request that is answered with an error; the subject stays usable."""

    code = "failed"


class BadRequest(Refusal):
    """The line is not a request of this protocol."""

    code = "bad_request"


class UnknownOp(Refusal):
    """The operation is not one of this protocol."""

    code = "unknown_op"


class BadState(Refusal):
    """The request cannot be served now."""

    code = "bad_state"


class Unsupported(Refusal):
    """The subject has no such study, implementation or workload."""

    code = "unsupported"


class Unavailable(Refusal):
    """A runtime that the implementation needs is missing."""

    code = "unavailable"


class Failed(Refusal):
    """The work itself failed."""

    code = "failed"

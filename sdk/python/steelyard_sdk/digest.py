# SPDX-License-Identifier: Apache-2.0
"""What two results are compared by: sum and order-sensitive hash (docs/protocol.md, "call")."""

from __future__ import annotations

from array import array

SEED = 0xCBF29CE484222325
PRIME = 0x100000001B3
U64 = (1 << 64) - 1
LARGEST_EXACT = float(1 << 53)


def hash_of(words: list[int]) -> int:
    """The 64-bit hash of unsigned words, one step a word."""
    # The rotated value is left unmasked: its 87 bits still fit three digits of a Python integer,
    # and the next step masks the product anyway. That is one operation of seven less in a loop
    # that nothing can vectorise.
    state = SEED
    prime = PRIME
    mask = U64
    for word in words:
        state = (state ^ word) * prime & mask
        state = state << 23 | state >> 41
    return state & mask


def digest_of(y: memoryview) -> dict[str, object]:
    """`{"sum", "hash"}` of a buffer of float64.

    `sum` is None, and the hash is over the bit patterns, where some 1024 y[i] is no integer of at
    most 2^53 in magnitude.
    """
    scaled = [value * 1024.0 for value in y]
    exact = (
        all(map(float.is_integer, scaled))
        and max(scaled, default=0.0) <= LARGEST_EXACT
        and min(scaled, default=0.0) >= -LARGEST_EXACT
    )
    if not exact:
        return {"sum": None, "hash": hash_text(hash_of(y.cast("B").cast("Q").tolist()))}
    q = array("q", map(int, scaled))
    words = memoryview(q).cast("B").cast("Q").tolist()
    return {"sum": _wrapped(sum(q)), "hash": hash_text(hash_of(words))}


def hash_text(value: int) -> str:
    """`0x` and 16 lower-case hex digits."""
    return f"0x{value:016x}"


def _wrapped(value: int) -> int:
    """`value` modulo 2^64 as a signed 64-bit integer, the way native subjects add."""
    return ((value + (1 << 63)) & U64) - (1 << 63)


class Digester:
    """Digests of successive outputs; an output with the very same bytes is not hashed again.

    The pure Python hash costs milliseconds a call. The digest is a function of the bytes alone and
    the comparison is exact, so nothing is assumed about the implementation under test.
    """

    def __init__(self) -> None:
        self._bytes: bytes | None = None
        self._digest: dict[str, object] = {}

    def of(self, y: memoryview) -> dict[str, object]:
        """The digest of a contiguous float64 buffer."""
        written = y.tobytes()
        if written != self._bytes:
            self._digest = digest_of(y)
            self._bytes = written
        return dict(self._digest)

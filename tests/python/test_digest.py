# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import struct
import unittest
from array import array

import conversation  # noqa: F401 - puts the SDK on the path
from steelyard_sdk.digest import Digester, digest_of


def digest(*values: float) -> dict[str, object]:
    return digest_of(memoryview(array("d", values)))


class DigestOf(unittest.TestCase):
    """The hashes are worked out by hand with the definition of docs/protocol.md."""

    def test_nothing_is_the_seed(self) -> None:
        self.assertEqual(digest(), {"sum": 0, "hash": "0xcbf29ce484222325"})

    def test_one_element(self) -> None:
        # 0xcbf29ce484222325 * 0x100000001b3 mod 2^64 = 0xaf63bd4c8601b7df, rotated by 23
        self.assertEqual(digest(0.0), {"sum": 0, "hash": "0xa64300dbefd7b1de"})

    def test_values_of_the_shared_vectors(self) -> None:
        self.assertEqual(digest(-1.5), {"sum": -1536, "hash": "0x59bcfbfcefa84c46"})
        self.assertEqual(digest(-1.5, -0.5), {"sum": -2048, "hash": "0x9a6281f6796dc90b"})

    def test_order_counts(self) -> None:
        self.assertNotEqual(digest(1.0, 2.0)["hash"], digest(2.0, 1.0)["hash"])
        self.assertEqual(digest(1.0, 2.0)["sum"], 3072)

    def test_no_integer_means_no_sum_and_the_hash_of_the_bits(self) -> None:
        self.assertEqual(digest(float("nan")), digest_of_bits(0x7FF8000000000000))
        self.assertEqual(digest(float("inf")), digest_of_bits(0x7FF0000000000000))
        self.assertEqual(digest(2.0**-11), digest_of_bits(0x3F40000000000000))
        self.assertEqual(
            digest(1e308), digest_of_bits(struct.unpack("=Q", struct.pack("=d", 1e308))[0])
        )

    def test_2_to_the_53_is_the_last_exact_magnitude(self) -> None:
        self.assertEqual(digest(2.0**43)["sum"], 2**53)
        self.assertEqual(digest(-(2.0**43))["sum"], -(2**53))
        self.assertIsNone(digest(2.0**43 + 2.0**-9)["sum"])
        self.assertIsNone(digest(2.0**44)["sum"])

    def test_negative_zero_is_the_integer_zero(self) -> None:
        self.assertEqual(digest(-0.0), digest(0.0))

    def test_the_sum_wraps_like_a_signed_64_bit_integer(self) -> None:
        self.assertEqual(digest(*[2.0**43] * 1024)["sum"], -(2**63))


def digest_of_bits(word: int) -> dict[str, object]:
    """One step of the hash, written apart from the code under test."""
    state = ((0xCBF29CE484222325 ^ word) * 0x100000001B3) % 2**64
    state = (state * 2**23) % 2**64 + state // 2**41
    return {"sum": None, "hash": "0x" + format(state, "016x")}


class Digests(unittest.TestCase):
    def test_a_changed_element_is_seen_after_an_unchanged_output(self) -> None:
        digester = Digester()
        y = array("d", [1.0, 2.0])
        first = digester.of(memoryview(y))
        self.assertEqual(digester.of(memoryview(y)), first)
        y[1] = 2.5
        self.assertEqual(digester.of(memoryview(y)), digest(1.0, 2.5))


if __name__ == "__main__":
    unittest.main()

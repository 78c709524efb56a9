# SPDX-License-Identifier: Apache-2.0
"""protocol/vectors/subject against the SDK, in its own process as the engine starts it."""

from __future__ import annotations

import json
import tempfile
import unittest
from collections.abc import Iterable
from pathlib import Path

from conversation import HERE, ROOT, Conversation

VECTORS = ROOT / "protocol" / "vectors" / "subject"
TYPES = {"integer": int, "string": str, "object": dict}


def mismatch(pattern: object, value: object, place: str = "answer") -> str:
    """Where the value does not match, as protocol/README.md defines it; empty when it does."""
    if isinstance(pattern, dict) and "$type" in pattern:
        same = type(value) is TYPES[pattern["$type"]]
        return "" if same else f"{place} is {value!r}, not {pattern['$type']}"
    if isinstance(pattern, dict) and "$each" in pattern:
        return mismatch_of_each(pattern, value, place)
    if isinstance(pattern, dict):
        if not isinstance(value, dict):
            return f"{place} is {value!r}"
        return first_mismatch(
            (one, value.get(name, "(absent)"), f"{place}.{name}") for name, one in pattern.items()
        )
    if isinstance(pattern, list):
        if not isinstance(value, list) or len(value) != len(pattern):
            return f"{place} is {value!r}, not {pattern!r}"
        pairs = enumerate(zip(pattern, value))
        return first_mismatch((*pair, f"{place}[{i}]") for i, pair in pairs)
    same = type(pattern) is type(value) and pattern == value
    return "" if same else f"{place} is {value!r}, not {pattern!r}"


def mismatch_of_each(pattern: dict, value: object, place: str) -> str:
    if not isinstance(value, list):
        return f"{place} is {value!r}"
    fewest = pattern.get("count", pattern.get("at_least"))
    if len(value) < fewest or ("count" in pattern and len(value) != fewest):
        return f"{place} has {len(value)} elements"
    return first_mismatch((pattern["$each"], one, f"{place}[{i}]") for i, one in enumerate(value))


def first_mismatch(triples: Iterable[tuple[object, object, str]]) -> str:
    return next(filter(None, (mismatch(*triple) for triple in triples)), "")


def line_of(step: dict, folder: str) -> bytes:
    if "request" in step:
        return json.dumps(step["request"]).replace("${DIR}", folder).encode()
    if "line" in step:
        return step["line"].encode()
    if "line_hex" in step:
        return bytes.fromhex(step["line_hex"])
    return "".join(text * count for text, count in step["line_repeat"]).encode()


class Vectors(unittest.TestCase):
    def test_each_vector_gets_the_answers_it_asks_for(self) -> None:
        files = sorted(VECTORS.glob("*.jsonl"))
        self.assertTrue(files)
        for file in files:
            for text in file.read_text().splitlines():
                vector = json.loads(text)
                with self.subTest(file=file.name, vector=vector["name"]):
                    self.converse(vector["steps"])

    def converse(self, steps: list[dict]) -> None:
        with tempfile.TemporaryDirectory() as folder:
            with Conversation(HERE / "vector_subject.py") as subject:
                for step in steps:
                    answer = subject.send(line_of(step, folder))
                    self.assertEqual(mismatch(step["answer"], answer), "")
                    if "file" in step:
                        path = Path(step["file"]["path"].replace("${DIR}", folder))
                        self.assertEqual(path.read_bytes().hex(), step["file"]["hex"])


if __name__ == "__main__":
    unittest.main()

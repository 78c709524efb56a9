#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the shared vectors against the schema, and a subject against both.

vectors_test.py PROTOCOL_DIR [COMMAND...]: COMMAND is a subject as protocol/README.md describes it, in
any language; without it the vectors and the schema alone are compared.
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import jsonschema

PROTOCOL = pathlib.Path(sys.argv[1])
COMMAND = sys.argv[2:]
SCHEMA = json.loads((PROTOCOL / "protocol.schema.json").read_text(encoding="utf-8"))
REFUSALS = ("bad_request", "unknown_op")
# A schema compares no two fields, and takes 1.0 for an integer.
BEYOND_THE_SCHEMA = {"run_for with max_calls below min_calls is a bad request", "a sum that is a float"}


def vectors(folder):
    for path in sorted((PROTOCOL / "vectors" / folder).glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            yield json.loads(line)


def line_of(step, field):
    if field in step:
        return json.dumps(step[field]).encode()
    if "line" in step:
        return step["line"].encode()
    if "line_hex" in step:
        return bytes.fromhex(step["line_hex"])
    return "".join(text * count for text, count in step["line_repeat"]).encode()


def refuse_constant(name):
    raise ValueError(name)


def parsed(line):
    """The JSON value of a line; None (no message at all) where it holds none."""
    try:
        return json.loads(line.decode(), parse_constant=refuse_constant)
    except (ValueError, RecursionError):
        return None


def is_valid(message, definition):
    schema = {**SCHEMA, "anyOf": [{"$ref": "#/$defs/" + name} for name in definition]}
    return jsonschema.Draft202012Validator(schema).is_valid(message)


def mismatch(pattern, found, path="answer"):
    if isinstance(pattern, dict) and "$type" in pattern:
        wanted = {"integer": int, "string": str, "object": dict}[pattern["$type"]]
        return None if isinstance(found, wanted) and found is not True and found is not False else path
    if isinstance(pattern, dict) and "$each" in pattern:
        if not isinstance(found, list) or len(found) != pattern.get("count", len(found)) or \
                len(found) < pattern.get("at_least", 0):
            return path
        return next(filter(None, (mismatch(pattern["$each"], one, path + "[]") for one in found)), None)
    if type(pattern) is not type(found):
        return path
    if isinstance(pattern, dict):
        return next(filter(None, (mismatch(value, found[key], f"{path}.{key}") if key in found
                                  else f"{path}.{key}" for key, value in pattern.items())), None)
    if isinstance(pattern, list):
        if len(pattern) != len(found):
            return path
        return next(filter(None, (mismatch(*pair, path + "[]") for pair in zip(pattern, found))), None)
    return None if pattern == found else path


class Schema(unittest.TestCase):
    def test_is_a_schema(self):
        jsonschema.Draft202012Validator.check_schema(SCHEMA)

    def test_allows_the_requests_that_subjects_must_take_and_no_others(self):
        for vector in vectors("subject"):
            for step in vector["steps"]:
                code = step["answer"].get("error", {}).get("code")
                allowed = is_valid(parsed(line_of(step, "request")), ["request"])
                if vector["name"] not in BEYOND_THE_SCHEMA:
                    self.assertEqual(allowed, code not in REFUSALS, (vector["name"], str(step)[:200]))

    def test_allows_the_answers_that_the_engine_must_take_and_no_others(self):
        for vector in vectors("engine"):
            allowed = is_valid(parsed(line_of(vector, "answer")), [vector["op"] + "_answer", "error_answer"])
            if vector["name"] not in BEYOND_THE_SCHEMA:
                self.assertEqual(allowed, vector["accepted"], vector["name"])

    def test_names_are_unique(self):
        names = [vector["name"] for folder in ("subject", "engine") for vector in vectors(folder)]
        self.assertEqual(len(names), len(set(names)))


@unittest.skipUnless(COMMAND, "no subject given")
class Subject(unittest.TestCase):
    def test_answers_every_vector_and_by_the_schema(self):
        for vector in vectors("subject"):
            with self.subTest(vector["name"]), tempfile.TemporaryDirectory() as folder:
                self.check(vector["steps"], folder)

    def check(self, steps, folder):
        lines = [line_of(step, "request").replace(b"${DIR}", folder.encode()) for step in steps]
        result = subprocess.run([*COMMAND, "--steelyard-subject"], input=b"\n".join(lines) + b"\n",
                                stdout=subprocess.PIPE, timeout=120, check=True)
        answers = result.stdout.splitlines()
        self.assertEqual(len(answers), len(steps))
        for step, line in zip(steps, answers):
            answer = parsed(line)
            self.assertIsNone(mismatch(step["answer"], answer), line[:300])
            self.assertTrue(is_valid(answer, ["answer"]), line[:300])
        last_file = steps[-1].get("file") or {}
        if last_file:
            path = pathlib.Path(last_file["path"].replace("${DIR}", folder))
            self.assertEqual(path.read_bytes().hex(), last_file["hex"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

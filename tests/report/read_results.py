# SPDX-License-Identifier: Apache-2.0
"""Reads the derived files of synthetic runs with Python's own readers.

usage: read_results.py PRINT_RESULTS SCHEMA
"""
import copy
import csv
import io
import json
import subprocess
import sys

import jsonschema

RUNS = ("quick", "baseline", "stress", "hostile")


def printed(program: str, form: str, run: str) -> str:
    done = subprocess.run([program, form, run], check=True, capture_output=True)
    assert done.stdout == subprocess.run([program, form, run], capture_output=True).stdout, run
    return done.stdout.decode("utf-8")


def refuse(constant: str) -> None:
    raise AssertionError(f"{constant} in JSON")


def check_json(program: str, validator: jsonschema.Draft7Validator) -> None:
    for run in RUNS:
        document = json.loads(printed(program, "json", run), parse_constant=refuse)
        for error in validator.iter_errors(document):
            raise AssertionError(f"{run}: {list(error.path)}: {error.message[:300]}")
        # The schema must be able to refuse: a time that is no number, an unknown member.
        broken = copy.deepcopy(document)
        broken["workloads"][0]["cells"][0]["warm_ns"]["median"] = "fast"
        assert not validator.is_valid(broken)
        broken = copy.deepcopy(document)
        broken["run"]["extra"] = 1
        assert not validator.is_valid(broken)


def check_csv(program: str) -> None:
    for run in RUNS:
        for form in ("csv", "samples"):
            text = printed(program, form, run)
            rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
            assert len(rows) > 1 and len({len(row) for row in rows}) == 1, (run, form)
            for field in (field for row in rows for field in row):
                assert field[:1] not in ("=", "+", "-", "@", "\t", "\r"), (run, form, field)


def main() -> int:
    program, schema_path = sys.argv[1:]
    with open(schema_path, encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft7Validator.check_schema(schema)
    check_json(program, jsonschema.Draft7Validator(schema))
    check_csv(program)
    return 0


if __name__ == "__main__":
    sys.exit(main())

# SPDX-License-Identifier: Apache-2.0
"""Requests as values, checked field by field before anything is done."""

from __future__ import annotations

from .errors import BadRequest

MOST_CALLS = 1_000_000
MOST_WORKERS = 1 << 16
LARGEST_EDGE = 1 << 62
LONGEST_RUN_SECONDS = 86400


class Workload:
    """Which input is asked for; `rows` and `cols` are None where a prepared file alone tells."""

    def __init__(self, fields: dict) -> None:
        self.kind = _one_of(fields, "workload.kind", ("dense", "csr"))
        self.source = _one_of(fields, "workload.source", ("formula", "prepared"))
        self.path = _string(fields, "workload.path", "")
        if "\0" in self.path:
            raise BadRequest("workload.path is no file name")
        self.name = ""
        self.rows: int | None = None
        self.cols: int | None = None
        if self.source == "formula":
            self.name = _string(fields, "workload.name")
        elif not self.path:
            raise BadRequest("a prepared workload needs a path")
        if self.source == "formula" or "rows" in fields:
            self.rows = _integer(
                fields, "workload.rows", (int(self.source == "formula"), LARGEST_EDGE)
            )
        if self.source == "formula" or "cols" in fields:
            self.cols = _integer(
                fields, "workload.cols", (int(self.source == "formula"), LARGEST_EDGE)
            )


class OpenRequest:
    def __init__(self, fields: dict) -> None:
        self.study = _string(fields, "study")
        self.implementation = _string(fields, "implementation")
        if not isinstance(fields.get("workload"), dict):
            raise BadRequest("workload is missing or no object")
        self.workload = Workload(fields["workload"])
        self.workers = _integer(fields, "workers", (1, MOST_WORKERS))
        self.cpus = fields.get("cpus", [])
        if not isinstance(self.cpus, list) or not all(
            type(cpu) is int and cpu >= 0 for cpu in self.cpus
        ):
            raise BadRequest("cpus is no array of CPU numbers")
        self.seed = _integer(fields, "seed", (0, (1 << 64) - 1), 0)


class CallRequest:
    def __init__(self, fields: dict) -> None:
        self.count = _integer(fields, "count", (1, MOST_CALLS))
        self.validate = _one_of(fields, "validate", ("each", "last", "none"), "each")


class RunForRequest:
    def __init__(self, fields: dict) -> None:
        seconds = fields.get("seconds")
        if type(seconds) not in (int, float) or not 0 <= seconds <= LONGEST_RUN_SECONDS:
            raise BadRequest(f"seconds must be a number from 0 to {LONGEST_RUN_SECONDS}")
        self.seconds = seconds
        self.min_calls = _integer(fields, "min_calls", (1, MOST_CALLS), 3)
        self.max_calls = _integer(fields, "max_calls", (1, MOST_CALLS), MOST_CALLS)
        if self.max_calls < self.min_calls:
            raise BadRequest(f"max_calls {self.max_calls} is below min_calls {self.min_calls}")


class OutputRequest:
    def __init__(self, fields: dict) -> None:
        self.path = _string(fields, "path")
        if not self.path or "\0" in self.path:
            raise BadRequest("path is no file name")


def _field(fields: dict, name: str, absent: object) -> object:
    return fields.get(name.rpartition(".")[2], absent)


def _string(fields: dict, name: str, absent: str | None = None) -> str:
    value = _field(fields, name, absent)
    if not isinstance(value, str):
        raise BadRequest(f"{name} is missing or no string")
    return value


def _one_of(fields: dict, name: str, accepted: tuple[str, ...], absent: str | None = None) -> str:
    value = _field(fields, name, absent)
    if not isinstance(value, str) or value not in accepted:
        raise BadRequest(f"{name} must be one of {', '.join(accepted)}")
    return value


def _integer(fields: dict, name: str, bounds: tuple[int, int], absent: int | None = None) -> int:
    value = _field(fields, name, absent)
    lowest, highest = bounds
    if type(value) is not int or not lowest <= value <= highest:
        raise BadRequest(f"{name} must be an integer from {lowest} to {highest}")
    return value

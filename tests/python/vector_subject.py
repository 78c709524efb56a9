# SPDX-License-Identifier: Apache-2.0
"""The subject that protocol/README.md asks every SDK to have among its tests."""

from __future__ import annotations

import os
import sys
from array import array

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "sdk", "python"))

from steelyard_sdk import Implementation, Kernel, MatrixSource, Subject, serve  # noqa: E402


class Lazy(Kernel):
    """Writes nothing."""

    def load(self, source: MatrixSource) -> None:
        self.y = array("d", bytes(8 * source.rows))

    def arrays(self) -> list[dict[str, object]]:
        return [described for described in super().arrays() if described["name"] == "y"]

    def call(self) -> None:
        pass


class Fake(Lazy):
    def call(self) -> None:
        for i in range(len(self.y)):
            self.y[i] = i - 1.5


class Failing(Lazy):
    def call(self) -> None:
        raise RuntimeError("this one always fails")


def row(id: str, start: type[Kernel], **more: str) -> Implementation:
    return Implementation(id, start, kinds=("dense",), cost="native", **more)


def subject() -> Subject:
    missing = {"reason": "the vectors want it missing", "install": "nothing installs it"}
    return Subject(
        "vector",
        "1",
        [
            row("vector-fake", Fake),
            row("vector-lazy", Lazy),
            row("vector-failing", Failing),
            row("vector-missing", Fake, **missing),
        ],
    )


if __name__ == "__main__":
    sys.exit(serve(subject()))

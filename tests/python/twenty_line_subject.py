# SPDX-License-Identifier: Apache-2.0
"""A complete subject: `python twenty_line_subject.py --steelyard-subject`."""

import sys
from array import array
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "sdk" / "python"))

from steelyard_sdk import Implementation, Kernel, Subject, serve  # noqa: E402


class SumOfProducts(Kernel):
    def load(self, source):
        self.values = array("d", bytes(8 * source.entries))
        self.x = array("d", bytes(8 * source.cols))
        self.y = array("d", bytes(8 * source.rows))
        source.read_dense(0, source.rows, self.values)
        source.read_x(self.x)

    def call(self):
        cols = len(self.x)
        for i in range(len(self.y)):
            row = self.values[i * cols : (i + 1) * cols]
            self.y[i] = sum(map(float.__mul__, row, self.x))


if __name__ == "__main__":
    rows = [Implementation("my-sum-of-products", SumOfProducts, kinds=("dense",))]
    sys.exit(serve(Subject("mine", "1.0", rows)))

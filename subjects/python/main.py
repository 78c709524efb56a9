# SPDX-License-Identifier: Apache-2.0
"""The Python subject: `python -I main.py --steelyard-subject`."""

import os
import sys


def main() -> int:
    # `python -I` leaves the script's own folder out of the path. Nothing is imported before main,
    # because every process of a spawn pool reads this file again.
    here = os.path.dirname(os.path.abspath(__file__))
    sdk = os.path.join(os.path.dirname(os.path.dirname(here)), "sdk", "python")
    sys.path[:0] = [here, sdk]

    from matvec.catalogue import IMPLEMENTATIONS
    from steelyard_sdk import Subject, serve

    return serve(Subject("python", "0.1.0", IMPLEMENTATIONS, source_folders=(here,)))


if __name__ == "__main__":
    sys.exit(main())

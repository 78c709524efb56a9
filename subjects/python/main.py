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

    status = serve(Subject("python", "0.1.0", IMPLEMENTATIONS, source_folders=(here,)))
    end_resource_tracker()
    return status


def end_resource_tracker() -> None:
    """Ends the process that `multiprocessing` starts beside a pool.

    Left to itself it outlives this one by some milliseconds, and a subject that has ended must have
    left nothing behind.
    """
    tracking = sys.modules.get("multiprocessing.resource_tracker")
    if tracking is not None:
        tracking._resource_tracker._stop()


if __name__ == "__main__":
    sys.exit(main())

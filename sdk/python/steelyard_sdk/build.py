# SPDX-License-Identifier: Apache-2.0
"""What a Python subject was made of: the `build` of the answer to `describe`."""

from __future__ import annotations

import hashlib
import os
import platform
import sys


def build_of(folders: tuple[str, ...]) -> dict[str, object]:
    """Interpreter, state of its global lock, and hashes of the sources and the interpreter."""
    return {
        "compiler": f"{platform.python_implementation()} {platform.python_version()} "
        f"({platform.python_compiler()})",
        "flags": " ".join(_interpreter_flags()) or None,
        "gil": "enabled" if _gil_enabled() else "disabled",
        "source_hash": source_hash((os.path.dirname(__file__), *folders)),
        "executable_hash": _file_hash(sys.executable),
    }


def source_hash(folders: tuple[str, ...]) -> str:
    """SHA-256 over the names and bytes of all Python files below the folders, in sorted order."""
    total = hashlib.sha256()
    for folder in folders:
        paths = []
        for place, _, names in os.walk(folder):
            paths += [os.path.join(place, name) for name in names if name.endswith(".py")]
        for path in sorted(paths):
            with open(path, "rb") as file:
                content = file.read()
            name = os.path.relpath(path, folder).encode()
            total.update(b"%d %s %d " % (len(name), name, len(content)) + content)
    return f"sha256:{total.hexdigest()}"


def _interpreter_flags() -> list[str]:
    """What stands between the interpreter and its script."""
    given = sys.orig_argv[1:]
    script = given.index(sys.argv[0]) if sys.argv[0] in given else 0
    return given[:script]


def _gil_enabled() -> bool:
    asked = getattr(sys, "_is_gil_enabled", None)
    return True if asked is None else asked()


def _file_hash(path: str) -> str | None:
    total = hashlib.sha256()
    try:
        with open(path, "rb") as file:
            while block := file.read(1 << 20):
                total.update(block)
    except OSError:
        return None
    return f"sha256:{total.hexdigest()}"

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs clang-tidy-19 over every C++ source in the compile database of the preset `clang`.

The time goes into the standard library's headers, the same for every file: one small source takes
several seconds. So the sources of a folder are read together, as one unit that includes them all. A
unit that does not compile because two sources use one name for private things is read source by
source. A unit that was clean is read again only when it, a header or the settings changed.

Usage: tidy.py [FILE...]     from the root of the repository, after `cmake --preset clang`
"""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATABASE = ROOT / "build" / "clang" / "compile_commands.json"
WORK = ROOT / "build" / "tidy"
UNIT_SOURCES = 40  # a folder: reading the headers costs more than all its sources
OWN_SOURCES = f"^{re.escape(str(ROOT))}/(src|sdk/cpp|subjects/cpp|tests)/.*\\.cpp$"
OWN_HEADERS = f"^{re.escape(str(ROOT))}/(src|sdk/cpp|subjects/cpp)/.*\\.hpp$"


class Unit:
    def __init__(self, sources: list[pathlib.Path], flags: tuple[str, ...]):
        self.sources = sources
        self.flags = flags

    def name(self) -> str:
        first = self.sources[0].relative_to(ROOT).with_suffix("")
        return f"{str(first).replace('/', '+')}{'' if len(self.sources) == 1 else '-and-more'}"

    def parts(self) -> list["Unit"]:
        return [Unit([source], self.flags) for source in self.sources]


def units(chosen: set[pathlib.Path]) -> list[Unit]:
    groups: dict[tuple, list[pathlib.Path]] = {}
    for entry in json.loads(DATABASE.read_text()):
        source = pathlib.Path(entry["directory"], entry["file"]).resolve()
        if not re.match(OWN_SOURCES, str(source)) or (chosen and source not in chosen):
            continue
        group = groups.setdefault((source.parent, flags_of(entry)), [])
        if source not in group:
            group.append(source)
    made = []
    for (_, flags), sources in groups.items():
        sources.sort()
        made += [Unit(sources[i : i + UNIT_SOURCES], flags) for i in range(0, len(sources), UNIT_SOURCES)]
    return made


def flags_of(entry: dict) -> tuple[str, ...]:
    words = shlex.split(entry["command"])[1:]
    kept = []
    while words:
        word = words.pop(0)
        if word in ("-o", "-MF", "-MT", "-c"):
            words.pop(0)
        elif word not in ("-MD", entry["file"]):
            kept.append(word)
    return tuple(kept)


def settings_hash() -> str:
    files = subprocess.run(
        ["git", "ls-files", "-z", "--", "*.hpp", "*.clang-tidy", "tools/tidy.py"],
        cwd=ROOT, capture_output=True, text=True, check=True)
    digest = hashlib.sha256()
    for name in sorted(filter(None, files.stdout.split("\0"))):
        if (ROOT / name).exists():
            digest.update(name.encode() + (ROOT / name).read_bytes())
    return digest.hexdigest()


def run_tidy(unit: Unit) -> str:
    """What clang-tidy complains of; empty when nothing."""
    relative = unit.sources[0].parent.relative_to(ROOT)
    # Settings are looked up from the unit's place: tests have their own.
    folder = WORK / ("tests" if relative.parts[0] == "tests" else "sources")
    file = unit.sources[0]
    extra = []
    if len(unit.sources) > 1:
        file = folder / f"{unit.name()}.cpp"
        file.write_text("".join(f'#include "{source}"\n' for source in unit.sources))
        extra = ["--checks=-bugprone-suspicious-include"]
    done = subprocess.run(
        ["clang-tidy-19", "--quiet", f"--header-filter={OWN_HEADERS}|{OWN_SOURCES}", *extra, str(file), "--",
         *unit.flags],
        cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return ""
    return done.stdout.strip() or done.stderr.strip() or f"{file}: clang-tidy ended with {done.returncode}"


def check(unit: Unit, settings: str) -> list[str]:
    stamp = WORK / f"{unit.name()}.clean"
    key = hashlib.sha256(repr((settings, unit.flags, [str(s) for s in unit.sources])).encode())
    for source in unit.sources:
        key.update(source.read_bytes())
    if stamp.exists() and stamp.read_text() == key.hexdigest():
        return []
    said = run_tidy(unit)
    if said and len(unit.sources) > 1 and "clang-diagnostic-error" in said:
        print(f"tidy: {unit.name()} does not compile as one unit, so source by source:\n{said[:2000]}", flush=True)
        return [line for part in unit.parts() for line in check(part, settings)]
    if not said:
        stamp.write_text(key.hexdigest())
        return []
    return [said]


def main() -> int:
    (WORK / "sources").mkdir(parents=True, exist_ok=True)
    (WORK / "tests").mkdir(exist_ok=True)
    (WORK / "tests" / ".clang-tidy").write_text((ROOT / "tests" / ".clang-tidy").read_text())
    work = units({pathlib.Path(name).resolve() for name in sys.argv[1:]})
    if not work:
        print("tidy: no source to check")
        return 1
    settings = settings_hash()
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        found = [said for complaints in pool.map(lambda unit: check(unit, settings), work) for said in complaints]
    # A header's complaint comes from every unit that includes it; it is told once.
    told = dict.fromkeys(re.split(r"\n(?=/\S+:\d+:\d+: (?:error|warning):)", "\n".join(found)) if found else [])
    print("\n".join(told) if told else f"tidy: clean ({sum(len(unit.sources) for unit in work)} sources)")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())

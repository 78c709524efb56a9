#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails when a room includes another that ARCHITECTURE.md does not let it use.

The table there is the rule itself: this script reads it, so the two cannot differ. It also fails for
a folder under src/ that the table does not know, and for a call that starts a process anywhere in
src/ but in measure.

Usage: check_rooms.py [REPOSITORY]
"""
import pathlib
import re
import sys

TABLE_ROW = re.compile(r"^\|(?P<places>[^|]*)\|[^|]*\|(?P<may_use>[^|]*)\|\s*$")
PLACE = re.compile(r"`((?:src|sdk|subjects)/[a-z]+)/?`")
INCLUDE = re.compile(r'^\s*#\s*include\s+"(?P<room>[a-z_]+)/')
STARTS_A_PROCESS = re.compile(
    r"(?<![\w.>])(?:::)?(?:fork|vfork|clone3?|posix_spawnp?|execv|execve|execvp|execvpe|execl|execlp|"
    r"fexecve|popen|system)\s*\("
)


def rooms_of(architecture: str) -> dict[str, set[str]]:
    """Folder of each room with C++ in it -> names of the rooms it may include."""
    rows = []
    for line in architecture.splitlines():
        row = TABLE_ROW.match(line)
        places = PLACE.findall(row["places"]) if row else []
        rows += [(place, row["may_use"]) for place in places]
    names = [name_of(place) for place, _ in rows]
    rooms = {}
    for index, (place, may_use) in enumerate(rows):
        if "all above" in may_use:
            allowed = set(names[:index])
        else:
            allowed = set(re.findall(r"[a-z_]+", may_use)) & set(names)
        rooms[place] = allowed | {name_of(place)}
    return rooms


def name_of(place: str) -> str:
    """The word that includes and the table's last column use for a room."""
    return place.split("/")[1] if place.startswith("src/") else place.split("/")[0]


def complaints(repository: pathlib.Path) -> list[str]:
    rooms = rooms_of((repository / "ARCHITECTURE.md").read_text(encoding="utf-8"))
    if not rooms:
        return ["ARCHITECTURE.md: no table of rooms found"]
    known = {name_of(place) for place in rooms}
    found = [
        f"src/{folder.name}: not in the table of ARCHITECTURE.md"
        for folder in sorted((repository / "src").iterdir())
        if folder.is_dir() and f"src/{folder.name}" not in rooms
    ]
    for place, allowed in rooms.items():
        for path in sorted((repository / place).rglob("*.[ch]pp")):
            where = path.relative_to(repository)
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                include = INCLUDE.match(line)
                if include and include["room"] in known - allowed:
                    found.append(f"{where}:{number}: {place} may not use {include['room']}")
                code = line.split("//")[0]
                if place.startswith("src/") and place != "src/measure" and STARTS_A_PROCESS.search(code):
                    found.append(f"{where}:{number}: only src/measure starts processes")
    return found


def main() -> int:
    here = pathlib.Path(__file__).resolve().parent.parent
    found = complaints(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here)
    print("\n".join(found) if found else "rooms: every include is allowed by ARCHITECTURE.md")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

# SPDX-License-Identifier: Apache-2.0
"""tools/check_rooms.py on small made-up repositories."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "tools" / "check_rooms.py"
TABLE = """
| room | what lives there | may use |
|---|---|---|
| `src/record/` | what a run writes | the JSON library |
| `src/measure/` | starts processes | record |
| `src/report/` | renderers | record |
| `src/cli/` | verbs | all above |
| `sdk/cpp`, `sdk/rust` | subjects | record (C++) |
"""


def check(files: dict[str, str]) -> tuple[int, str]:
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {"ARCHITECTURE.md": TABLE, "src/record/run.hpp": "", **files}.items():
            path = pathlib.Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        done = subprocess.run([sys.executable, SCRIPT, folder], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout


class CheckRooms(unittest.TestCase):
    def test_allows_what_the_table_names(self):
        code, said = check({
            "src/report/text.cpp": '#include "record/run.hpp"\n#include "report/text.hpp"\n#include <map>\n',
            "src/cli/main.cpp": '#include "measure/launch.hpp"\n#include "built/version.hpp"\n',
            "sdk/cpp/loop.hpp": '#include "record/run.hpp"\n',
        })
        self.assertEqual((code, said), (0, "rooms: every include is allowed by ARCHITECTURE.md\n"))

    def test_names_file_and_line_of_a_forbidden_include(self):
        code, said = check({"src/report/text.cpp": '#include "report/text.hpp"\n#include "measure/launch.hpp"\n'})
        self.assertEqual((code, said), (1, "src/report/text.cpp:2: src/report may not use measure\n"))

    def test_refuses_a_lower_room_that_uses_the_program(self):
        code, said = check({"src/record/run.cpp": '#include "cli/verb.hpp"\n'})
        self.assertEqual((code, said), (1, "src/record/run.cpp:1: src/record may not use cli\n"))

    def test_refuses_a_folder_the_table_does_not_know(self):
        code, said = check({"src/extras/x.cpp": ""})
        self.assertEqual((code, said), (1, "src/extras: not in the table of ARCHITECTURE.md\n"))

    def test_lets_only_measure_start_processes(self):
        code, said = check({
            "src/measure/launch.cpp": "const pid_t child = ::fork();\n",
            "src/report/text.cpp": "int a = std::system (command);\nfile_system(x); a.system(y); // fork()\n",
        })
        self.assertEqual((code, said), (1, "src/report/text.cpp:1: only src/measure starts processes\n"))

    def test_fails_without_a_table(self):
        code, said = check({"ARCHITECTURE.md": "# nothing\n"})
        self.assertEqual((code, said), (1, "ARCHITECTURE.md: no table of rooms found\n"))


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: Apache-2.0
"""What a subject says reaches no terminal as a command to it, and a redacted report tells nobody."""

from __future__ import annotations

import getpass
import json
import re
import shlex
import socket
import sys
import unittest
from pathlib import Path

from program import ProgramCase

SUBJECT = """\
import json, sys
message = {message!r}
row = {{"id": {id!r}, "kinds": ["dense", "csr"], "parallel": False, "cost": "native",
       "lifecycle": message, "notes": message, "requires": [], "available": {available},
       "reason": message, "install": message}}
for line in sys.stdin:
    op = json.loads(line)["op"]
    if op == "describe":
        answer = {{"op": op, "protocol": 1, "subject": "own", "version": "1", "language": "x",
                  "build": {{}}, "implementations": [row]}}
    else:
        answer = {{"error": {{"code": "failed", "message": message}}}}
    print(json.dumps(answer), flush=True)
"""

# Clears the screen, sets the title, and one control of each kind.
HOSTILE = "\x1b[2J\x1b]0;title\x07 \x9b31m \u202e \r end"
CONTROLS = "\x1b\x07\x9b\u202e\r"


class OwnSubject(ProgramCase):
    def subject(self, message: str, id: str = "own-row", available: bool = True) -> str:
        script = self.folder / "subject.py"
        script.write_text(SUBJECT.format(message=message, id=id, available=available))
        return f"{shlex.quote(sys.executable)} {shlex.quote(str(script))}"


class ForeignText(OwnSubject):
    def assert_harmless(self, text: str) -> None:
        self.assertFalse(set(CONTROLS) & set(text), repr(text))

    def test_an_error_message_of_a_subject_is_printed_with_its_controls_visible(self) -> None:
        done = self.run_small(
            *("--only", "cpp-serial,own-row", "--workloads", "dense*"),
            *("--subject", self.subject(HOSTILE)),
        )
        self.assertEqual(done.status, 0, done)
        self.assertIn("\\x1b[2J", done.log)
        self.assert_harmless(done.log)
        self.assert_harmless(done.out)

    def test_a_plan_is_printed_with_controls_visible(self) -> None:
        subject = self.subject(HOSTILE, available=False)
        done = self.steelyard("run", "--dry-run", *("--subject", subject))
        self.assertEqual(done.status, 0, done)
        self.assertIn("\\x1b[2J", done.out)
        self.assert_harmless(done.out + done.log)

    def test_an_id_with_controls_is_refused_and_not_echoed(self) -> None:
        done = self.steelyard("run", "--dry-run", *("--subject", self.subject("", id=HOSTILE)))
        self.assertNotEqual(done.status, 0, done)
        self.assertIn("implementations[0].id", done.log)
        self.assert_harmless(done.out + done.log)

    def test_conformance_is_printed_with_controls_visible(self) -> None:
        done = self.steelyard("check-subject", *shlex.split(self.subject(HOSTILE)))
        self.assertEqual(done.status, 1, done)
        self.assertIn("\\x1b[2J", done.out)
        self.assert_harmless(done.out + done.log)

    def test_an_argument_is_echoed_with_controls_visible(self) -> None:
        done = self.steelyard("report", HOSTILE)
        self.assertEqual(done.status, 2, done)
        self.assertIn("\\x1b[2J", done.log)
        self.assert_harmless(done.log)


class Redacted(OwnSubject):
    def telling_run(self) -> list[str]:
        """A run in `out` that tells whose it is, and the words that do."""
        words = [socket.gethostname(), getpass.getuser(), str(Path.home()), str(self.folder)]
        message = f"{words[1]} on {words[0]}: cannot open {self.folder}/data in {words[2]}"
        done = self.run_small(
            *("--only", "cpp-serial,own-row", "--workloads", "dense*"),
            *("--subject", self.subject(message)),
        )
        self.assertEqual(done.status, 0, done)
        for word in words:
            self.assertIn(word, (self.folder / "out" / "results.json").read_text())
        return words

    def test_no_file_tells_host_user_or_directories(self) -> None:
        words = self.telling_run()
        before = {path.name: path.read_bytes() for path in (self.folder / "out").glob("*.*")}
        done = self.steelyard("report", "out", "--redact", "--out", "public")
        self.assertEqual(done.status, 0, done)
        written = sorted(path.name for path in (self.folder / "public").iterdir())
        self.assertEqual(written, ["report.md", "results.csv", "results.json", "samples.csv"])
        texts = [path.read_text() for path in (self.folder / "public").iterdir()]
        for text in (*texts, done.out, done.log):
            for word in words:
                self.assertNotRegex(text, rf"(?<!\w){re.escape(word)}(?!\w)")
        after = {path.name: path.read_bytes() for path in (self.folder / "out").glob("*.*")}
        self.assertEqual(after, before, "the run itself was changed")
        facts = json.loads((self.folder / "public" / "results.json").read_text())["environment"]
        by_name = {fact["name"]: fact for fact in facts}
        self.assertIsNone(by_name["environment.removed"]["value"])
        self.assertIsNotNone(by_name["memory.total_bytes"]["value"])

    def test_without_out_the_text_alone_is_printed(self) -> None:
        words = self.telling_run()
        before = {path.name: path.read_bytes() for path in (self.folder / "out").glob("*.*")}
        done = self.steelyard("report", "out", "--redact", "--format", "json")
        self.assertEqual(done.status, 0, done)
        self.assertEqual(json.loads(done.out)["schema"], "steelyard.results/1")
        self.assertNotIn(words[3], done.out)
        after = {path.name: path.read_bytes() for path in (self.folder / "out").glob("*.*")}
        self.assertEqual(after, before)

    def test_the_run_itself_is_no_place_for_it(self) -> None:
        self.telling_run()
        refused = self.steelyard("report", "out", "--redact", "--out", "out/../out")
        self.assertEqual(refused.status, 2, refused)
        self.assertIn("--out", self.one_line(refused.log))


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a subject as the engine does, over pipes: serve_test.py VECTOR_SUBJECT FAULTY_SUBJECT."""
import json
import os
import signal
import subprocess
import sys
import unittest

VECTOR, FAULTY = sys.argv[1:3]
MARK = "--steelyard-subject"
DESCRIBE = '{"op":"describe"}\n'
CLOSE = '{"op":"close"}\n'
CALL = '{"op":"call","count":2}\n'
OPEN = json.dumps({"op": "open", "study": "matvec", "implementation": "faulty", "workers": 1,
                   "workload": {"kind": "dense", "source": "formula", "name": "dense",
                                "rows": 7, "cols": 7}}) + "\n"


def talk(command, text, **options):
    return subprocess.run(command, input=text, capture_output=True, timeout=60, **options)


def answers(result):
    return [json.loads(line) for line in result.stdout.splitlines()]


def faulty(mode, text):
    return talk([FAULTY, mode, MARK], text.encode())


class Serve(unittest.TestCase):
    def test_by_hand_it_says_what_it_is(self):
        for arguments in ([], [MARK, "more"], ["--help"]):
            result = talk([VECTOR, *arguments], b"")
            self.assertEqual((result.returncode, result.stdout), (2, b""))
            self.assertIn(b"subject of Steelyard", result.stderr)
            self.assertIn(b"vector-missing (not available: the vectors", result.stderr)

    def test_ends_with_status_0_after_close_and_answers_nothing_more(self):
        result = talk([VECTOR, MARK], (DESCRIBE + CLOSE + DESCRIBE).encode())
        self.assertEqual(result.returncode, 0)
        self.assertEqual([answer["op"] for answer in answers(result)], ["describe", "close"])

    def test_takes_the_end_of_input_for_close(self):
        result = talk([VECTOR, MARK], DESCRIBE.encode())
        self.assertEqual((result.returncode, len(answers(result))), (0, 1))

    def test_answers_a_line_over_64_mib_and_stays_usable(self):
        line = b'{"op":"describe","x":"' + b"x" * (64 << 20) + b'"}\n'
        first, second = answers(talk([VECTOR, MARK], line + DESCRIBE.encode()))
        self.assertEqual(first["error"]["code"], "bad_request")
        self.assertEqual(second["op"], "describe")

    def test_a_stray_print_goes_to_the_log(self):
        result = faulty("stray-print", OPEN + CALL + CLOSE)
        self.assertEqual([answer["op"] for answer in answers(result)], ["open", "call", "close"])
        self.assertEqual(result.stderr.count(b"by an implementation"), 2)

    def test_a_closed_answer_pipe_ends_it(self):
        read_end, write_end = os.pipe()
        os.close(read_end)
        process = subprocess.Popen([VECTOR, MARK], stdin=subprocess.PIPE, stdout=write_end,
                                   stderr=subprocess.DEVNULL)
        os.close(write_end)
        process.communicate((DESCRIBE * 3).encode(), timeout=60)
        self.assertNotEqual(process.returncode, 0)


class Faults(unittest.TestCase):
    def digests(self, mode):
        call = answers(faulty(mode, OPEN + CALL + CLOSE))[1]
        return [(digest["sum"], digest["hash"]) for digest in call["digests"]]

    def test_results_are_wrong_as_the_mode_says(self):
        right, again = self.digests("none")
        self.assertEqual(right, again)
        wrong = self.digests("wrong-row")[0]
        self.assertEqual(wrong[0], right[0] + 1)
        swapped = self.digests("swapped-rows")[0]
        self.assertEqual(swapped[0], right[0])
        self.assertNotEqual(swapped[1], right[1])
        self.assertEqual([digest[0] for digest in self.digests("do-nothing")], [None, None])
        self.assertEqual(self.digests("do-nothing-later"), [right, (None, self.digests("do-nothing")[0][1])])
        self.assertEqual(self.digests("missing-digest"), [right])

    def test_ends_as_the_mode_says(self):
        self.assertEqual(faulty("exit-nonzero", CLOSE).returncode, 3)
        self.assertEqual(faulty("crash-call", OPEN + CALL).returncode, -signal.SIGSEGV)
        self.assertEqual(faulty("exit-call", OPEN + CALL).returncode, 7)

    def test_garbage_stands_in_the_place_of_an_answer(self):
        lines = faulty("garbage", OPEN + CALL).stdout.splitlines()
        self.assertEqual(lines[1], b"this is \x01 no answer {")

    def test_a_flood_goes_to_standard_error(self):
        self.assertEqual(len(faulty("flood-stderr", OPEN).stderr), 8 << 20)

    def test_hangs_as_the_mode_says(self):
        for mode, text in (("hang-open", OPEN), ("hang-call", OPEN + CALL), ("ignore-close", CLOSE)):
            process = subprocess.Popen([FAULTY, mode, MARK], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            try:
                process.communicate(text.encode(), timeout=0.5)
                self.fail(f"{mode} ended")
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()

    def test_leaves_a_child_in_a_session_of_its_own(self):
        process = subprocess.Popen([FAULTY, "leave-children", MARK], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        process.stdin.write((OPEN + CLOSE).encode())
        process.stdin.flush()
        self.assertEqual(json.loads(process.stdout.readline())["op"], "open")
        left = [pid for pid in map(int, filter(str.isdigit, os.listdir("/proc")))
                if same_program(pid) and pid != process.pid and os.getsid(pid) not in (0, os.getsid(0))]
        process.wait(timeout=60)
        self.assertTrue(left)
        for pid in left:
            os.kill(pid, signal.SIGKILL)
        process.stdin.close()
        process.stdout.close()


def same_program(pid):
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read().split(b"\0")[:2] == [FAULTY.encode(), b"leave-children"]
    except OSError:
        return False


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

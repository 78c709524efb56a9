#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A subject that computes right and breaks one rule of docs/protocol.md: unruly_subject.py MODE.

Written against the page and without an SDK, so that it can do what an SDK would not let it. MODE is
`none` for no breach at all.
"""
import json
import os
import struct
import sys
import threading

MODE = sys.argv[1]
MASK = (1 << 64) - 1


def right_q(rows, cols):
    def a(i, j):
        return (7919 * i + 104729 * j + 13) % 1000003 % 101 - 50

    return [sum(a(i, j) * ((31 * j + 7) % 97 - 48) for j in range(cols)) for i in range(rows)]


def digest(q):
    state = 0xCBF29CE484222325
    for value in q:
        state = ((state ^ (value & MASK)) * 0x100000001B3) & MASK
        state = (state << 23 | state >> 41) & MASK
    return {"sum": sum(q), "hash": f"0x{state:016x}"}


class Conversation:
    def __init__(self):
        self.q = None
        self.cols = 0
        self.broken = False

    def describe(self, _):
        one = {"id": "unruly", "kinds": ["dense"], "parallel": False, "cost": "interpreted",
               "lifecycle": "none", "notes": "", "requires": [], "available": True}
        more = {"none": [one], "two-of-one": [one, one], "nothing": [],
                "no-reason": [{**one, "available": False, "reason": "", "install": ""}],
                "not-refused": [{**one, "available": False, "reason": "a test", "install": "none"}],
                "odd-kind": [{**one, "kinds": ["banded"]}]}
        return {"protocol": 2 if MODE == "protocol-2" else 1, "subject": "unruly", "version": "1",
                "language": "Python", "build": {}, "implementations": more.get(MODE, [one])}

    def open(self, request):
        if "workload" not in request:
            raise ValueError
        rows, self.cols = request["workload"]["rows"], request["workload"]["cols"]
        if MODE == "fails-64" and rows == 64:
            return {"error": {"code": "failed", "message": "not this one"}}
        self.q = right_q(rows, self.cols)
        if MODE == "spin":
            threading.Thread(target=lambda: [None for _ in iter(int, 1)], daemon=True).start()
        return {"setup_inner_ns": 0, "input_ns": 0, "arrays": [], "payload_bytes": 0,
                "versions": {}, "workers_started": 2 if MODE == "too-many-workers" else 1}

    def call(self, request):
        count = request["count"]
        if count < 1:
            raise ValueError
        if self.broken:
            self.q = [value + 1 for value in self.q]
        if MODE == "one-time-too-few":
            return {"ns": [1] * (count - 1), "cpu_ns": [1] * count,
                    "digests": [{"call": i, **digest(self.q)} for i in range(count)]}
        return {"ns": [1] * count, "cpu_ns": [1] * count,
                "digests": [{"call": i, **digest(self.q)} for i in range(count)]}

    def run_for(self, _):
        q = self.q[::-1] if MODE == "wrong-in-loop" else self.q
        return {"ns": [1], "wall_ns": 1, "first_digest": digest(self.q), "last_digest": digest(q)}

    def output(self, request):
        y = [value / 1024 for value in self.q]
        if MODE == "another-output":
            y[-1] += 1
        if MODE == "short-output":
            y.pop()
        if MODE != "no-output":
            with open(request["path"], "wb") as file:
                file.write(struct.pack(f"={len(y)}d", *y))
        return {"bytes": 8 * len(self.q)}

    def close(self, _):
        entries = len(self.q) * self.cols - (1 if MODE == "entry-lost" else 0)
        one = {"pid": os.getpid(), "tid": threading.get_native_id(),
               "cpus": sorted(os.sched_getaffinity(0)), "entries": entries}
        if MODE == "foreign-cpu":
            one["cpus"].append(65535)
        return {"workers": [] if MODE == "workers-forgotten" else [one]}


def answer(talk, line):
    try:
        request = json.loads(line)
        op = request["op"]
        serve = {"describe": talk.describe, "open": talk.open, "call": talk.call,
                 "run_for": talk.run_for, "output": talk.output, "close": talk.close}.get(op)
        if serve is None:
            if MODE == "accepts-unknown-op":
                return {"op": op}
            return {"error": {"code": "unknown_op", "message": op}}
        found = serve(request)
        return found if "error" in found else {"op": op, **found}
    except (ValueError, KeyError, TypeError):
        talk.broken = MODE == "broken-by-error"
        code = "failed" if MODE == "odd-code" else "bad_request"
        return {"error": {"code": code, "message": "no"}}


def main():
    talk = Conversation()
    for line in sys.stdin:
        found = answer(talk, line)
        text = json.dumps(found)
        if MODE == "two-answers" and found.get("op") == "call":
            text += "\n" + text
        print(text, flush=True)
        if found.get("op") == "close":
            if MODE == "last-words":
                print("bye", flush=True)
            return
        if MODE == "speaks-in-silence" and found.get("op") == "call":
            threading.Timer(0.1, lambda: print("still there", flush=True)).start()


main()

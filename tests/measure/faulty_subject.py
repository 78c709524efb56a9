# SPDX-License-Identifier: Apache-2.0
"""A subject whose implementation ids are the faults it commits. Run by cell_process_test.cpp."""

import json
import os
import signal
import sys
import time

MIB = 1 << 20
held = []
children = []


def say(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def pss_kib(pid):
    with open(f"/proc/{pid}/smaps_rollup") as rollup:
        return sum(int(line.split()[1]) for line in rollup if line.startswith("Pss:"))


def digest(call):
    return {"call": call, "sum": 7, "hash": "0x00000000000000ff"}


def fork_child(session):
    """A child that stays; with `session`, one that leaves ours by a double fork."""
    pid = os.fork()
    if pid == 0:
        if session:
            os.setsid()
            if os.fork() != 0:
                os._exit(0)
        time.sleep(1000)
        os._exit(0)
    if session:
        os.waitpid(pid, 0)
    else:
        children.append(pid)


def misbehave_in_open(fault):
    if fault == "crash-in-open":
        sys.stderr.write("about to crash\nnow\n")
        os.kill(os.getpid(), signal.SIGABRT)
    if fault == "exit-3-in-open":
        sys.exit(3)
    if fault == "exit-0-in-open":
        sys.exit(0)
    if fault == "unavailable":
        return {"error": {"code": "unavailable", "message": "no such runtime"}}
    if fault == "failed":
        return {"error": {"code": "failed", "message": "out of luck"}}
    if fault == "two-answers":
        sys.stdout.write(json.dumps(opened()) + "\n")  # leaves together with the second
    if fault == "allocate":
        held.append(b"x" * (300 * MIB))
        time.sleep(100)
    if fault == "memory-64-mib":
        held.append(b"x" * (64 * MIB))
        fork_child(session=False)
    if fault == "escaping-child":
        fork_child(session=True)
    return None


def opened():
    return {"op": "open", "setup_inner_ns": 5, "input_ns": 6, "arrays": [],
            "payload_bytes": 48, "versions": {"python": "3"}, "workers_started": 2}


def misbehave_in_call(fault):
    if fault == "garbage":
        sys.stdout.write("Segmentation fault (not really)\n")
        sys.stdout.flush()
        return
    if fault == "flood":
        while True:
            os.write(1, b"x" * 65536)
    if fault == "silent":
        time.sleep(1000)
    if fault == "closed-output":
        os.close(1)
        time.sleep(1000)
    if fault == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if fault == "stderr-flood":
        for number in range(30000):
            sys.stderr.write(f"line {number}\n")
        sys.stderr.flush()
        os.kill(os.getpid(), signal.SIGSEGV)


def call(fault, count):
    misbehave_in_call(fault)
    if fault == "garbage":
        return None
    if fault == "wrong-op":
        return {"op": "close", "workers": []}
    if fault == "not-all-calls":
        count -= 1
    ns = 50_000_000_000 if fault == "boasting" else 1000 + call.made
    if fault == "slow":
        ns = 20_000_000
        time.sleep(0.02)
    if fault == "compiling" and call.made == 0:
        ns = 300_000_000
        time.sleep(0.3)
    call.made += count
    return {"op": "call", "ns": [ns] * count, "cpu_ns": [ns] * count,
            "digests": [digest(index) for index in range(count)]}


call.made = 0


def run_for(seconds):
    first, last = digest(0), digest(0)
    del first["call"], last["call"]
    return {"op": "run_for", "ns": [10, 11, 12], "wall_ns": 40, "first_digest": first,
            "last_digest": last}


def answer(request, fault):
    if request["op"] == "describe":
        return {"op": "describe", "protocol": 1, "subject": "faulty", "version": "1",
                "language": "Python", "build": {}, "implementations": []}
    if request["op"] == "open":
        return misbehave_in_open(fault) or opened()
    if request["op"] == "call":
        return call(fault, request["count"])
    if request["op"] == "run_for":
        return run_for(request["seconds"])
    if request["op"] == "output":
        with open(request["path"], "w") as out:
            out.write(f"{sum(pss_kib(pid) for pid in [os.getpid(), *children])}\n")
            out.write(f"{len(os.environ.get('STEELYARD_PAD', ''))}\n")
            out.write(f"{request_lines}\n")
        return {"op": "output", "bytes": 8}
    if request["op"] == "close":
        return {"op": "close", "workers": [{"pid": os.getpid(), "tid": os.getpid(),
                                            "cpus": sorted(os.sched_getaffinity(0)),
                                            "entries": 9}]}
    return {"error": {"code": "unknown_op", "message": request["op"]}}


request_lines = []


def main():
    fault = os.environ.get("FAULT", "")
    if "--steelyard-subject" not in sys.argv:
        sys.exit("not started as a subject")
    if fault == "banner":
        sys.stdout.write("Welcome\n")
        sys.stdout.flush()
    for line in sys.stdin:
        request = json.loads(line)
        request_lines.append(request["op"] + str(request.get("count", "")))
        fault = request.get("implementation", fault)
        main.fault = fault if request["op"] == "open" else main.fault
        reply = answer(request, main.fault)
        if reply is not None:
            say(reply)
        if request["op"] == "close":
            if main.fault == "stays":
                time.sleep(1000)
            sys.exit(4 if main.fault == "exit-4-at-end" else 0)


main.fault = ""

if __name__ == "__main__":
    main()

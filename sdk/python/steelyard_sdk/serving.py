# SPDX-License-Identifier: Apache-2.0
"""The line loop of a subject, on descriptors that nothing else can reach."""

from __future__ import annotations

import json
import os
import sys
from io import BufferedReader, FileIO

from .errors import BadRequest
from .session import Session, error_answer
from .subject import Subject

LONGEST_LINE_BYTES = 64 << 20
FLAG = "--steelyard-subject"


def serve(subject: Subject, arguments: list[str] | None = None) -> int:
    """Runs the subject until `close` or end of input and gives its exit status."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if FLAG not in arguments:
        print(
            f"This is {subject.name!r}, a subject program of steelyard with "
            f"{len(subject.implementations)} implementations. It is started by the engine as\n"
            f"  {' '.join([sys.executable, *sys.orig_argv[1:]])} {FLAG}\n"
            "and speaks the protocol of docs/protocol.md on standard input and output.",
            file=sys.stderr,
        )
        return 2
    requests, answers = _private_streams()
    session = Session(subject)
    try:
        _converse(session, requests, answers)
    except BrokenPipeError:
        pass  # The engine is gone: nobody is left to tell.
    finally:
        session.drop()
    return 0


def _private_streams() -> tuple[BufferedReader, FileIO]:
    """Moves the protocol off descriptors 0 and 1, which children inherit and stray prints reach.

    Reading descriptor 0 gives end of file from here on; what is written to descriptor 1 goes to the
    log.
    """
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    try:
        os.dup2(2, 1)
    except OSError:
        os.dup2(nowhere, 1)
    os.close(nowhere)
    return requests, answers


def _converse(session: Session, requests: BufferedReader, answers: FileIO) -> None:
    while not session.closed:
        line = requests.readline(LONGEST_LINE_BYTES + 1)
        if not line:
            return
        if len(line) > LONGEST_LINE_BYTES:
            answer = error_answer("bad_request", f"a line over {LONGEST_LINE_BYTES} bytes")
            while line and not line.endswith(b"\n"):
                line = requests.readline(LONGEST_LINE_BYTES)
        else:
            answer = _answer_to(session, line)
        unsent = memoryview(_encoded(answer))
        while unsent:
            unsent = unsent[answers.write(unsent) :]


def _answer_to(session: Session, line: bytes) -> dict[str, object]:
    try:
        request = json.loads(line.decode("utf-8"), parse_constant=_refuse_constant)
    except (ValueError, RecursionError, BadRequest) as error:
        return error_answer("bad_request", f"the line is not JSON: {type(error).__name__}")
    return session.answer(request)


def _refuse_constant(name: str) -> object:
    raise BadRequest(f"{name} is no JSON number")


def _encoded(answer: dict[str, object]) -> bytes:
    return json.dumps(answer, allow_nan=False, separators=(",", ":")).encode("ascii") + b"\n"

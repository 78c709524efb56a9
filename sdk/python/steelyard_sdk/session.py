# SPDX-License-Identifier: Apache-2.0
"""The operations of the protocol on one subject, from parsed line to answer."""

from __future__ import annotations

import sys
import time

from . import timing
from .digest import Digester
from .errors import BadRequest, BadState, Failed, Refusal, Unavailable, UnknownOp, Unsupported
from .formula import FormulaSource
from .matrix import MatrixSource
from .prepared import PreparedSource
from .requests import CallRequest, OpenRequest, OutputRequest, RunForRequest, Workload
from .subject import VERSION, Implementation, Kernel, Opening, Subject

PROTOCOL = 1


class Session:
    """Holds what is open. `answer` never raises for anything that a request or a kernel does."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._kernel: Kernel | None = None
        self._y: memoryview | None = None
        self._digester = Digester()
        self._has_called = False
        self.closed = False

    def answer(self, request: object) -> dict[str, object]:
        """The answer to one request, or an error object."""
        operations = {
            "describe": self._describe,
            "open": self._open,
            "call": self._call,
            "run_for": self._run_for,
            "output": self._output,
            "close": self._close,
        }
        try:
            if not isinstance(request, dict):
                raise BadRequest("the line is not a JSON object")
            op = request.get("op")
            if not isinstance(op, str):
                raise BadRequest("op is missing or no string")
            if op not in operations:
                raise UnknownOp(f"no operation {op[:64]!r}; there are {', '.join(operations)}")
            return {"op": op, **operations[op](request)}
        except Refusal as refusal:
            return error_answer(refusal.code, str(refusal))
        except (Exception, SystemExit) as error:
            _log_traceback()
            return error_answer("failed", f"{type(error).__name__}: {error}")

    def drop(self) -> None:
        """Ends what is open; safe to call at any time."""
        kernel, y = self._kernel, self._y
        self._kernel = self._y = None
        if y is not None:
            # Not left to reference counts: the frames of a failed call may live on in its
            # traceback, and a kernel must be able to unmap its memory.
            y.release()
        self._digester = Digester()
        self._has_called = False
        if kernel is not None:
            kernel.close()

    def _describe(self, _fields: dict) -> dict[str, object]:
        # Here, because hashing needs modules that no measured process should have to import.
        from .build import build_of

        subject = self._subject
        return {
            "protocol": PROTOCOL,
            "subject": subject.name,
            "version": subject.version,
            "language": f"Python {VERSION}",
            "build": build_of(subject.source_folders),
            "implementations": [one.described() for one in subject.implementations],
        }

    def _open(self, fields: dict) -> dict[str, object]:
        request = OpenRequest(fields)
        self.drop()
        implementation = self._implementation(request)
        begin = time.monotonic_ns()
        source = _source_of(request.workload, implementation.kinds)
        located_ns = time.monotonic_ns() - begin
        try:
            return self._start(implementation, request, source, located_ns)
        except BaseException:
            self.drop()
            raise
        finally:
            source.close()

    def _start(
        self,
        implementation: Implementation,
        request: OpenRequest,
        source: MatrixSource,
        located_ns: int,
    ) -> dict[str, object]:
        workers = request.workers if implementation.parallel else 1
        opening = Opening(source, workers, request.cpus, request.seed)
        started_at = time.monotonic_ns()
        self._kernel = kernel = _started(implementation, opening)
        loading_at = time.monotonic_ns()
        kernel.load(source)
        loaded_at = time.monotonic_ns()
        kernel.ready()
        ready_at = time.monotonic_ns()
        self._y = timing.output_of(kernel, source.rows)
        arrays = kernel.arrays()
        return {
            "setup_inner_ns": (loading_at - started_at) + (ready_at - loaded_at),
            "input_ns": located_ns + (loaded_at - loading_at),
            "arrays": arrays,
            "payload_bytes": sum(described["bytes"] for described in arrays),
            "versions": kernel.versions(),
            "workers_started": kernel.workers_started(),
        }

    def _implementation(self, request: OpenRequest) -> Implementation:
        if request.study != self._subject.study:
            raise Unsupported(f"no study {request.study[:64]!r}; there is {self._subject.study}")
        for implementation in self._subject.implementations:
            if implementation.id == request.implementation:
                return implementation
        raise Unsupported(f"no implementation {request.implementation[:64]!r}")

    def _opened(self) -> tuple[Kernel, memoryview]:
        if self._kernel is None or self._y is None:
            raise BadState("nothing is open")
        return self._kernel, self._y

    def _call(self, fields: dict) -> dict[str, object]:
        request = CallRequest(fields)
        kernel, y = self._opened()
        answer = timing.calls(kernel, y, self._digester, request.count, request.validate)
        self._has_called = True
        return answer

    def _run_for(self, fields: dict) -> dict[str, object]:
        request = RunForRequest(fields)
        kernel, y = self._opened()
        bounds = (request.min_calls, request.max_calls)
        answer = timing.closed_loop(kernel, y, self._digester, request.seconds, bounds)
        self._has_called = True
        return answer

    def _output(self, fields: dict) -> dict[str, object]:
        request = OutputRequest(fields)
        _, y = self._opened()
        if not self._has_called:
            raise BadState("there is no output before a call")
        try:
            with open(request.path, "wb") as file:
                file.write(y.cast("B"))
        except (OSError, UnicodeError) as error:
            raise Failed(f"cannot write {request.path!r}: {error}") from error
        return {"bytes": y.nbytes}

    def _close(self, _fields: dict) -> dict[str, object]:
        self.closed = True
        return {"workers": [] if self._kernel is None else self._kernel.workers()}


def error_answer(code: str, message: str) -> dict[str, object]:
    return {"error": {"code": code, "message": message}}


def _source_of(workload: Workload, kinds: tuple[str, ...]) -> MatrixSource:
    """The input that a request names.

    Errors: `Unsupported`, and `Failed` for a prepared file that does not fit.
    """
    if workload.kind not in kinds:
        raise Unsupported(f"no kind {workload.kind!r} here; there are {', '.join(kinds)}")
    source: MatrixSource | None = None
    if workload.rows is not None and workload.cols is not None and workload.source == "formula":
        source = FormulaSource(workload.name, workload.rows, workload.cols)
    if workload.path:
        source = PreparedSource(workload.path)
    _expect_shape(source, workload)
    return source


def _expect_shape(source: MatrixSource, workload: Workload) -> None:
    for edge in ("kind", "rows", "cols"):
        asked, present = getattr(workload, edge), getattr(source, edge)
        if asked is not None and asked != present:
            source.close()
            raise Failed(f"{edge} is {asked!r} in the request and {present!r} in the input")


def _started(implementation: Implementation, opening: Opening) -> Kernel:
    missing = implementation.missing()
    if missing:
        raise Unavailable(f"{missing}; to get it: {implementation.install}")
    try:
        return implementation.start(opening)
    except ImportError as error:
        raise Unavailable(f"{implementation.id} cannot be imported: {error}") from error


def _log_traceback() -> None:
    import traceback

    traceback.print_exc(file=sys.stderr)

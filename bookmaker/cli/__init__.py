"""The command line: parses the arguments, runs the command, and turns the class of an error into the exit code."""

from __future__ import annotations

import io
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

from bookmaker.base.errors import INTERRUPTED, BookmakerError, Fault, OutputError, Place, UsageError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. No error that a user can cause ends in a traceback."""
    try:
        return _run(arguments)
    except BookmakerError as error:
        _discard_output()
        for fault in error.faults:
            print(f"bookmaker: {fault}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print("bookmaker: interrupted; nothing was left half done", file=sys.stderr)
        return INTERRUPTED


def _unloaded(reason: str) -> BookmakerError:
    advice = "check that there is enough memory (ulimit -v); otherwise install bookmaker again"
    # Where numpy cannot be loaded it says so on a page, at whose end it gives the reason.
    reason = next((line.strip() for line in reversed(reason.splitlines()) if line.strip()), reason)
    return BookmakerError(Fault(f"a library cannot be loaded: {reason}", None, advice))


def _run(arguments: Sequence[str] | None) -> int:
    from bookmaker.cli import messages
    from bookmaker.cli.arguments import parser

    given = sys.argv[1:] if arguments is None else arguments
    if not all(map(_is_argument, given)):
        raise UsageError("an argument has a NUL byte, or half of a character, which no name of a file has")
    closed = sys.stdout is None
    _prepare_streams()
    messages.begin()
    parsed = parser().parse_args(arguments)
    messages.begin(parsed.quiet, parsed.verbose)
    if closed and parsed.only_prints:
        raise OutputError(Fault("standard output is closed, and there is nothing else to write to"))
    if not parsed.only_prints:
        _require_addresses()
    try:
        with _ended_at_once() if parsed.only_prints else nullcontext():
            code: int = parsed.run(parsed)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of the output has ended, as in `bookmaker generate | head`. That is not a fault.
        _discard_output()
        return 0
    except MemoryError as error:
        raise _out_of_memory() from error
    except RuntimeError as error:
        if "start new thread" not in str(error):
            raise
        raise _out_of_memory() from error
    except ImportError as error:
        raise _unloaded(error.msg) from error
    except OSError as error:
        reason = error.strerror or str(error)
        if error.errno is None:
            # No call of the system failed: the loader of a library says so in this way.
            raise _unloaded(reason.partition(". ")[0]) from error
        if error.filename is None:
            raise OutputError(Fault(f"cannot write the output: {reason}")) from error
        raise BookmakerError(Fault(reason, Place(os.fsdecode(error.filename)))) from error
    return code


def _out_of_memory(advice: str = "see ulimit -v") -> BookmakerError:
    return BookmakerError(Fault("there is not enough memory", None, advice))


_LEAST_MEGABYTES = 600
"""Megabytes of addresses below which compilers and libraries of print end the process, and no error of Python is raised."""


def _require_addresses() -> None:
    if sys.platform == "win32":
        return
    import resource

    most, _ = resource.getrlimit(resource.RLIMIT_AS)
    if most != resource.RLIM_INFINITY and most < _LEAST_MEGABYTES << 20:
        raise _out_of_memory(f"this command needs {_LEAST_MEGABYTES} MB at least; see ulimit -v")


def _is_argument(text: str) -> bool:
    """Whether a system could give this argument; a program that calls this one may give others."""
    try:
        return b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        return False


def _prepare_streams() -> None:
    """Make the standard streams usable. Python sets a stream that the caller closed to None."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115
    # The name of a file need not be text in the terminal's encoding. It must be printed all the same.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    if isinstance(sys.stderr, io.TextIOWrapper):
        sys.stderr = _Messages(sys.stderr)


class _Messages:
    """The stream of messages. One that nobody can take, as on a full disk, stops no work: exit codes say how it ended."""

    def __init__(self, stream: io.TextIOWrapper) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        with suppress(OSError):
            return self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def _ended_at_once() -> Iterator[None]:
    # Counting a billion solutions is one call of a kernel, which Python cannot interrupt. A command that writes no file can
    # leave nothing half done, so that Ctrl-C may end the process at once.
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _discard_output() -> None:
    # Python would write the rest of its buffer at exit, and fail a second time if the disk is full.
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

"""The command line: arguments in, a command run, the error's class as exit code out."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from bookmaker.errors import INTERRUPTED, BookmakerError, Fault, OutputError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. No error that a user can cause ends in a traceback."""
    from bookmaker.cli.arguments import parser

    parsed = parser().parse_args(arguments)
    try:
        try:
            code: int = parsed.run(parsed)
            sys.stdout.flush()
        except BrokenPipeError:
            # The reader of our output has gone, as in `bookmaker generate | head`: nothing is wrong.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        except OSError as error:
            if error.filename is not None:
                raise
            raise OutputError(Fault(f"cannot write the output: {error.strerror or error}")) from error
        return code
    except BookmakerError as error:
        _discard_output()
        for fault in error.faults:
            print(f"bookmaker: {fault}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print("bookmaker: interrupted; nothing was left half done", file=sys.stderr)
        return INTERRUPTED


def _discard_output() -> None:
    # What is still buffered would be written at exit, and fail there a second time if the disk is full.
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

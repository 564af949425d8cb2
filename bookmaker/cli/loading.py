"""Commands are loaded when they are called, so that ``--help`` answers at once."""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TYPE_CHECKING

from bookmaker.cli import messages
from bookmaker.logic import jit

if TYPE_CHECKING:
    from bookmaker.logic.generation.order import Order

Run = Callable[[argparse.Namespace], int]


def later(module: str, function: str) -> Run:
    """The function of a command, whose module is loaded when it is called."""

    def run(arguments: argparse.Namespace) -> int:
        command: Run = getattr(import_module(f"bookmaker.cli.{module}"), function)
        if not gc.isenabled():
            # What was loaded stays until the end, and need not be looked through either.
            gc.freeze()
            gc.enable()
        jit.listener = say_first_run
        try:
            return command(arguments)
        finally:
            jit.listener = None

    return run


def say_first_run(seconds: float | None = None) -> None:
    """Print what a first run does, and how long it takes, if that is known. It goes on for long where nothing else is shown."""
    if messages.quiet():
        return
    took = "some seconds" if seconds is None else f"about {max(5, 5 * round(seconds / 5))} s"
    line = f"compiling for this processor, once: {took} ..."
    print(f"\r{line}" if sys.stderr.isatty() else line, file=sys.stderr, flush=True)


def compile_first(orders: Iterable[Order], timed: bool = False) -> None:
    """Compile what puzzles of these orders need, on all processors, and say so; nothing if it is kept on disk.

    ``timed``: their minutes are read, too.
    """
    from bookmaker.logic.generation import compile_apart

    wanted = compile_apart.missing(orders, timed)
    if wanted:
        say_first_run(compile_apart.seconds(wanted))
        jit.listener = None
        compile_apart.compile_missing(wanted)

"""Commands are loaded when they are called, so that ``--help`` answers at once."""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Callable
from importlib import import_module

Run = Callable[[argparse.Namespace], int]


def later(module: str, function: str) -> Run:
    """The function of a command, whose module is loaded when it is called."""

    def run(arguments: argparse.Namespace) -> int:
        command: Run = getattr(import_module(f"bookmaker.cli.{module}"), function)
        if not gc.isenabled():
            # What was loaded stays until the end, and need not be looked through either.
            gc.freeze()
            gc.enable()
        kernels = sys.modules.get("bookmaker.logic.jit.cache")
        if kernels is not None and kernels.first_run and sys.stderr is not None and sys.stderr.isatty():
            print("compiling for this processor; this takes a minute, once ...", file=sys.stderr)
        return command(arguments)

    return run

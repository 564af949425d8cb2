"""The command ``prepare``: compiles everything now, so that no later command waits."""

from __future__ import annotations

from argparse import Namespace

from bookmaker.base.parallel import cpu_count
from bookmaker.cli.progress import Bar
from bookmaker.logic import compile_all
from bookmaker.logic.jit import cache


def prepare(arguments: Namespace) -> int:
    """Compile all kernels that are not on disk yet, on all processors, and print where they are kept."""
    total = len(compile_all.parts())
    with Bar() as bar:
        bar("compiling", 0, total)
        for done, _ in enumerate(compile_all.prepare(arguments.jobs or cpu_count()), 1):
            bar("compiling", done, total)
    print(f"compiled for this processor; kept in {cache.place()}")
    return 0

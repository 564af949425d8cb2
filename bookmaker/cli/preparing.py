"""``prepare``: compile everything now."""

from __future__ import annotations

from argparse import Namespace

from bookmaker import preparing
from bookmaker.cli.progress import Bar
from bookmaker.kernels import caching
from bookmaker.parallel import cpu_count


def prepare(arguments: Namespace) -> int:
    """Compile what is not on disk yet, on all processors, and say where it is kept."""
    total = len(preparing.parts())
    with Bar() as bar:
        bar("compiling", 0, total)
        for done, _ in enumerate(preparing.prepare(arguments.jobs or cpu_count()), 1):
            bar("compiling", done, total)
    print(f"compiled for this processor; kept in {caching.place()}")
    return 0

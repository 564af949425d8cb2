"""Which kinds can be made at which levels and sizes: ``python -m benchmarks.levels [--seconds N] [--sizes 6 9] [KIND ...]``.

A row for each kind and size, a column for each level: how many puzzles were made a second of processor time, once one was made to
warm up; ``-`` where none could be made; ``..`` where one took longer than the seconds (30), which is known only once it ends.
Without kinds: all that stand alone. The last line counts the holes.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

import bookmaker
from bookmaker.base.errors import BookmakerError
from bookmaker.puzzles.rules import KINDS
from bookmaker.puzzles.rules.limits import made_sizes

_LEVELS = ("easy", "medium", "hard", "expert")
_MOST = 4
"""Puzzles that a rate is measured by, at most."""


def _tried(kind: str, size: int, level: str, seconds: float, attempts: int) -> str:
    begun = time.process_time()
    made, spent = 0, 0.0
    while made < _MOST and spent < seconds:
        try:
            bookmaker.generate(1, difficulty=level, seed=made, kind=kind, size=size, jobs=1, attempts=attempts)
        except BookmakerError:
            return "-"
        spent = time.process_time() - begun
        made += 1
        if made == 1 and spent > seconds:
            return ".."
        if made == 1:
            begun = time.process_time()
    return f"{(made - 1) / max(spent, 1e-3):.1f}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=30, help="the most processor time for one puzzle (30)")
    parser.add_argument("--attempts", type=int, default=10_000, help="attempts at one puzzle (10,000)")
    parser.add_argument("--sizes", type=int, nargs="+", default=(4, 6, 9))
    parser.add_argument("kinds", nargs="*", metavar="KIND")
    options = parser.parse_args(arguments)
    holes = tried = 0
    print(f"{'kind':24}{'size':>6}" + "".join(f"{level:>10}" for level in _LEVELS))
    for kind in options.kinds or KINDS:
        for size in sorted(set(options.sizes) & set(made_sizes(kind))):
            row = [_tried(kind, size, level, options.seconds, options.attempts) for level in _LEVELS]
            print(f"{kind:24}{size:6}" + "".join(f"{cell:>10}" for cell in row), flush=True)
            holes, tried = holes + sum(cell in ("-", "..") for cell in row), tried + len(row)
    print(f"{tried - holes} of {tried} can be made")


if __name__ == "__main__":
    main()

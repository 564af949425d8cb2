"""Made 9x9 puzzles of every rule, and of combinations of rules, proven proper by a SAT solver.

``python -m benchmarks.clue_models [--count N] [--log FILE] [--minutes M] [KIND ...]``; without kinds all that the model knows.
The model (:mod:`benchmarks.model_grids`) is written apart from the package. Puzzles are made in pieces, one level after another.
A log holds a line for each piece: a run that finds it goes on where the last one ended, and ``--minutes`` ends a run between two
pieces. A level at which a kind cannot be made is named; its share goes to the others. Prints each piece, and for each kind the
puzzles so far; the last line counts all.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import bookmaker
from benchmarks.model_grids import is_proper, rules_of
from bookmaker.base.errors import BookmakerError
from bookmaker.puzzles.rules import KINDS

_LEVELS = ("easy", "medium", "hard", "expert")
_PIECE = 20
"""Puzzles that are made and proven between two lines of the log."""

COMBINATIONS = (
    *("jigsaw+x", "jigsaw+killer", "windoku+x", "disjoint-groups+diagonal-rising", "anti-king+anti-knight"),
    *("x+anti-king", "killer+even-odd", "killer+windoku", "jigsaw+kropki-partial", "jigsaw+thermometers"),
    *("x+kropki", "anti-knight+thermometers", "windoku+consecutive", "even-odd+greater-than", "whispers+renban"),
    *("thermometers+arrow", "x+skyscrapers", "anti-king+outside-sums", "palindrome+xv-partial", "latin+whispers"),
)
"""Two rules together: houses, moves, cages, marks, lines and numbers around the grid each with another sort."""

_Entry = dict[str, Any]


def kinds() -> tuple[str, ...]:
    """Every kind that the model knows and the package has as 9x9, and the combinations."""
    return (
        *(kind for kind in KINDS if _known(kind) and 9 in bookmaker.puzzles.rules.sizes_of(KINDS[kind])),
        *COMBINATIONS,
    )


def _known(kind: str) -> bool:
    try:
        rules_of(kind)
    except KeyError:
        return False
    return True


def _tried(kind: str, level: str, number: int, seed: int) -> _Entry:
    """How many puzzles of a kind and level were made, the processor seconds that took, and how many of them are improper."""
    entry: _Entry = {"kind": kind, "level": level, "seed": seed, "made": 0, "improper": 0}
    begun = time.process_time()
    try:
        made = bookmaker.generate(number, difficulty=level, seed=seed, kind=kind, size=9, jobs=1)
    except BookmakerError as error:
        return {**entry, "unmet": str(error).splitlines()[0], "making": round(time.process_time() - begun, 2)}
    took = time.process_time() - begun
    read = [json.loads(text) for text in bookmaker.formats.render([item.puzzle for item in made], "json").splitlines()]
    wrong = sum(not is_proper(one, item.solution) for one, item in zip(read, made, strict=True))
    proving = time.process_time() - begun - took
    return {**entry, "made": len(made), "improper": wrong, "making": round(took, 2), "proving": round(proving, 2)}


def _pieces(kind: str, number: int, seed: int, known: Sequence[_Entry]) -> Iterator[tuple[str, int, int]]:
    """The level, the count and the seed of each piece that is still to be made; ``known`` grows with those that are."""
    for turn in range(4 * number):
        done = {(one["level"], one["seed"]): one for one in known if one["kind"] == kind}
        left = number - sum(one["made"] for one in done.values())
        closed = {one["level"] for one in done.values() if "unmet" in one}
        if left <= 0 or closed.issuperset(_LEVELS):
            return
        level, own = _LEVELS[turn % len(_LEVELS)], seed + turn // len(_LEVELS)
        if level not in closed and (level, own) not in done:
            yield level, min(_PIECE, left), own


def main(arguments: Sequence[str]) -> int:
    """Make so many puzzles of each kind, dealt to the levels, and prove them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=500, help="puzzles of each kind (500)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=Path, help="a file to keep what was done, and to go on from")
    parser.add_argument("--minutes", type=float, help="begin no piece after so long")
    parser.add_argument("kinds", nargs="*", metavar="KIND")
    options = parser.parse_args(arguments)
    known: list[_Entry] = []
    if options.log and options.log.exists():
        known = [json.loads(line) for line in options.log.read_text(encoding="utf-8").splitlines()]
    wanted = options.kinds or kinds()
    for kind in wanted:
        rules_of(kind)
        for level, number, seed in _pieces(kind, options.count, options.seed, known):
            if options.minutes is not None and time.monotonic() - _BEGUN > 60 * options.minutes:
                break
            known.append(_tried(kind, level, number, seed))
            print(json.dumps(known[-1]), flush=True)
            if options.log:
                with options.log.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(known[-1]) + "\n")
    return _summed(wanted, known)


_BEGUN = time.monotonic()


def _summed(wanted: Sequence[str], known: Sequence[_Entry]) -> int:
    """Print what is known of each kind, and of all. Returns 1 if any puzzle is improper."""
    for kind in wanted:
        own = [one for one in known if one["kind"] == kind]
        rates = []
        for level in _LEVELS:
            made = [one for one in own if one["level"] == level and one["made"]]
            seconds = sum(one["making"] for one in made)
            rates.append(f"{level} {sum(one['made'] for one in made) / seconds:.1f}" if made else f"{level} -")
        print(
            f"{kind}: {sum(one['made'] for one in own)} made, {sum(one['improper'] for one in own)} improper,"
            f" a second of processor time {', '.join(rates)}"
        )
    chosen = [one for one in known if one["kind"] in wanted]
    improper = sum(int(one["improper"]) for one in chosen)
    print(f"{sum(one['made'] for one in chosen)} made of {len(wanted)} kinds, {improper} improper", flush=True)
    return min(improper, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

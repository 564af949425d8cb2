"""Puzzles that show each technique: ``python -m benchmarks.technique_examples FILE [--seconds N] [PUZZLES ...]``.

Adds to FILE, ``bookmaker/publishing/documents/technique_examples.txt``, a line for each technique that has none: its name and a
puzzle as JSON. Puzzles are made for levels and kinds, and read from files of PUZZLES. Of those that need a technique it keeps
the one whose hardest step it is, and of these the one with the fewest rounds.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable
from itertools import count
from pathlib import Path

import bookmaker
from bookmaker.base.errors import UnmetError, UsageError
from bookmaker.formats.apps.registry import render
from bookmaker.logic.grading import Grade, graded
from bookmaker.logic.techniques import BY_NAME, TECHNIQUES
from bookmaker.logic.techniques.declare import Level
from bookmaker.puzzles.grid.puzzle import Puzzle

KINDS = ("killer", "consecutive", "arrow", "between", "thermometers", "kropki", "sandwich", "x-sums", "whispers")

CLASSIC = {technique.name for technique in TECHNIQUES}


def made(number: int, level: str, seed: int, kind: str) -> list[Puzzle]:
    """Puzzles of a level; none where they are too rare."""
    try:
        return [one.puzzle for one in bookmaker.generate(number, level, seed=seed, kind=kind)]
    except UnmetError:
        return []


def made_for(name: str) -> list[Puzzle]:
    """A puzzle whose hardest step is a technique; none where they are too rare."""
    try:
        return [one.puzzle for one in bookmaker.generate(1, hardest=name, attempts=5000)]
    except (UnmetError, UsageError):
        return []


def batches(paths: list[Path], wanted: Iterable[str]) -> Iterable[list[Puzzle]]:
    """Puzzles without end, those of the files first."""
    for path in paths:
        yield list(bookmaker.read(path))
    for name in sorted(CLASSIC & set(wanted)):
        yield made_for(name)
    for kind in KINDS if set(wanted) - CLASSIC else ():
        for level in ("easy", "medium", "hard", "expert") if kind == KINDS[0] else ("easy", "medium"):
            yield made(20, level, 5, kind)
    for seed in count():
        for level in ("easy", "medium", "hard", "expert", "diabolical", "extreme"):
            yield made(50, level, seed, "classic")


def main() -> None:
    """Search as the command line says."""
    parser = argparse.ArgumentParser(description="Puzzles that show each technique.")
    parser.add_argument("file", type=Path)
    parser.add_argument("puzzles", nargs="*", type=Path)
    parser.add_argument("--seconds", type=float, default=600.0, help="processor time at most (default: 600)")
    options = parser.parse_args()
    old = options.file.read_text(encoding="utf-8").splitlines() if options.file.exists() else []
    lines = {line.partition(" ")[0]: line for line in old}
    wanted = {t.name for t in BY_NAME.values() if t.level < Level.BEYOND} - set(lines)
    found: dict[str, tuple[bool, int, str]] = {}
    for puzzles in batches(options.puzzles, wanted):
        for puzzle, grade in zip(puzzles, graded(puzzles), strict=True):
            if not isinstance(grade, Grade):
                continue
            # A reader expects a classic puzzle where one shows the technique.
            may = wanted if puzzle.geometry.plain and not puzzle.cages else wanted - CLASSIC
            for name in may & set(grade.techniques):
                line = f"{name} {render([puzzle], 'json').strip()}"
                best = (grade.hardest != name, grade.rounds, line)
                found[name] = min(best, found.get(name, best))
        if wanted <= set(found) or time.process_time() > options.seconds:
            break
    lines |= {name: line for name, (*_, line) in found.items()}
    text = "".join(f"{lines[name]}\n" for name in BY_NAME if name in lines)
    options.file.write_text(text, encoding="utf-8")
    print("without an example:", *(name for name in BY_NAME if name not in lines))


if __name__ == "__main__":
    main()

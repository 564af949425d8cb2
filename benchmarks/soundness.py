"""Whether techniques keep the answer, and grades are the same for every copy of a puzzle.

``python -m benchmarks.soundness --count N FILE...`` grades all puzzles of the FILEs (as ``benchmarks/grading.py`` reads
them) and, until they are N, minimal ones made at random. A step that took a digit of the answer, or placed another, could not
be followed by the answer: the grid would contradict itself. So every path must end with all cells filled, which is counted.
``--copies N`` also grades a random copy (lines, bands, transposition, digits) of N of them, taken from all over; nothing may
change. Prints JSON lines; the exit code is 1 where anything differs.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

_PIECE = 1000


def _minimal() -> Iterator[Any]:
    from bookmaker.base.seeds import seed_for
    from bookmaker.logic.generation.maker import Maker
    from bookmaker.logic.generation.order import Order
    from bookmaker.puzzles.grid.puzzle import Puzzle
    from bookmaker.puzzles.rules import geometry

    maker, start = Maker(Order(geometry(), minimal=True)), 0
    while True:
        for made in maker.make([seed_for(2026, 0, start + index) for index in range(_PIECE)]):
            yield Puzzle(geometry(), made.givens)
        start += _PIECE


def _lines(generator: random.Random, size: int, step: int) -> list[int]:
    groups = generator.sample(range(0, size, step), size // step)
    return [line for group in groups for line in generator.sample(range(group, group + step), step)]


def copy(puzzle: Any, generator: random.Random) -> Any:
    """A random copy of a classic puzzle."""
    from bookmaker.puzzles.grid.puzzle import Puzzle

    size, (height, width) = puzzle.geometry.size, puzzle.geometry.box
    rows, columns = _lines(generator, size, height), _lines(generator, size, width)
    digits = [0, *generator.sample(range(1, size + 1), size)]
    turned = height == width and generator.random() < 0.5
    places = range(size)
    cells = [(columns[c], rows[r]) if turned else (rows[r], columns[c]) for r in places for c in places]
    return Puzzle(puzzle.geometry, bytes(digits[puzzle.givens[size * row + column]] for row, column in cells))


def main() -> int:
    from benchmarks.grading import puzzles_of
    from bookmaker.logic.grading import grade_many

    parser = argparse.ArgumentParser(description="Soundness of techniques, and grades of copies, as JSON lines.")
    parser.add_argument("--count", type=int, default=100_000, help="puzzles (default: 100,000)")
    parser.add_argument(
        "--copies", type=int, default=10_000, help="puzzles of which a copy is graded (default: 10,000)"
    )
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args()
    start = time.process_time()
    puzzles = [puzzle for file in options.files for puzzle in puzzles_of(file, sys.maxsize)][: options.count]
    from_files = len(puzzles)
    puzzles += islice(_minimal(), options.count - from_files)
    grades = [grade for at in range(0, len(puzzles), _PIECE) for grade in grade_many(puzzles[at : at + _PIECE])]
    unfinished = [str(puzzle) for puzzle, grade in zip(puzzles, grades, strict=True) if grade.hardest is None]
    steps = Counter[str]()
    for grade in grades:
        steps.update(grade.techniques)
    told = {"what": "soundness", "puzzles": len(puzzles), "from_files": from_files, "unfinished": len(unfinished)}
    print(json.dumps({**told, "seconds": round(time.process_time() - start, 1)}))
    print(json.dumps({"what": "steps", "all": steps.total(), **dict(steps.most_common())}), flush=True)
    generator = random.Random(1)
    some = range(0, len(puzzles), max(1, len(puzzles) // options.copies))[: options.copies]
    copies = grade_many(copy(puzzles[index], generator) for index in some)
    changed = [str(puzzles[index]) for index, other in zip(some, copies, strict=True) if other != grades[index]]
    print(json.dumps({"what": "copies", "puzzles": len(some), "changed": len(changed)}))
    for line in (*unfinished, *changed):
        print(line)
    return int(bool(unfinished or changed))


if __name__ == "__main__":
    sys.exit(main())

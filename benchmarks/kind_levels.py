"""Usual scores and minutes of puzzles, by kind and level: ``python -m benchmarks.kind_levels [KIND:SIZE...] [--count N]
[--labels LABEL...]``.

It makes N puzzles (10) with each label, or with those named, of the kinds named, or of all in ``benchmarks/kind_levels.tsv``,
writes the medians of their scores and minutes there, and prints the steps from a label to the next that are no rise or more than
threefold. ``python -m benchmarks.kinds_page`` makes a table of the file. A label of which no puzzles are made has no line.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass, fields
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

import bookmaker
from bookmaker.base.errors import BookmakerError
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.techniques.declare import Level
from bookmaker.logic.techniques.labels import PLUS, splits
from bookmaker.puzzles.rules import geometry

FILE = Path(__file__).parent / "kind_levels.tsv"
SHOWN = ("beginner", "easy", "medium", PLUS, "hard", "expert")
"""The labels that are measured: minutes of harder levels are known of no kind."""

MEDIUM = str(Level.MEDIUM)

SEED, COUNT = 21, 10
MOST = 3.0
"""How many times as long as those of the level below puzzles of a level may take."""


@dataclass(frozen=True, slots=True)
class Row:
    """The medians of some puzzles of a kind, size and level. ``minutes``: the middles of their times, None without evidence."""

    kind: str
    size: int
    level: str
    puzzles: int
    score: int
    minutes: float | None


def row_of(kind: str, size: int, level: str, made: Iterable[GradedPuzzle]) -> Row:
    """The medians of puzzles."""
    grades = [one.grade for one in made]
    middles = [middle for one in grades if (middle := one.time.middle) is not None]
    minutes = round(median(middles), 1) if middles else None
    return Row(kind, size, level, len(grades), round(median(one.score for one in grades)), minutes)


def measured(kind: str, size: int, count: int, labels: Iterable[Any] = SHOWN) -> Iterator[Row]:
    """The rows of a kind."""
    ground = geometry(kind, size)
    split = splits(ground.rules, ground.caged)
    for label in labels:
        if label == PLUS and not split:
            continue
        # An order of medium puzzles has both labels: about three of five are no more than medium.
        more = 3 if label == MEDIUM and split else 1
        try:
            made = bookmaker.generate(more * count, label, seed=SEED, kind=kind, size=size)
        except BookmakerError as error:
            print(f"{kind} {size}x{size} {label}: {error}", file=sys.stderr)
        else:
            yield row_of(kind, size, label, [one for one in made if one.grade.label == label][:count])


def read(path: Path = FILE) -> list[Row]:
    """The rows of the file."""
    with path.open(newline="", encoding="utf-8") as file:
        return [
            Row(kind, int(size), level, int(puzzles), int(score), float(minutes) if minutes else None)
            for kind, size, level, puzzles, score, minutes in list(csv.reader(file, delimiter="\t"))[1:]
        ]


def write(rows: Iterable[Row], path: Path = FILE) -> None:
    """The file of these rows."""
    with path.open("w", newline="", encoding="utf-8") as file:
        out = csv.writer(file, delimiter="\t", lineterminator="\n")
        out.writerow([one.name for one in fields(Row)])
        out.writerows(astuple(row) for row in rows)


def joined(rows: Iterable[Row], new: Iterable[Row]) -> list[Row]:
    """Rows and new ones, which take the places of those of their kinds and labels; kinds in the order of the rows."""
    every = {(row.kind, row.size, row.level): row for row in (*rows, *new)}
    kinds = list(dict.fromkeys((kind, size) for kind, size, _ in every))
    return sorted(every.values(), key=lambda row: (kinds.index((row.kind, row.size)), SHOWN.index(row.level)))


def jumps(rows: Iterable[Row]) -> Iterator[str]:
    """The steps from a level to the next whose minutes do not rise, or rise more than threefold.

    ``medium+`` is compared with medium only: some hard puzzles need one technique, and take no longer than those of ``medium+``.
    """
    held = list(rows)
    levels = [row for row in held if row.level != PLUS]
    steps = [*pairwise(levels), *((one, other) for one, other in pairwise(held) if other.level == PLUS)]
    for before, after in steps:
        if (before.kind, before.size) == (after.kind, after.size) and before.minutes and after.minutes:
            times = after.minutes / before.minutes
            if not 1.0 < times <= MOST:
                yield f"{after.kind} {after.size}x{after.size}: {after.level} takes {times:.2f} times {before.level}"


def main() -> None:
    """Measure, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND:SIZE")
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--labels", nargs="+", choices=SHOWN, default=SHOWN)
    asked = parser.parse_args()
    rows = read() if FILE.exists() else []
    wanted = [(kind, int(size)) for kind, _, size in (one.partition(":") for one in asked.kinds)]
    wanted = wanted or list(dict.fromkeys((row.kind, row.size) for row in rows))
    for own in wanted:
        new = list(measured(*own, asked.count, asked.labels))
        write(rows := joined(rows, new))
    for line in jumps(rows):
        print(line)


if __name__ == "__main__":
    main()

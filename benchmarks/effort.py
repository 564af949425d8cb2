"""Whether scores rise with effort, and whether every level has puzzles, between borders that minutes confirm.

``python -m benchmarks.effort TIMES [PUZZLES ...]`` reads measured times as ``benchmarks.minutes`` does, and puzzles (81
characters at the start of a line, packed or not), and prints JSON lines:

- ``score``, ``hodoku_score``, ``minutes``: Spearman's rank correlation with the measured times, over all puzzles, those that
  singles finish, and the harder ones.
- ``beyond``: the lowest score of a puzzle that only guessing finishes, and the highest of one within logic.
- ``levels``: of random minimal puzzles (``--count``), how many are of each level, with the quartiles of their minutes and scores.
- ``borders``: where borders between the levels from medium to extreme would explain most of the variance of log minutes, over the
  minimal puzzles and the others. A border stands before the technique that it names. ``own``: ours, and what they explain.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import Path

import numpy as np

import bookmaker
from benchmarks.grading import puzzles_of, read_puzzle
from benchmarks.minutes import Floats, of_model, spearman
from bookmaker.logic.grading import Grade, grade_many
from bookmaker.logic.techniques import BY_NAME, TECHNIQUES
from bookmaker.logic.techniques.declare import Level

_PLACE = {technique.name: place for place, technique in enumerate(TECHNIQUES)}

_PLACES = (
    *(
        "naked-triple",
        "naked-quadruple",
        "x-wing",
        "remote-pair",
        "skyscraper",
        "w-wing",
        "xy-wing",
        "unique-rectangle-1",
    ),
    *("finned-x-wing", "finned-swordfish", "x-chain", "continuous-nice-loop", "grouped-continuous-nice-loop", "als-xz"),
    "nishio-forcing-chain",
)
"""Where borders are tried: between groups of techniques."""

_FEWEST = 40
"""Puzzles that a level has at least."""


def _is_single(grade: Grade) -> bool:
    return grade.hardest is None or BY_NAME[grade.hardest].level <= Level.EASY


def with_times(path: Path) -> None:
    """Print the rank correlations with measured times."""
    rows = list(csv.DictReader(line for line in path.read_text().splitlines() if not line.startswith("#")))
    measured = np.array([float(row["mean_seconds"]) for row in rows])
    grades = grade_many(read_puzzle(row["puzzle"]) for row in rows)
    harder = np.array([not _is_single(grade) for grade in grades])
    parts = {"all": np.ones_like(harder), "singles": ~harder, "harder": harder}
    for name, values in (
        ("score", [grade.score for grade in grades]),
        ("hodoku_score", [grade.estimates.hodoku_score or 0 for grade in grades]),
        ("minutes", [of_model(grade) for grade in grades]),
    ):
        found = np.array(values, float)
        print(json.dumps({name: {key: round(spearman(found[part], measured[part]), 3) for key, part in parts.items()}}))


def beyond(grades: Iterable[Grade]) -> None:
    """Print how the scores beyond logic and within it lie to each other."""
    scores: dict[bool, list[int]] = {True: [], False: []}
    for grade in grades:
        scores[grade.level == str(Level.BEYOND)].append(grade.score)
    ends = {"lowest": min(scores[True], default=None), "highest_within": max(scores[False], default=None)}
    print(json.dumps({"beyond": ends, "puzzles": len(scores[True]), "within": len(scores[False])}))


def levels(grades: Sequence[Grade]) -> None:
    """Print how many puzzles each level has, their minutes and their scores."""
    for level in Level:
        held = [grade for grade in grades if grade.level == str(level)]
        if held:
            minutes = np.percentile([of_model(grade) for grade in held], (25, 50, 75)).round(1).tolist()
            scores = np.percentile([grade.score for grade in held], (25, 50, 75)).round().tolist()
            share = round(len(held) / len(grades), 3)
            print(json.dumps({"level": str(level), "share": share, "minutes": minutes, "scores": scores}))


def _explained(logs: Floats, parts: np.ndarray) -> float:
    left = sum(float(((logs[parts == part] - logs[parts == part].mean()) ** 2).sum()) for part in set(parts.tolist()))
    return 1 - left / float(((logs - logs.mean()) ** 2).sum())


def borders(grades: Iterable[Grade]) -> None:
    """Print the borders that explain most, and our own."""
    harder = [grade for grade in grades if not _is_single(grade)]
    logs = np.log([of_model(grade) for grade in harder])
    places = np.array([_PLACE[grade.hardest or ""] for grade in harder])
    found = []
    for chosen in combinations(_PLACES, 4):
        parts = np.searchsorted([_PLACE[name] for name in chosen], places, side="right")
        if np.bincount(parts, minlength=5).min() >= _FEWEST:
            found.append((round(_explained(logs, parts), 4), chosen))
    for explained, chosen in sorted(found, reverse=True)[:5]:
        print(json.dumps({"borders": chosen, "explained": explained}))
    own = np.array([min(BY_NAME[grade.hardest or ""].level, Level.EXTREME) for grade in harder])
    print(json.dumps({"own": round(_explained(logs, own), 4)}))


def main() -> None:
    """Read the tables, and print what they say."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("times", type=Path, help="CSV with the columns puzzle, solvers, mean_seconds")
    parser.add_argument("puzzles", type=Path, nargs="*", help="files of puzzles")
    parser.add_argument("--count", type=int, default=1000, help="random minimal puzzles")
    arguments = parser.parse_args()
    with_times(arguments.times)
    others = [grade for path in arguments.puzzles for grade in grade_many(puzzles_of(path, 5000))]
    beyond(others)
    minimal = [one.grade for one in bookmaker.generate(arguments.count, "any", seed=5, minimal=True)]
    levels(minimal)
    borders([*minimal, *others])


if __name__ == "__main__":
    main()

"""Whether levels mean the same effort for Killers as for classic puzzles: ``python -m benchmarks.killer_levels [FILE...]``.

What a puzzle takes beyond easy steps is the sum of the scores of its steps by techniques that are harder than easy; scores are
in one unit for both kinds. Of classic puzzles and of Killers, made to each level, and of published ones that are harder than easy
(Killers from FILEs as ``benchmarks/killer.py`` has them, classic puzzles from the file of ``--classic``, in any format), it
prints the quartiles, the medians as multiples of that of medium, and the medians of what the techniques of the level itself cost
and of the minutes. Then, for each hardest technique, the median of the made Killers and the level that fits it: the classic level
whose multiple is nearest by ratio.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from math import log
from pathlib import Path

import numpy as np

import bookmaker
from benchmarks.killer import read
from benchmarks.minutes import of_model
from bookmaker.logic.grading import Grade, grade
from bookmaker.logic.techniques import BY_NAME, CAGED_TECHNIQUES
from bookmaker.logic.techniques.declare import Level

LEVELS = (Level.MEDIUM, Level.HARD, Level.EXPERT, Level.DIABOLICAL)


def effort(found: Grade) -> int:
    """What the steps beyond the easy ones cost."""
    return sum(BY_NAME[name].score * n for name, n in found.techniques.items() if BY_NAME[name].level > Level.EASY)


def own_effort(found: Grade) -> int:
    """What the steps of the grade's own level cost."""
    return sum(
        BY_NAME[name].score * n for name, n in found.techniques.items() if str(BY_NAME[name].level) == found.level
    )


def told(what: str, grades: list[Grade], medium: float) -> float:
    low, median, high = np.quantile([effort(found) for found in grades], (0.25, 0.5, 0.75))
    times = f", {median / medium:.2f} times medium" if medium else ""
    own, minutes = np.median([(own_effort(found), of_model(found)) for found in grades], axis=0)
    print(
        f"{what}: {len(grades)} puzzles, quartiles {low:.0f} {median:.0f} {high:.0f}{times}, "
        f"own techniques {own:.0f}, {minutes:.0f} minutes",
        flush=True,
    )
    return float(median)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--classic", type=Path)
    parser.add_argument("--count", type=int, default=200, help="of each kind and level; a tenth of the diabolical ones")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    multiples: dict[Level, float] = {}
    hardest = defaultdict[str, list[int]](list)
    own = 1.0
    for kind in ("classic", "killer"):
        medium = 0.0
        for level in LEVELS:
            count = arguments.count if level < Level.DIABOLICAL else max(1, arguments.count // 10)
            grades = [one.grade for one in bookmaker.generate(count, str(level), arguments.seed, kind=kind)]
            median = told(f"{kind}, made {level}", grades, medium)
            medium = medium or median
            if kind == "classic":
                multiples[level] = median / medium
            else:
                own = medium
                for found in grades:
                    hardest[str(found.hardest)].append(effort(found))
    killers = [puzzle for path in arguments.files for _, puzzle, _ in read(path)]
    for kind, puzzles in (
        ("classic", bookmaker.read(arguments.classic) if arguments.classic else []),
        ("killer", killers),
    ):
        grades = [grade(puzzle) for puzzle in puzzles]
        for level in LEVELS:
            if some := [found for found in grades if found.level == str(level)]:
                told(f"{kind}, published {level}", some, 0)
    for technique in CAGED_TECHNIQUES:
        if efforts := hardest[technique.name]:
            median = float(np.median(efforts))
            nearest = min(LEVELS, key=lambda level: abs(log(median / own / multiples[level])))
            print(
                f"  {technique.name} ({technique.level}): {len(efforts)} puzzles, median {median:.0f}, fits {nearest}"
            )


if __name__ == "__main__":
    main()

"""How many puzzles of a wanted kind are made in a second, as JSON lines: ``python -m benchmarks.targets [NAME ...]``.

Names are levels, techniques, ``hodoku-easy`` .. ``hodoku-extreme``, or none for the list of bars. One thread, processor time,
compiling not counted; each name has ``--seconds`` (default 10). ``hodoku-hard`` counts what HoDoKu would call hard, by our
estimate of its level, among the puzzles of an order that has many of them (see HODOKU): its scale has other boundaries. Its
EXTREME begins at a sum of 1,800 points, whatever the techniques; our ``extreme``, which needs forcing chains, has its own row.
"""

from __future__ import annotations

import argparse
import json
import time

from bookmaker.base.seeds import seed_for
from bookmaker.logic.generation.maker import Maker
from bookmaker.logic.generation.order import Made, Order
from bookmaker.logic.generation.order_fields import LEVELS
from bookmaker.logic.grading import grade_many
from bookmaker.logic.techniques.declare import Level
from bookmaker.logic.techniques.requirements import Path
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

BARS: dict[str, float | None] = {
    "x-wing": 20, "xy-wing": 100, "swordfish": 2, "jellyfish": 3, "naked-quadruple": 15, "hidden-quadruple": 1,
    "finned-jellyfish": 12,
    "naked-pair": 77, "hidden-pair": 18, "skyscraper": 120, "w-wing": 130,
    "beginner": None, "easy": 1560, "medium": 630, "hard": None, "expert": None, "diabolical": None, "extreme": None,
    "hodoku-easy": 1560, "hodoku-medium": 630, "hodoku-hard": 540, "hodoku-unfair": 260, "hodoku-extreme": 280,
}  # fmt: skip
"""The wanted puzzles a second; None where no peer's rate is known. For finned jellyfish, which no peer makes, it is five times
our own rate of version 0.5.0.
"""

HODOKU: dict[str, tuple[Level | None, int | None]] = {
    "hodoku-easy": (Level.EASY, None),
    "hodoku-medium": (Level.MEDIUM, None),
    "hodoku-hard": (Level.EXPERT, None),
    "hodoku-unfair": (Level.DIABOLICAL, None),
    "hodoku-extreme": (None, 1800),
}
"""The level and the least score to ask for."""


_AT_ONCE = 16


def order_for(name: str, symmetry: str) -> Order:
    """The order of a name of the command line."""
    if name in HODOKU or name in LEVELS:
        level, low = HODOKU[name] if name in HODOKU else (Level[name.upper()], None)
        return Order(geometry(), level, symmetry, path=Path(score=(low, None)))  # type: ignore[arg-type]
    return Order(geometry(), symmetry=symmetry, path=Path(hardest=name))  # type: ignore[arg-type]


def measured(name: str, seconds: float, symmetry: str) -> dict[str, object]:
    """Rate, attempts and givens of one name."""
    order = order_for(name, symmetry)
    maker = Maker(order)
    start = time.process_time()
    maker.make(range(_AT_ONCE), lambda: time.process_time() - start > seconds)
    made: list[Made] = []
    attempts = 0

    def count(more: int) -> None:
        nonlocal attempts
        attempts += more

    start, index = time.process_time(), 0
    while time.process_time() - start < seconds:
        made += [
            puzzle
            for puzzle in maker.make(
                [seed_for(1, index + number) for number in range(_AT_ONCE)],
                lambda: time.process_time() - start >= seconds,
                count,
            )
            if isinstance(puzzle, Made)
        ]
        index += _AT_ONCE
    took = time.process_time() - start
    wanted = len(made)
    if name in HODOKU:
        grades = grade_many(Puzzle(order.geometry, puzzle.givens) for puzzle in made)
        wanted = sum(grade.estimates.hodoku_level == name.removeprefix("hodoku-").upper() for grade in grades)
    bar = BARS.get(name)
    return {
        "hardest" if name not in LEVELS and name not in HODOKU else "level": name,
        "symmetry": symmetry,
        "per_second": round(wanted / took, 2),
        "bar": bar,
        "met": None if bar is None else wanted / took >= bar,
        "attempts_per_second": round(attempts / took),
        "givens": round(sum(81 - puzzle.givens.count(0) for puzzle in made) / max(1, len(made)), 1),
    }


def main() -> None:
    """Measure what the command line names."""
    parser = argparse.ArgumentParser(description="Puzzles of a wanted kind made in a second, as JSON lines.")
    parser.add_argument("names", nargs="*", help="levels, techniques, hodoku-LEVEL; none for the list of bars")
    parser.add_argument("--seconds", type=float, default=10.0, help="for each name (default: 10)")
    parser.add_argument("--symmetry", default="none", help="of the givens (default: none)")
    options = parser.parse_args()
    for name in options.names or BARS:
        print(json.dumps(measured(name, options.seconds, options.symmetry)), flush=True)


if __name__ == "__main__":
    main()

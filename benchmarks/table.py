"""The table of the solver, beside its goals: ``python -m benchmarks.table [NAME=FILE...]``.

Every rate is of one thread and of processor time, the best of several rounds in which all sets and qqwing take turns. It is
printed as a multiple of what ``qqwing --count-solutions`` does in the same run on puzzles of 17 givens, and so are the goals,
because machines differ. A goal was set as a multiple of the solver tdoku, which does 27 x qqwing on puzzles of 17 givens.

The samples of the tests and sets made here by seed stand for the sets of the goals. A FILE of puzzles, as
:mod:`benchmarks.solving` reads it, takes the place of one of them: ``17-given=FILE``. Hardest puzzles come with a FILE only.
"""

from __future__ import annotations

import argparse
import resource
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.counting import sub_puzzles, with_one_less
from benchmarks.solving import qqwing, read
from benchmarks.tail import DATA, random_grids
from bookmaker.base.seeds import seed_for
from bookmaker.logic.generation.maker import Maker
from bookmaker.logic.generation.order import Made, Order
from bookmaker.logic.kernels import classic9
from bookmaker.puzzles.rules import geometry

_TDOKU = 27
_TDOKU_17 = 336_870
"""What tdoku does a second on puzzles of 17 givens, in the run that the goals refer to: with it go its rates below."""

_MADE = 6_000
_SHORT = 0.12
"""Seconds that a round of one set takes about."""

_BESIDE = 4_000
_ROUNDS = 5


@dataclass(frozen=True)
class Goal:
    """``times`` what tdoku does on its puzzles of a kind, ``tdoku`` a second, counting up to ``limit``."""

    name: str
    times: float
    tdoku: int
    limit: int = 2

    @property
    def beside_qqwing(self) -> float:
        return self.times * self.tdoku / _TDOKU_17 * _TDOKU


GOALS = (
    Goal("17-given", 7, 336_870),
    Goal("top1465", 4.5, 121_631),
    Goal("hardest", 4, 20_681),
    Goal("1106", 4, 13_581),
    Goal("minimal", 7, 371_101),
    Goal("improper", 2, 546_346),
    Goal("mix", 2, 253_709),
    Goal("many", 2, 210_892),
    Goal("many", 2, 4_648, 1000),
)
"""``improper``: minimal puzzles with a given less. ``mix``: of three one is proper, one has a given less, one has a wrong given.
``many``: 7 to 16 givens of a full grid.
"""


def changed(puzzles: np.ndarray, chance: np.random.Generator) -> np.ndarray:
    """The puzzles, each with one of its givens changed to a digit that no given clashes with, where there is one."""
    some = puzzles.copy()
    houses = [sorted(house.cells) for house in geometry().houses]
    for row in some:
        cell = chance.choice(np.flatnonzero(row))
        seen = {int(row[other]) for house in houses if cell in house for other in house}
        free = [digit for digit in range(1, 10) if digit not in seen]
        if free:
            row[cell] = chance.choice(free)
    return some


def made(number: int) -> np.ndarray:
    puzzles = Maker(Order(geometry(), minimal=True)).make([seed_for(17, i) for i in range(number)])
    return np.array([list(puzzle.givens) for puzzle in puzzles if isinstance(puzzle, Made)], np.uint8)


def sets_of(files: dict[str, Path]) -> dict[str, np.ndarray]:
    chance = np.random.default_rng(17)
    minimal = made(_MADE)
    third = _MADE // 3
    less, wrong, proper = minimal[:third], minimal[third : 2 * third], minimal[2 * third :]
    mix = np.concatenate([with_one_less(less, third, chance), changed(wrong, chance), proper])
    return {
        "17-given": read(DATA / "17_clue_sample.txt.gz"),
        "top1465": read(DATA / "top1465.txt.gz"),
        "minimal": minimal,
        "improper": with_one_less(minimal, _MADE, chance),
        "mix": chance.permutation(mix),
        "many": sub_puzzles(random_grids(2_000), 7, 16, 2_000, chance),
        **{name: read(path) for name, path in files.items()},
    }


def taken(cells: np.ndarray, limit: int) -> float:
    counts, none = np.zeros(len(cells), np.int64), np.zeros((len(cells), 0, 81), np.uint8)
    start = time.thread_time()
    classic9.count_batch(cells, limit, 0, counts, none)
    return time.thread_time() - start


def beside(cells: np.ndarray) -> float:
    start = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    qqwing(cells)
    return len(cells) / (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - start)


def sized(cells: np.ndarray, limit: int) -> np.ndarray:
    """As many of the puzzles, or copies of them, as make a round."""
    taken(cells[:10], limit)  # Compiles, or loads from the cache.
    once = taken(cells[:400], limit) / len(cells[:400])
    number = max(100, int(_SHORT / once))
    return np.ascontiguousarray(np.tile(cells, (-(-number // len(cells)), 1))[:number])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", metavar="NAME=FILE", help="a set of puzzles in place of the usual one")
    names = {goal.name for goal in GOALS}
    files = {name: Path(path) for name, _, path in (word.partition("=") for word in parser.parse_args().files)}
    if unknown := sorted(files.keys() - names):
        parser.error(f"{unknown[0]!r}: the sets are {', '.join(sorted(names))}")
    sets = sets_of(files)
    goals = [goal for goal in GOALS if goal.name in sets]
    runs = [sized(sets[goal.name], goal.limit) for goal in goals]
    few = sets["17-given"][:_BESIDE]
    yardstick, rates = 0.0, [0.0] * len(goals)
    for _ in range(_ROUNDS):
        yardstick = max(yardstick, beside(few))
        for place, (goal, cells) in enumerate(zip(goals, runs, strict=True)):
            rates[place] = max(rates[place], len(cells) / taken(cells, goal.limit))
    print(f"qqwing on puzzles of 17 givens: {yardstick:,.0f} /s")
    print("set          limit          /s   x qqwing   goal   of the goal")
    for goal, rate in zip(goals, rates, strict=True):
        times, needed = rate / yardstick, goal.beside_qqwing
        print(f"{goal.name:12} {goal.limit:5} {rate:11,.0f} {times:10.2f} {needed:6.1f} {times / needed:13.2f}")


if __name__ == "__main__":
    main()

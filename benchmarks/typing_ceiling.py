"""How well any ranking of typing errors can do: ``python -m benchmarks.typing_ceiling PUZZLES [--count N] [--seed N]``.

Errors are planted as by :mod:`benchmarks.finding`, the same ones for the same seed. The corrections that ``fix`` finds are ranked
by Bayes' rule with the planting's own probabilities, too: no ranking that looks at errors alone does better in the long run.
These are not written down here: the functions that plant are run through all that their dice can show, so that the two cannot
drift apart. As JSON lines, of all puzzles and of each kind of error: how often the true cause is first and among three by
``fix`` and by the planting's own odds; in the last, which kinds of wrong corrections took first place by ``fix``.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

import bookmaker
from benchmarks.finding import planted
from benchmarks.planted_errors import TYPING, Error
from bookmaker.logic.repair.added_givens import with_givens
from bookmaker.logic.repair.typing_errors import Slip, corrections
from bookmaker.logic.solve.solver import count_solutions, solve
from bookmaker.puzzles.grid.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class _Chance:
    """A random number that is only compared with a bound."""

    dice: AllDice

    def __lt__(self, bound: float) -> bool:
        return self.dice.turn((bound, 1 - bound)) == 0


class AllDice(random.Random):
    """Dice that show in turn all that they can: each run of a function takes the next way through it."""

    def __init__(self) -> None:
        super().__init__(0)
        self._path: list[tuple[int, int]] = []
        self._at = 0
        self.odds = 1.0
        """How likely the way of the last run was."""

    def turn(self, odds: Sequence[float]) -> int:
        """Which of several things happens, each with its probability."""
        if self._at == len(self._path):
            self._path.append((0, len(odds)))
        one, _ = self._path[self._at]
        self._at += 1
        self.odds *= odds[one]
        return one

    def next_way(self) -> bool:
        """Whether there is another way through the function; the next run will take it."""
        while self._path and self._path[-1][0] == self._path[-1][1] - 1:
            self._path.pop()
        if self._path:
            one, width = self._path.pop()
            self._path.append((one + 1, width))
        self._at, self.odds = 0, 1.0
        return bool(self._path)

    def random(self) -> _Chance:  # type: ignore[override]
        return _Chance(self)

    def choice(self, seq: Any) -> Any:
        return seq[self.turn([1 / len(seq)] * len(seq))]

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:  # type: ignore[override]
        return int(self.choice(range(start) if stop is None else range(start, stop, step)))

    def randint(self, a: int, b: int) -> int:
        return self.randrange(a, b + 1)

    def sample(self, population: Any, k: int, *, counts: Any = None) -> list[Any]:
        assert counts is None
        left, taken = list(population), []
        for _ in range(k):
            taken.append(left.pop(self.turn([1 / len(left)] * len(left))))
        return taken


def outcomes(error: Error, puzzle: Puzzle) -> dict[bytes, float]:
    """The givens of all wrong puzzles that an error makes of a puzzle, each with its probability."""
    found: dict[bytes, float] = defaultdict(float)
    dice = AllDice()
    more = True
    while more:
        wrong = error(dice, puzzle)
        if wrong is not None and wrong.givens != puzzle.givens:
            found[wrong.givens] += dice.odds
        more = dice.next_way()
    return found


def likelihood(puzzle: Puzzle, wrong: Puzzle, errors: Sequence[Error] = TYPING) -> float:
    """How likely ``wrong`` comes of ``puzzle`` where each kind of error is as likely as the others, and one is noticed."""
    whole = 0.0
    for error in errors:
        found = outcomes(error, puzzle)
        if wrong.givens not in found:
            continue
        cells = np.frombuffer(b"".join(found), np.uint8).reshape(len(found), -1)
        noticed = count_solutions(cells, 2, puzzle.geometry) != 1
        whole += found[wrong.givens] / sum(odds for odds, seen in zip(found.values(), noticed, strict=True) if seen)
    return whole / len(errors)


@dataclass(frozen=True, slots=True)
class Ranked:
    """An error that was planted, and its corrections: as ``fix`` ranks them, with the puzzles that they make and their odds."""

    error: str
    wrong: Puzzle
    meant: Puzzle
    slips: tuple[Slip, ...]
    mended: tuple[Puzzle, ...]
    odds: tuple[float, ...]

    def place(self, *, planted: bool) -> int:
        """The place of the true cause from 0, by the planting's own odds or by ``fix``; -1 if it was not found."""
        if self.meant not in self.mended:
            return -1
        place = self.mended.index(self.meant)
        return sum(odds > self.odds[place] for odds in self.odds) if planted else place


def ranked(puzzles: Sequence[tuple[Puzzle, bytes]], count: int, seed: int) -> Iterator[Ranked]:
    """Errors planted in puzzles with these answers, as :mod:`benchmarks.finding` does with this seed."""
    for number in range(count):
        error = TYPING[number % len(TYPING)]
        puzzle, answer = puzzles[(number // len(TYPING) * 7 + number) % len(puzzles)]
        wrong = planted(error, random.Random(f"{seed} {number}"), puzzle, answer, False)
        if wrong is not None:
            slips = corrections(wrong)
            mended = tuple(with_givens(wrong, ((cell, new) for cell, _, new in slip.changes)) for slip in slips)
            odds = tuple(likelihood(one, wrong) for one in mended)
            yield Ranked(error.__name__, wrong, puzzle, slips, mended, odds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("puzzles")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=16)
    options = parser.parse_args()
    read = [replace(puzzle, answer=None) for puzzle in bookmaker.read(options.puzzles)]
    solved = [(puzzle, answer) for puzzle in read if (answer := solve(puzzle, 2, 1_000_000).solution) is not None]
    tallies: dict[str, Counter[str]] = defaultdict(Counter)
    ahead: Counter[str] = Counter()
    for one in ranked(solved, options.count, options.seed):
        for name in ("all", one.error):
            tallies[name]["errors"] += 1
            tallies[name]["corrections"] += len(one.slips)
            for who in ("fix", "planting"):
                place = one.place(planted=who == "planting")
                tallies[name][f"first by {who}"] += place == 0
                tallies[name][f"among three by {who}"] += 0 <= place < 3
        if one.place(planted=False) > 0:
            ahead[f"{one.error}: {one.slips[0].kind}"] += 1
    for name, tally in tallies.items():
        print(json.dumps({"error": name, **tally}))
    print(json.dumps({"ahead of the true cause": dict(ahead.most_common())}))


if __name__ == "__main__":
    main()

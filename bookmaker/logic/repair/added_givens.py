"""Givens that leave a wanted answer as the only solution: the fewest, and those of a published method.

The fewest: added cells must meet every set of cells in which another solution differs from the answer. The solver supplies such
sets, each made as small as possible (an unavoidable set, as the field calls it): see
:mod:`bookmaker.logic.solve.minimum_hitting_set`. If any answer will do, see :mod:`bookmaker.logic.repair.ways`.

The published method: repeatedly the digit of the wanted answer that the fewest solutions share. It was published for newspaper
puzzles in Russian ("How to mend improper Sudoku and keep their classic structure", 2025): count over all solutions how often each
cell holds the answer's digit, add the rarest as a given, keep the solutions that have it, and repeat until only the answer is
left. The chain 27(2), 3(1), 1 lists how many solutions there were at each stage, and how many cells were equally good choices.
The first of them in reading order is used, as the publication suggests.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from bookmaker.logic.solve.minimum_hitting_set import PATIENCE, smallest_sets
from bookmaker.logic.solve.solver import solution_array
from bookmaker.logic.solve.work import charge
from bookmaker.puzzles.grid.puzzle import Puzzle

MANY = 200_000
"""More solutions than this are not listed to find the best answer among them."""

NAMED = 1000
"""The most smallest mends to list; a note says if there are more."""

Candidates = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Additions:
    """What was found.

    mends: smallest sets of (cell, digit) to add, each ascending, at most NAMED. complete: whether these are all. least: a proven
    lower bound. proven: ``least`` is the size of these. any_answer: whether the proof is about every answer, not about one.
    """

    mends: tuple[Candidates, ...]
    complete: bool
    least: int
    proven: bool
    any_answer: bool


def with_givens(puzzle: Puzzle, added: Iterable[tuple[int, int]]) -> Puzzle:
    """The puzzle with further givens (cell, digit); digit 0 takes one away."""
    givens = bytearray(puzzle.givens)
    for cell, digit in added:
        givens[cell] = digit
    return replace(puzzle, givens=bytes(givens))


def _other(puzzle: Puzzle, answer: bytes, cells: Iterable[int]) -> bytes | None:
    """A solution other than the answer that agrees with it in these cells."""
    for row in solution_array(with_givens(puzzle, ((cell, answer[cell]) for cell in cells)), 2):
        if row.tobytes() != answer:
            return bytes(row)
    return None


def to_answer(puzzle: Puzzle, answer: bytes, enough: int = NAMED, patience: int = PATIENCE) -> Additions:
    """The smallest additions that leave ``answer``, one of the puzzle's solutions, as the only one."""
    everywhere = range(len(answer))

    def missed(chosen: tuple[int, ...]) -> list[int] | None:
        other = _other(puzzle, answer, chosen)
        if other is None:
            return None
        differing = [cell for cell in everywhere if other[cell] != answer[cell]]
        # Shrink the set while another solution differs only in some of its cells.
        for cell in tuple(differing):
            if cell not in differing:
                continue
            fixed = [at for at in everywhere if at not in differing or at == cell]
            closer = _other(puzzle, answer, fixed)
            if closer is not None:
                differing = [at for at in differing if closer[at] != answer[at]]
        return differing

    found = smallest_sets(len(answer), missed, len(answer), enough, patience)
    mends = tuple(tuple((cell, answer[cell]) for cell in cells) for cells in sorted(found.sets))
    if mends:
        return Additions(mends, found.complete, found.least, True, False)
    return Additions((_greedy_to(puzzle, answer),), False, found.least, False, False)


def _greedy_to(puzzle: Puzzle, answer: bytes) -> Candidates:
    """Additions, none superfluous, that leave the answer: not smallest, but fast."""
    added: list[int] = []
    while (other := _other(puzzle, answer, added)) is not None:
        # The cell that distinguishes the answer from most of the solutions found first.
        met = solution_array(with_givens(puzzle, ((cell, answer[cell]) for cell in added)), 1000)
        agree = (met == np.frombuffer(answer, np.uint8)).sum(axis=0)
        agree[[cell for cell in range(len(answer)) if other[cell] == answer[cell]]] = len(met) + 1
        added.append(int(agree.argmin()))
    for cell in tuple(added):
        fewer = [at for at in added if at != cell]
        if _other(puzzle, answer, fewer) is None:
            added = fewer
    return tuple((cell, answer[cell]) for cell in sorted(added))


def keeps_symmetry(puzzle: Puzzle, orbits: Sequence[tuple[int, ...]]) -> bool:
    """Whether the givens fill whole orbits."""
    return all(len({bool(puzzle.givens[cell]) for cell in orbit}) == 1 for orbit in orbits)


# Among listed solutions: how often each cell holds each digit, and the fewest candidates that only one of them has.

LOOK = 1e-9
"""Seconds of work of looking at one cell of one solution."""


@dataclass(frozen=True, slots=True)
class Discerned:
    """Sets of candidates of one size that exactly one solution has. ``mends``: the sets, or the first of them; ``complete``:
    whether these are all; ``tired``: whether the search reached its bound; ``looked``: its work, solutions times cells.
    """

    mends: tuple[Candidates, ...]
    complete: bool
    tired: bool
    looked: int


def frequencies(solutions: npt.NDArray[np.uint8], size: int) -> npt.NDArray[np.int64]:
    """How often each cell holds each digit: uint8[n, cells] -> int64[cells, size + 1]."""
    from bookmaker.logic.kernels import distinguishing_digits

    counts = np.zeros((solutions.shape[1], size + 1), np.int64)
    distinguishing_digits.frequencies(solutions, counts)
    return counts


def discerned(solutions: npt.NDArray[np.uint8], size: int, number: int, patience: int, enough: int) -> Discerned:
    """Sets of ``number`` candidates that exactly one of the solutions uint8[n, cells], n >= 2, has; no fewer may suffice."""
    from bookmaker.logic.kernels import distinguishing_digits

    counts = frequencies(solutions, size)
    order = sorted(
        (int(counts[cell, digit]), cell, digit)
        for cell, digit in np.argwhere(counts).tolist()
        if counts[cell, digit] < len(solutions)
    )
    candidates = np.array([(cell, digit) for _, cell, digit in order], np.int64).reshape(-1, 2)
    room, found = np.zeros((enough, number), np.int64), np.zeros(2, np.int64)
    status = distinguishing_digits.smallest(
        solutions, np.unique(candidates[:, 0]), candidates, number, patience, enough, room, found
    )
    charge(int(found[1]) * LOOK)
    mends = sorted(
        tuple(sorted((int(cell), int(digit)) for cell, digit in candidates[chosen])) for chosen in room[: int(found[0])]
    )
    done = status == distinguishing_digits.DONE
    return Discerned(tuple(mends), done, not done and not mends, int(found[1]))


def rarest_first(solutions: npt.NDArray[np.uint8], size: int) -> Candidates:
    """Candidates that leave one of the solutions uint8[n, cells], n >= 1: repeatedly the rarest among those left."""
    added: list[tuple[int, int]] = []
    while len(solutions) > 1:
        counts = frequencies(solutions, size)
        counts[counts == 0] = len(solutions) + 1
        cell, digit = divmod(int(counts.argmin()), counts.shape[1])
        added.append((cell, digit))
        solutions = solutions[solutions[:, cell] == digit]
    return tuple(sorted(added))


LISTED = 1_000_000
"""The most solutions listed at once. Only these are counted, and the chain says that there are more."""


@dataclass(frozen=True)
class Stage:
    """One stage: how many solutions (``more``: at least), how many choices are equally good, and the table of frequencies.

    ``table``: for each cell how many of the solutions have the answer's digit there; without a wanted answer, the rarest digit
    there. The last stage has one solution, no choices and no table.
    """

    solutions: int
    more: bool
    choices: int = 0
    table: tuple[int, ...] = ()

    def __str__(self) -> str:
        number = f"{'>' if self.more else ''}{self.solutions}"
        return f"{number}({self.choices})" if self.choices else number


def by_frequency(puzzle: Puzzle, answer: bytes | None) -> tuple[Candidates, tuple[Stage, ...]]:
    """The additions in order, and the chain. ``answer``: one of the solutions, or None for any."""
    added: list[tuple[int, int]] = []
    stages: list[Stage] = []
    found = solution_array(puzzle, LISTED)
    while True:
        more = len(found) == LISTED
        if len(found) == 1:
            return tuple(added), (*stages, Stage(1, False))
        table, digits = digit_table(found, puzzle.geometry.size, answer)
        rarest = int(table.min())
        cell = int(table.argmin())
        stages.append(Stage(len(found), more, int((table == rarest).sum()), tuple(table.tolist())))
        added.append((cell, int(digits[cell])))
        if more:
            found = solution_array(with_givens(puzzle, added), LISTED)
        else:
            found = found[found[:, cell] == digits[cell]]


def digit_table(
    found: npt.NDArray[np.uint8], size: int, answer: bytes | None
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """For each cell a digit and its frequency. A cell with the same digit in all solutions counts all of them."""
    counts = frequencies(found, size)
    if answer is not None:
        digits = np.frombuffer(answer, np.uint8).astype(np.int64)
        # The answer may be missing among the solutions listed; count its own digits once.
        return np.maximum(counts[np.arange(len(digits)), digits], 1), digits
    counts[counts == 0] = len(found) + 1
    digits = counts.argmin(axis=1)
    return counts[np.arange(len(digits)), digits], digits


def chain_text(stages: tuple[Stage, ...]) -> str:
    """The chain as published: ``27(2), 3(1), 1``."""
    return ", ".join(map(str, stages))


# All ways through the published method of adding givens, where several cells are equally good choices.
#
# The publication notes them at each stage: ``584(2), 32(4×3), 2(10), 1`` says that of 584 solutions
# either of two choices leaves 32, that the one choice then leaves 4 equally good ones and the other 3, and that after each of
# these seven there are 10. ``4(8), 2(8×4|2), 1``: after each of the 8 choices there are 4 or 2.

_MOST_STATES = 3000


@dataclass(frozen=True)
class Chain:
    """One course of numbers, (solutions, choices) at each stage, and how many ways through the choices have it."""

    stages: tuple[tuple[int, int], ...]
    ways: int

    @property
    def added(self) -> int:
        """How many givens it adds."""
        return len(self.stages) - 1

    def __str__(self) -> str:
        return ", ".join(f"{solutions}({choices})" if choices else str(solutions) for solutions, choices in self.stages)


@dataclass(frozen=True)
class Branches:
    """All chains, the commonest first. ``notation``: the branches of each stage as published. ``complete``: none is missing."""

    chains: tuple[Chain, ...]
    notation: str
    complete: bool


def branches(puzzle: Puzzle, answer: bytes | None, most: int = _MOST_STATES) -> Branches | None:
    """Every way through the equally good choices; None where there are too many solutions to list.

    ``answer``: one of the solutions, or None for any. ``most``: different sets of solutions at one stage that are followed.
    """
    found = solution_array(puzzle, LISTED)
    if len(found) == LISTED:
        return None
    every = np.arange(len(found), dtype=np.int32)
    # Sets of solutions that are left -> the chains that lead there, each with its number of ways.
    states: dict[bytes, Counter[tuple[tuple[int, int], ...]]] = {every.tobytes(): Counter({(): 1})}
    done: Counter[tuple[tuple[int, int], ...]] = Counter()
    stages: list[str] = []
    complete = True
    edges = [every.tobytes()]
    while states:
        choices: dict[bytes, int] = {}
        following: dict[bytes, Counter[tuple[tuple[int, int], ...]]] = {}
        order: list[bytes] = []
        for key, chains in states.items():
            left = np.frombuffer(key, np.int32)
            if len(left) == 1:
                choices[key] = 0
                for chain, ways in chains.items():
                    done[(*chain, (1, 0))] += ways
                continue
            table, digits = digit_table(found[left], puzzle.geometry.size, answer)
            cells = np.flatnonzero(table == table.min()).tolist()
            choices[key] = len(cells)
            for cell in cells:
                next_key = left[found[left, cell] == digits[cell]].tobytes()
                order.append(next_key)
                if next_key not in following and len(following) == most:
                    complete = False
                    continue
                onward = following.setdefault(next_key, Counter())
                for chain, ways in chains.items():
                    onward[(*chain, (len(left), len(cells)))] += ways
        stages.append(stage_text([(len(key) // 4, choices[key]) for key in edges if key in choices]))
        states, edges = following, order
    chains_found = sorted(sorted(done.items()), key=lambda item: item[1], reverse=True)
    return Branches(tuple(Chain(*item) for item in chains_found), ", ".join(stages), complete)


def stage_text(found: Sequence[tuple[int, int]]) -> str:
    """One stage as published, from the solutions and the choices of each of its branches, in order."""
    solutions = "|".join(map(str, sorted({number for number, _ in found}, reverse=True)))
    choices = [number for _, number in found if number]
    different = sorted(set(choices), reverse=True)
    if not different:
        return solutions
    if len(choices) == len(found) and len(different) == 1:
        return f"{solutions}({different[0]})"
    if len(different) == len(found) > 1:
        return f"{solutions}({'×'.join(map(str, choices))})"
    return f"{solutions}({len(found)}×{'|'.join(map(str, different))})"
